#include "blend/foot_clip_internal.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "motion/curve.h"
#include "motion/parabola.h"

#include <stdlib.h>
#include <string.h>

/* Leg lengths: a foot that creeps further over the ground in a stance makes a step. */
static const double max_offset = 0.15;

/* Leg lengths: smaller vertical corrections of a foot, and of the body, are invisible and left out.
 */
static const double min_rise = 0.0025, unseen = 0.005;

/* Half windows, seconds: of the body's height; of the ground below the feet; of the envelope of
 * drops for short legs, so slow that the body does not bob with each step. */
static const double body_smoothing = 0.35, ground_window = 0.2, drop_smoothing = 0.25;

/* Limit of windows, frames: the work of a frame is proportional to them. */
enum { MAX_WINDOW = 1200 };

/* A foot may be below its ground in one frame of a hundred: a dip or a glitch. */
enum { RARELY = 100 };

/* Feet skate if in fewer than one of SELDOM frames with a low foot one is slow. Contacts may then
 * be skate_margin times as fast as the slowest foot in the median: a sliding foot is not always as
 * fast. */
enum { SELDOM = 10 };
static const double skate_margin = 1.25;

/* Returns a time in whole frames, rounded down, at most MAX_WINDOW. */
static size_t window_of(const dbt_foot_clip *c, double seconds)
{
    return (size_t)fmin(seconds / c->work.times.dt, MAX_WINDOW);
}

/* ---- the clip ---- */

/* Allocates in `memory` the arrays of *frames, zeroed; `points` only as far as the leg has them.
 * Offset and spin of its path are those of `correction`, borrowed. *frames must be zeroed. */
static void init_frames(const dbt_foot_clip *c, clip_leg *frames, const locked_leg *leg,
                        const clip_correction *correction, dbt_arena *memory)
{
    const size_t n = c->n_frames;
    dbt_stance_path *path = &frames->path;
    frames->hip = dbt_arena_array(memory, n, sizeof *frames->hip);
    frames->knee = dbt_arena_array(memory, n, sizeof *frames->knee);
    for (int k = 0; k < leg->joints.n_points; k++)
        frames->points[k] = dbt_arena_array(memory, n, sizeof *frames->points[k]);
    frames->touches = dbt_arena_array(memory, n, sizeof *frames->touches);
    *path = (dbt_stance_path){ .n_frames = n,
                               .points = { frames->points[0], frames->points[1] },
                               .offset = correction->offset,
                               .spin = correction->spin };
    path->rotation = dbt_arena_array(memory, n, sizeof *path->rotation);
    path->contacts = dbt_arena_array(memory, n, sizeof *path->contacts);
    path->rests = dbt_arena_array(memory, n, sizeof *path->rests);
    path->rise = dbt_arena_array(memory, n, sizeof *path->rise);
}

/* Sets legs[n_legs] to the clip's motion in all frames: positions and rotation of the foot. Sets
 * c->work.legs[].side of usable legs. Overwrites c->work.world. */
static void read_frames(dbt_foot_clip *c, clip_leg *legs)
{
    foot_locking *p = &c->work;
    dbt_transform *local = dbt_alloc_array((size_t)p->skeleton->n_joints, sizeof *local);
    double *bends = dbt_lock_begin_sides(p);
    for (size_t f = 0; f < c->n_frames; f++) {
        clip_pose(c, f, local);
        dbt_lock_find_world(p, local);
        dbt_lock_add_sides(p, bends);
        for (int i = 0; i < p->n_legs; i++) {
            const locked_leg *leg = &p->legs[i];
            legs[i].hip[f] = p->world[leg->joints.hip].pos;
            legs[i].knee[f] = p->world[leg->joints.knee].pos;
            legs[i].path.rotation[f] = p->world[leg->joints.foot].rot;
            for (int k = 0; k < leg->joints.n_points; k++)
                legs[i].points[k][f] = dbt_lock_point(p, leg, k);
        }
    }
    dbt_free(local);
}

/* ---- contacts ---- */

/* Returns the speed of a leg's locked point in a frame, units a second: the backward difference, in
 * frame 0 the forward one. INFINITY if the point is too high for a contact (dbt_contacts). */
static double low_speed(const dbt_foot_clip *c, const clip_leg *legs, int leg, int point,
                        size_t frame)
{
    const foot_locking *p = &c->work;
    const dbt_vec3 *at = legs[leg].points[point];
    const size_t neighbour = frame > 0 ? frame - 1 : dbt_min(c->n_frames - 1, (size_t)1);
    const double ground = dbt_contacts_ground(p->contacts, 0)[p->legs[leg].joints.points[point]];
    return dbt_vec3_get(at[frame], p->up) <= ground + p->contacts->feet->height
               ? dbt_vec3_length(dbt_vec3_sub(at[frame], at[neighbour])) / p->times.dt
               : INFINITY;
}

/* Returns the maximum speed of a point in contact, units a second: feet->speed, unless the feet
 * skate and the user has not chosen it. Sets c->skates to whether that is so. */
static double contact_speed(dbt_foot_clip *c, const clip_leg *legs)
{
    const foot_locking *p = &c->work;
    double *speeds = dbt_alloc_array(c->n_frames, sizeof *speeds), speed = p->contacts->feet->speed;
    size_t n = 0;
    for (size_t f = 1; f < c->n_frames; f++) {
        speeds[n] = INFINITY;
        for (int i = 0; i < p->n_legs; i++)
            for (int k = 0; k < p->legs[i].n; k++)
                speeds[n] = fmin(speeds[n], low_speed(c, legs, i, k, f));
        n += speeds[n] < INFINITY;
    }
    qsort(speeds, n, sizeof *speeds, dbt_compare_doubles);
    c->skates = !(p->sequence->spec.contact.speed > 0.0) && n > 0 && speeds[n / SELDOM] > speed;
    if (c->skates)
        speed = skate_margin * speeds[n / 2];
    dbt_free(speeds);
    return speed;
}

/* Sets `touches` and path.contacts of all legs, and c->work.times.speed to the speed limit. */
static void find_contacts(dbt_foot_clip *c, clip_leg *legs)
{
    foot_locking *p = &c->work;
    p->times.speed = contact_speed(c, legs);
    for (int i = 0; i < p->n_legs; i++)
        for (size_t f = 0; f < c->n_frames; f++) {
            for (int k = 0; k < p->legs[i].n; k++)
                if (low_speed(c, legs, i, k, f) <= p->times.speed)
                    legs[i].touches[f] |= (unsigned char)(1 << k);
            legs[i].path.contacts[f] = legs[i].touches[f];
        }
}

/* ---- stances ---- */

/* Sets drift[n_frames]: the apparent rise of the ground in each frame, units, because the whole
 * clip rises. It is the minimum height of all contact points above the ground (dbt_feet_ground) in
 * a window of ground_window to each side, clamped to [0, feet->height]. */
static void find_drift(const dbt_foot_clip *c, const clip_leg *legs, double *drift)
{
    const dbt_feet *feet = c->work.contacts->feet;
    const double ground = dbt_contacts_ground(c->work.contacts, 0)[feet->n_points];
    const size_t side = window_of(c, ground_window);
    double *lowest = dbt_alloc_array(c->n_frames, sizeof *lowest);
    for (size_t f = 0; f < c->n_frames; f++)
        lowest[f] = lowest_in_clip(c, legs, f);
    for (size_t f = 0; f < c->n_frames; f++) {
        double height = INFINITY;
        for (size_t k = f > side ? f - side : 0; k < c->n_frames && k <= f + side; k++)
            height = fmin(height, lowest[k]);
        drift[f] = fmin(fmax(height - ground, 0.0), feet->height);
    }
    dbt_free(lowest);
}

/* Returns the length of thigh and shin together in the clip's first frame, units. */
static double leg_length(const clip_leg *leg)
{
    const dbt_leg_pose pose = dbt_leg_pose_of(leg->hip[0], leg->knee[0], leg->points[0][0]);
    return dbt_leg_length(&pose);
}

/* Returns the median height, units, of a contact point (0 ankle, 1 ball) while it is in contact
 * (path.contacts), over all legs; 0 if it never is. */
static double find_floor(const dbt_foot_clip *c, const clip_leg *legs, int point)
{
    const size_t n_legs = (size_t)c->work.n_legs;
    double *heights = dbt_alloc_array(c->n_frames * n_legs, sizeof *heights);
    size_t n = 0;
    for (size_t i = 0; i < n_legs; i++)
        for (size_t f = 0; f < c->n_frames; f++)
            if (legs[i].path.contacts[f] >> point & 1)
                heights[n++] = dbt_vec3_get(legs[i].points[point][f], c->work.up);
    qsort(heights, n, sizeof *heights, dbt_compare_doubles);
    const double middle = n > 0 ? heights[n / 2] : 0.0;
    dbt_free(heights);
    return middle;
}

/* Returns the 1st percentile of a contact point's heights over all frames, units. points:
 * [n_frames]. */
static double low_height(const dbt_foot_clip *c, const dbt_vec3 *points)
{
    double *heights = dbt_alloc_array(c->n_frames, sizeof *heights);
    for (size_t f = 0; f < c->n_frames; f++)
        heights[f] = dbt_vec3_get(points[f], c->work.up);
    qsort(heights, c->n_frames, sizeof *heights, dbt_compare_doubles);
    const double low = heights[c->n_frames / RARELY];
    dbt_free(heights);
    return low;
}

/* Returns the parameters of a leg's stances; floors are 0. A point is in contact up to the 1st
 * percentile of its heights plus feet->height. drift: [n_frames], borrowed by the result. */
static dbt_stance_rule rule_of(const dbt_foot_clip *c, const clip_leg *legs, int leg,
                               const double *drift)
{
    const foot_locking *p = &c->work;
    dbt_stance_rule rule = { .times = p->times,
                             .up = p->up,
                             .n_points = p->legs[leg].n,
                             .max_offset = max_offset * leg_length(&legs[leg]),
                             .min_rise = min_rise * leg_length(&legs[leg]),
                             .drift = drift };
    for (int k = 0; k < rule.n_points; k++)
        rule.heights[k] = low_height(c, legs[leg].points[k]) + p->contacts->feet->height;
    return rule;
}

/* Finds the stances of all legs. Corrects path.contacts (dbt_stances_add_contacts). Then sets
 * path.rests and path.rise, and the offset and spin of c->legs that lock the feet in stances
 * (dbt_stances_find). A leg that is not usable has no stance. */
static void find_stances(dbt_foot_clip *c, clip_leg *legs)
{
    const size_t n_legs = (size_t)c->work.n_legs;
    double *drift = dbt_alloc_array(c->n_frames, sizeof *drift), floors[LOCKED_POINTS];
    dbt_stance_rule *rules = dbt_alloc_array(n_legs, sizeof *rules);
    find_drift(c, legs, drift);
    for (size_t i = 0; i < n_legs; i++) {
        rules[i] = rule_of(c, legs, (int)i, drift);
        dbt_stances_add_contacts(&rules[i], &legs[i].path);
    }
    for (int k = 0; k < LOCKED_POINTS; k++)
        floors[k] = find_floor(c, legs, k);
    for (size_t i = 0; i < n_legs; i++) {
        memcpy(rules[i].floors, floors, sizeof floors);
        if (c->work.legs[i].usable)
            dbt_stances_find(&rules[i], &legs[i].path);
    }
    dbt_free(drift);
    dbt_free(rules);
}

/* ---- the body ---- */

/* Sets *rise to the mean path.rise of the legs in a stance in a frame, units. Returns whether there
 * are any; if not, *rise is 0. */
static bool mean_rise(const dbt_foot_clip *c, const clip_leg *legs, size_t frame, double *rise)
{
    int n = 0;
    double sum = 0.0;
    for (int i = 0; i < c->work.n_legs; i++) {
        if (!legs[i].path.rests[frame])
            continue;
        sum += legs[i].path.rise[frame];
        n++;
    }
    *rise = n > 0 ? sum / n : 0.0;
    return n > 0;
}

/* Sets out[n], which must not overlap values[n], to the smoothed values (motion/parabola.h), over
 * `side` frames to each side. Too few values for a parabola (side 0) are copied. */
static void smooth(const double *values, size_t n, size_t side, double *out)
{
    for (size_t f = 0; f < n; f++) {
        dbt_parabola parabola = { 0 };
        for (size_t k = f > side ? f - side : 0; k < n && k <= f + side; k++)
            dbt_parabola_add(&parabola, ((double)k - (double)f) / (double)(side + 1),
                             (dbt_vec3){ values[k], 0.0, 0.0 });
        out[f] = dbt_parabola_at_0(&parabola, (dbt_vec3){ values[f], 0.0, 0.0 }).x;
    }
}

/* Replaces values[n_frames], all at least 0, by their smooth upper envelope
 * (motion/smooth_bound.h). It rises and falls over 2 * half frames; values outside the clip count
 * as 0. Does not change *c.
 */
static void bound(dbt_foot_clip *c, size_t half, double *values)
{
    dbt_arena memory = { .last = NULL };
    dbt_smooth_bound b =
        dbt_smooth_bound_new(half, dbt_smooth_bound_weights(half, &memory), &memory);
    for (size_t k = 0; k < c->n_frames + 2 * half; k++) {
        const double value = dbt_smooth_bound_next(&b, k < c->n_frames ? values[k] : 0.0);
        if (k >= 2 * half)
            values[k - 2 * half] = value;
    }
    dbt_arena_release(&memory);
}

/* Sets c->raised, the height by which the body rises with its feet, units; it may be negative. It
 * is the mean rise of the legs in a stance, then smoothed. Between stances it is interpolated
 * linearly, before the first and after the last it is constant. It is 0 where its envelope is below
 * `unseen` leg lengths, and fades in up to twice that. It is 0 everywhere without a stance, or if
 * the motion root lacks position channels. */
static void raise_body(dbt_foot_clip *c, const clip_leg *legs)
{
    const size_t n = c->n_frames, side = window_of(c, body_smoothing);
    const double threshold = unseen * leg_length(&legs[0]);
    double *rise = dbt_alloc_array(n, sizeof *rise),
           *envelope = dbt_alloc_array(n, sizeof *envelope);
    size_t done = 0; /* number of leading frames with a value */
    for (size_t f = 0; f < n; f++) {
        if (!mean_rise(c, legs, f, &rise[f]))
            continue;
        const double before = done > 0 ? rise[done - 1] : rise[f];
        for (size_t k = done; k < f; k++)
            rise[k] = before + (rise[f] - before) * (double)(k + 1 - done) / (double)(f + 1 - done);
        done = f + 1;
    }
    for (size_t k = done; k < n; k++)
        rise[k] = done > 0 ? rise[done - 1] : 0.0;
    if (dbt_lock_can_drop(&c->work))
        smooth(rise, n, side, c->raised);
    for (size_t f = 0; f < n; f++)
        envelope[f] = fabs(c->raised[f]);
    bound(c, 2 * side, envelope);
    for (size_t f = 0; f < n; f++)
        c->raised[f] *=
            dbt_curve_at(DBT_CURVE_SMOOTHSTEP, fmin(fmax(envelope[f] / threshold - 1.0, 0.0), 1.0));
    dbt_free(rise);
    dbt_free(envelope);
}

/* ---- heights ---- */

/* Returns the height of a leg's lowest contact point in a corrected frame, units: moved by
 * c->raised, and by the leg's offset and spin at weight 1. Ignores drops and the leg's reach. */
static double lowest_of(const dbt_foot_clip *c, const clip_leg *legs, int leg, size_t frame)
{
    const clip_correction *to = &c->legs[leg];
    const dbt_vec3 ankle = legs[leg].points[0][frame];
    const dbt_quat spin = dbt_quat_exp(to->spin[frame]);
    double lowest = 0.0;
    for (int k = 1; k < c->work.legs[leg].joints.n_points; k++) {
        const dbt_vec3 arm = dbt_vec3_sub(legs[leg].points[k][frame], ankle);
        lowest = fmin(lowest, dbt_vec3_get(dbt_quat_rotate(spin, arm), c->work.up));
    }
    return lowest + dbt_vec3_get(dbt_vec3_add(ankle, to->offset[frame]), c->work.up) +
           c->raised[frame];
}

/* Sets c->ground to the 1st percentile of `lowest_of` over all legs and their frames in a stance,
 * units; -INFINITY if there are none. */
static void find_ground(dbt_foot_clip *c, const clip_leg *legs)
{
    double *lowest = dbt_alloc_array(c->n_frames * (size_t)c->work.n_legs, sizeof *lowest);
    size_t n = 0;
    for (int i = 0; i < c->work.n_legs; i++)
        for (size_t f = 0; f < c->n_frames; f++)
            if (legs[i].path.rests[f])
                lowest[n++] = lowest_of(c, legs, i, f);
    qsort(lowest, n, sizeof *lowest, dbt_compare_doubles);
    c->ground = n > 0 ? lowest[n / RARELY] : -INFINITY;
    dbt_free(lowest);
}

/* Lifts the feet of usable legs out of the ground, in all frames: adds the smooth envelope of each
 * foot's depth below c->ground to its offset in c->legs. */
static void lift_feet(dbt_foot_clip *c, const clip_leg *legs)
{
    double *lifts = dbt_alloc_array(c->n_frames, sizeof *lifts);
    for (int i = 0; i < c->work.n_legs; i++) {
        for (size_t f = 0; f < c->n_frames; f++)
            lifts[f] = fmax(c->ground - lowest_of(c, legs, i, f), 0.0);
        bound(c, c->work.half_window, lifts);
        for (size_t f = 0; f < c->n_frames && c->work.legs[i].usable; f++)
            c->legs[i].offset[f] =
                dbt_vec3_add_scaled(c->legs[i].offset[f], lifts[f], dbt_vec3_axis(c->work.up));
    }
    dbt_free(lifts);
}

/* Sets c->drops, units, at least 0: the smooth envelope of the drop that the usable legs need to
 * reach their targets (dbt_lock_drop). 0 if the motion root lacks a position channel. c->drops must
 * be zeroed. */
static void find_drops(dbt_foot_clip *c, const clip_leg *legs)
{
    const foot_locking *p = &c->work;
    const dbt_vec3 up = dbt_vec3_axis(p->up);
    for (size_t f = 0; f < c->n_frames && dbt_lock_can_drop(p); f++) {
        const dbt_vec3 raised = dbt_vec3_scale(up, c->raised[f]);
        for (int i = 0; i < p->n_legs; i++) {
            if (!p->legs[i].usable)
                continue;
            const leg_frame now = { .blend =
                                        dbt_leg_pose_of(dbt_vec3_add(legs[i].hip[f], raised),
                                                        dbt_vec3_add(legs[i].knee[f], raised),
                                                        dbt_vec3_add(legs[i].points[0][f], raised)),
                                    .used = c->legs[i].offset[f] };
            c->drops[f] = fmax(c->drops[f], dbt_lock_drop(p, &p->legs[i], &now));
        }
    }
    bound(c, window_of(c, drop_smoothing), c->drops);
}

/* Frees the ends of the stance [begin, end), so that the foot lifts and lands as in the clip. Up to
 * plant_time (at most half of the stance) from either end, the height of offset[n_frames] becomes
 * at least that of the frame there. An end of the stance that is also the clip's stays. */
static void free_ends(const dbt_foot_clip *c, size_t begin, size_t end, dbt_vec3 *offset)
{
    const bool lands = begin > 0, lifts = end < c->n_frames;
    const int up = c->work.up;
    const size_t edge = dbt_min(2 * c->work.half_window, (end - begin - 1) / 2);
    const double first = dbt_vec3_get(offset[begin + edge], up);
    const double last = dbt_vec3_get(offset[end - 1 - edge], up);
    for (size_t k = 0; k < edge; k++) {
        dbt_vec3 *head = &offset[begin + k], *tail = &offset[end - 1 - k];
        if (lands)
            dbt_vec3_set(head, up, fmax(dbt_vec3_get(*head, up), first));
        if (lifts)
            dbt_vec3_set(tail, up, fmax(dbt_vec3_get(*tail, up), last));
    }
}

/* Subtracts the body's rise from the offsets of all legs, frees the ends of their stances, and
 * fades the offsets between stances (dbt_stances_fade; a leg without a stance gets 0). Does not
 * change spins. */
static void fade_offsets(dbt_foot_clip *c, clip_leg *legs)
{
    const dbt_vec3 up = dbt_vec3_axis(c->work.up);
    for (int i = 0; i < c->work.n_legs; i++) {
        dbt_vec3 *offset = c->legs[i].offset;
        const bool *rests = legs[i].path.rests;
        for (size_t f = 0; f < c->n_frames; f++)
            offset[f] = dbt_vec3_add_scaled(offset[f], -c->raised[f], up);
        for (size_t begin = 0; begin < c->n_frames; begin++) {
            size_t end = begin;
            while (end < c->n_frames && rests[end])
                end++;
            if (end > begin)
                free_ends(c, begin, end, offset);
            begin = end;
        }
        dbt_stances_fade(&c->work.times, rests, c->n_frames, DBT_FADE_POSITIONS, 0.0, offset);
    }
}

clip_leg *dbt_clip_lock_legs(const dbt_foot_clip *c, dbt_arena *memory)
{
    clip_leg *legs = dbt_arena_array(memory, (size_t)c->work.n_legs, sizeof *legs);
    for (int i = 0; i < c->work.n_legs; i++)
        init_frames(c, &legs[i], &c->work.legs[i], &c->legs[i], memory);
    return legs;
}

void dbt_clip_lock_paths(dbt_foot_clip *c, clip_leg *legs)
{
    read_frames(c, legs);
    find_contacts(c, legs);
    find_stances(c, legs);
    raise_body(c, legs);
    fade_offsets(c, legs);
    find_ground(c, legs);
    lift_feet(c, legs);
    find_drops(c, legs);
}
