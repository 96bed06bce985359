#include "blend/stance.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "motion/curve.h"
#include "motion/parabola.h"

/* Radians: a foot that rotates further while ankle and ball are in contact pivots, and stays free
 * to. */
static const double max_spin = 0.4;

/* Multiples of times.ease: a fade may be longer than that of a cut, because a swinging foot hides
 * it. */
static const double slow_fade = 2.5;

/* A stance that creeps too far is halved if it is this many times as long as the step. */
enum { STEPS_IN_STANCE = 6 };

/* Limit of mean speeds between contacts at most half of times.ease apart, as a multiple of the
 * speed limit: at a high frame rate, speeds of a trembling foot scatter around that limit. */
static const double far_too_fast = 3.0;

static unsigned char bit_of(int point)
{
    return point == DBT_STANCE_BALL ? DBT_BALL_TOUCHES : DBT_ANKLE_TOUCHES;
}

/* Returns half of times.ease in frames, at least 1. */
static size_t half_ease(const dbt_foothold_times *times)
{
    return dbt_max((size_t)floor(times->ease / times->dt / 2.0 + 0.5), (size_t)1);
}

static double distance(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_vec3_length(dbt_vec3_sub(a, b));
}

/* ---- contacts ---- */

/* Returns the mean speed of a point from frame a to frame b, as a multiple of the contacts' speed
 * limit. */
static double mean_speed(const dbt_stance_rule *rule, const dbt_vec3 *points, size_t a, size_t b)
{
    return distance(points[a], points[b]) / (rule->times.speed * (double)(b - a) * rule->times.dt);
}

/* Returns how far a point moves in half of times.ease at far_too_fast times the contacts' speed
 * limit, units: further in a frame is a glitch. */
static double longest_step(const dbt_stance_rule *rule)
{
    return far_too_fast * rule->times.speed * (double)half_ease(&rule->times) * rule->times.dt;
}

/* Adds contact of a low point (rule->heights above the drift) in frames around which its mean speed
 * over times.ease is within the contacts' limit, although it trembles. A glitch is none: there the
 * point is too far from where it was half of times.ease earlier. */
static void add_by_mean_speed(const dbt_stance_rule *rule, dbt_stance_path *path, int point)
{
    const size_t half = half_ease(&rule->times), last = path->n_frames - 1;
    const dbt_vec3 *points = path->points[point];
    for (size_t f = 0; f <= last; f++) {
        const size_t a = f > half ? f - half : 0, b = dbt_min(f + half, last);
        const double height = dbt_vec3_get(points[f], rule->up);
        if (b > a && height <= rule->heights[point] + rule->drift[f] &&
            mean_speed(rule, points, a, b) <= 1.0 &&
            distance(points[a], points[f]) <= longest_step(rule))
            path->contacts[f] |= bit_of(point);
    }
}

/* Adds contact of a point in all frames of short gaps between contacts. A gap of at most half of
 * times.ease closes up to a mean speed of far_too_fast times the contacts' limit; one of at most
 * times.ease only up to that limit. */
static void close_gaps(const dbt_stance_rule *rule, dbt_stance_path *path, int point)
{
    const size_t half = half_ease(&rule->times);
    size_t last = path->n_frames; /* last contact; none yet */
    for (size_t f = 0; f < path->n_frames; f++) {
        if (!(path->contacts[f] & bit_of(point)))
            continue;
        const size_t step = last < f ? f - last : 1;
        const double limit = step <= half ? far_too_fast : 1.0;
        if (step > 1 && step <= 2 * half + 1 &&
            mean_speed(rule, path->points[point], last, f) <= limit)
            for (size_t k = last + 1; k < f; k++)
                path->contacts[k] |= bit_of(point);
        last = f;
    }
}

/* Removes contact of a point in the two frames after each glitch (longest_step), so that no stance
 * has frames of both sides. */
static void split_at_glitches(const dbt_stance_rule *rule, dbt_stance_path *path, int point)
{
    const dbt_vec3 *points = path->points[point];
    for (size_t f = 1; f < path->n_frames; f++)
        if (distance(points[f - 1], points[f]) > longest_step(rule))
            for (size_t k = f; k < path->n_frames && k <= f + 1; k++)
                path->contacts[k] &= (unsigned char)~bit_of(point);
}

void dbt_stances_add_contacts(const dbt_stance_rule *rule, dbt_stance_path *path)
{
    for (int k = 0; k < rule->n_points; k++) {
        add_by_mean_speed(rule, path, k);
        close_gaps(rule, path, k);
        split_at_glitches(rule, path, k);
    }
}

/* ---- fades ---- */

/* A gap between stances, or at an end of the clip, seen from one of its stances: n frames next to
 * frame `at`, the stance's last frame, or its first if the gap is before it. */
typedef struct gap {
    size_t at, n;
    bool later;  /* the gap is after the stance */
    bool closed; /* there is a stance on the other side, too */
} gap;

/* Returns the values' rate per second at a stance's end, in the direction of the fade, away from
 * the stance: for rotations the mean over times.ease, or over a shorter stance; else over one
 * frame. 0 for DBT_FADE_AT_ONCE, and for a stance of one frame. rests, values: [n_frames]. */
static dbt_vec3 rate_of(const dbt_foothold_times *times, const bool *rests, size_t n_frames,
                        const gap *g, dbt_fade fade, const dbt_vec3 *values)
{
    const size_t max_n = fade == DBT_FADE_POSITIONS ? 1 : 2 * half_ease(times);
    size_t n = 0;
    if (fade == DBT_FADE_AT_ONCE)
        return DBT_VEC3_ZERO;
    while (n < max_n && (g->later ? g->at > n : g->at + n + 1 < n_frames) &&
           rests[g->later ? g->at - n - 1 : g->at + n + 1])
        n++;
    const dbt_vec3 before = values[g->later ? g->at - n : g->at + n];
    return n == 0
               ? DBT_VEC3_ZERO
               : dbt_vec3_scale(dbt_vec3_sub(values[g->at], before), 1.0 / ((double)n * times->dt));
}

/* Adds the fade of the stance at g->at to the values in the gap: that frame's value, and the rate
 * (per second), both decreasing to 0. The fade ends with the gap if that is closed. lever: as in
 * dbt_stances_fade. */
static void add_fade(const dbt_foothold_times *times, const gap *g, dbt_vec3 rate, dbt_fade fade,
                     double lever, dbt_vec3 *values)
{
    const double length = fade == DBT_FADE_AT_ONCE ? 0.0 : fade == DBT_FADE_ROTATIONS ? lever : 1.0;
    const dbt_foot_contact lifted = { .lifted = true, .swing = INFINITY };
    const dbt_vec3 offset = values[g->at];
    const double gentle = dbt_foothold_fade(times, length * dbt_vec3_length(offset), 0.0, lifted);
    const double all = (double)(g->n + 1) * times->dt;
    const double slowly = fmax(gentle, fade == DBT_FADE_AT_ONCE ? 0.0 : slow_fade * times->ease);
    const double seconds = g->closed ? fmin(slowly, all) : slowly;
    const double speed = length * dbt_vec3_length(rate), calm = 2.0 * times->speed;
    const double slower = calm < slow_fade * speed ? fmax(calm / speed, 1.0) : slow_fade;
    const double slowing = fmin(slower * times->ease, seconds);
    for (size_t k = 1; k <= g->n; k++) {
        const double t = (double)k * times->dt;
        const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, seconds));
        const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, slowing));
        dbt_vec3 *value = &values[g->later ? g->at + k : g->at - k];
        *value = dbt_vec3_add_scaled(*value, 1.0 - gone, offset);
        *value = dbt_vec3_add_scaled(*value, t * (1.0 - slowed), rate);
        if (gone >= 1.0)
            break;
    }
}

void dbt_stances_fade(const dbt_foothold_times *times, const bool *rests, size_t n_frames,
                      dbt_fade fade, double lever, dbt_vec3 *values)
{
    for (size_t begin = 0; begin < n_frames; begin++) {
        size_t end = begin;
        while (end < n_frames && !rests[end])
            values[end++] = DBT_VEC3_ZERO;
        const bool first = begin == 0, last = end == n_frames;
        const gap sides[] = { { begin - 1, end - begin, true, !last },
                              { end, end - begin, false, !first } };
        for (int i = first; i < 2 - last && end > begin; i++)
            add_fade(times, &sides[i], rate_of(times, rests, n_frames, &sides[i], fade, values),
                     fade, lever, values);
        begin = end;
    }
}

/* ---- rotation ---- */

/* Returns the mean rotation of the frames [begin, end), at least one: the normalised sum of the
 * quaternions, each with the sign nearer to the first. */
static dbt_quat mean_rotation(const dbt_quat *rotation, size_t begin, size_t end)
{
    dbt_quat sum = { 0.0, 0.0, 0.0, 0.0 };
    for (size_t f = begin; f < end; f++) {
        const dbt_quat q = dbt_quat_dot(rotation[f], rotation[begin]) < 0.0
                               ? dbt_quat_negate(rotation[f])
                               : rotation[f];
        sum = (dbt_quat){ sum.w + q.w, sum.x + q.x, sum.y + q.y, sum.z + q.z };
    }
    return dbt_quat_normalize(sum);
}

/* Returns whether a point is in contact in a frame or the next one, because speeds are backward
 * differences. */
static bool is_fixed(const dbt_stance_path *path, size_t frame, int point)
{
    const bool next = frame + 1 < path->n_frames && (path->contacts[frame + 1] & bit_of(point));
    return next || (path->contacts[frame] & bit_of(point));
}

/* Returns the world rotation vector from a frame's rotation to the smoothed one
 * (motion/parabola.h), over times.ease to each side. Otherwise the ankle of a foot that rolls over
 * its ball would tremble with the foot. */
static dbt_vec3 to_smooth(const dbt_stance_rule *rule, const dbt_stance_path *path, size_t frame)
{
    const size_t side = 2 * half_ease(&rule->times), n = path->n_frames;
    dbt_parabola parabola = { 0 };
    for (size_t k = frame > side ? frame - side : 0; k < n && k <= frame + side; k++)
        dbt_parabola_add(&parabola, ((double)k - (double)frame) / (double)(side + 1),
                         dbt_quat_difference(path->rotation[k], path->rotation[frame]));
    return dbt_parabola_at_0(&parabola, DBT_VEC3_ZERO);
}

/* Composes path->spin of a frame with a world rotation vector, applied after it. */
static void add_spin(const dbt_stance_path *path, size_t frame, dbt_vec3 spin)
{
    const dbt_quat all = dbt_quat_mul(dbt_quat_exp(spin), dbt_quat_exp(path->spin[frame]));
    path->spin[frame] = dbt_quat_log(dbt_quat_abs(all));
}

/* Returns the vector from the ankle to a point, rotated by the frame's spin. */
static dbt_vec3 rotated_arm(const dbt_stance_path *path, size_t frame, int point)
{
    if (point == DBT_STANCE_ANKLE)
        return DBT_VEC3_ZERO;
    return dbt_quat_rotate(
        dbt_quat_exp(path->spin[frame]),
        dbt_vec3_sub(path->points[point][frame], path->points[DBT_STANCE_ANKLE][frame]));
}

/* Sets path->spin in all frames: in stances to the rotation that smooths the foot's (to_smooth),
 * between them to fades. For a foot with a ball. */
static void smooth_rotation(const dbt_stance_rule *rule, const dbt_stance_path *path)
{
    bool *rests = dbt_alloc_array(path->n_frames, sizeof *rests);
    for (size_t f = 0; f < path->n_frames; f++) {
        rests[f] = is_fixed(path, f, DBT_STANCE_ANKLE) || is_fixed(path, f, DBT_STANCE_BALL);
        path->spin[f] = rests[f] ? to_smooth(rule, path, f) : DBT_VEC3_ZERO;
    }
    dbt_stances_fade(&rule->times, rests, path->n_frames, DBT_FADE_AT_ONCE, 0.0, path->spin);
    dbt_free(rests);
}

/* Fixes the foot's rotation in the frames [begin, end), in which ankle and ball are in contact.
 * added[n_frames]: receives the rotation vector that, after path->spin, rotates the foot to its
 * mean rotation in these frames. still[n_frames]: receives true in these frames, but false if the
 * foot pivots: one of these vectors is longer than max_spin. */
static void rest_rotation(const dbt_stance_path *path, size_t begin, size_t end, dbt_vec3 *added,
                          bool *still)
{
    const dbt_quat mean = mean_rotation(path->rotation, begin, end);
    bool pivots = false;
    for (size_t f = begin; f < end; f++) {
        const dbt_quat now = dbt_quat_mul(dbt_quat_exp(path->spin[f]), path->rotation[f]);
        added[f] = dbt_quat_difference(mean, now);
        pivots = pivots || dbt_vec3_length(added[f]) > max_spin;
    }
    for (size_t f = begin; f < end; f++)
        still[f] = !pivots;
}

/* Adds to path->spin the rotations that fix the foot's rotation while both of its points are fixed,
 * unless it pivots (rest_rotation), and fades between them. For a foot with a ball. */
static void rest_rotations(const dbt_stance_rule *rule, const dbt_stance_path *path)
{
    bool *still = dbt_alloc_array(path->n_frames, sizeof *still);
    dbt_vec3 *added = dbt_alloc_array(path->n_frames, sizeof *added);
    double length = 0.0;
    for (size_t begin = 0; begin < path->n_frames; begin++) {
        size_t end = begin;
        while (end < path->n_frames && is_fixed(path, end, DBT_STANCE_ANKLE) &&
               is_fixed(path, end, DBT_STANCE_BALL))
            end++;
        if (end > begin)
            rest_rotation(path, begin, end, added, still);
        begin = end;
    }
    for (size_t f = 0; f < path->n_frames; f++)
        length = fmax(
            length, distance(path->points[DBT_STANCE_BALL][f], path->points[DBT_STANCE_ANKLE][f]));
    dbt_stances_fade(&rule->times, still, path->n_frames, DBT_FADE_ROTATIONS, length, added);
    for (size_t f = 0; f < path->n_frames; f++)
        add_spin(path, f, added[f]);
    dbt_free(still);
    dbt_free(added);
}

/* ---- stances ---- */

/* Sets path->offset in a stance, the frames [begin, end), so that one point at a time is fixed:
 * first the ankle if it is in contact, else the ball; the other point once the first lifts. Sets
 * path->rise, the height by which the fixed point moves. spin and ball_height must be set. */
static void fix_points(const dbt_stance_rule *rule, dbt_stance_path *path, size_t begin, size_t end)
{
    int fixed = is_fixed(path, begin, DBT_STANCE_ANKLE) ? DBT_STANCE_ANKLE : DBT_STANCE_BALL;
    dbt_vec3 at = path->points[fixed][begin];
    for (size_t f = begin; f < end; f++) {
        const int other = DBT_STANCE_BALL - fixed;
        if (!is_fixed(path, f, fixed) && is_fixed(path, f, other) && f > begin) {
            at = dbt_vec3_add(dbt_vec3_sub(at, rotated_arm(path, f - 1, fixed)),
                              rotated_arm(path, f - 1, other));
            fixed = other;
        }
        const dbt_vec3 ankle = dbt_vec3_sub(at, rotated_arm(path, f, fixed));
        path->offset[f] = dbt_vec3_sub(ankle, path->points[DBT_STANCE_ANKLE][f]);
        path->rise[f] =
            dbt_vec3_get(at, rule->up) -
            (fixed == DBT_STANCE_BALL ? path->ball_height[f]
                                      : dbt_vec3_get(path->points[DBT_STANCE_ANKLE][f], rule->up));
    }
}

/* Moves a stance, the frames [begin, end) after fix_points, as a whole. Over the ground: to the
 * mean of its points in the clip. Along up: until its ball is on the ball's floor; its ankle, if
 * the ball is never in contact. A rise or drop of less than min_rise is left out. A stance of at
 * most times.ease, in which the foot just passes by, is not lowered below its mean height in the
 * clip. Adds to offset and rise; sets rests to true. */
static void centre(const dbt_stance_rule *rule, dbt_stance_path *path, size_t begin, size_t end)
{
    dbt_vec3 sum = DBT_VEC3_ZERO;
    double all = 0.0, rise = 0.0;
    for (int k = 0; k < rule->n_points; k++) {
        double n = 0.0, below = 0.0;
        for (size_t f = begin; f < end; f++) {
            if (!(path->contacts[f] & bit_of(k)))
                continue;
            const dbt_vec3 now =
                dbt_vec3_add(dbt_vec3_add(path->points[DBT_STANCE_ANKLE][f], path->offset[f]),
                             rotated_arm(path, f, k));
            sum = dbt_vec3_add(sum, dbt_vec3_sub(path->points[k][f], now));
            below += rule->floors[k] - dbt_vec3_get(now, rule->up);
            n += 1.0;
        }
        all += n;
        rise = n > 0.0 ? below / n : rise;
    }
    dbt_vec3 shift = dbt_vec3_scale(sum, 1.0 / fmax(all, 1.0));
    if (end - begin <= 2 * half_ease(&rule->times))
        rise = fmax(rise, dbt_vec3_get(shift, rule->up));
    if (fabs(rise) < rule->min_rise)
        rise = 0.0;
    dbt_vec3_set(&shift, rule->up, rise);
    for (size_t f = begin; f < end; f++) {
        path->offset[f] = dbt_vec3_add(path->offset[f], shift);
        path->rise[f] += rise;
        path->rests[f] = true;
    }
}

/* Returns the length of the largest offset over the ground in the frames [begin, end), units. */
static double largest_offset(const dbt_stance_rule *rule, const dbt_stance_path *path, size_t begin,
                             size_t end)
{
    double largest = 0.0;
    for (size_t f = begin; f < end; f++) {
        dbt_vec3 offset = path->offset[f];
        dbt_vec3_set(&offset, rule->up, 0.0);
        largest = fmax(largest, dbt_vec3_length(offset));
    }
    return largest;
}

/* Locks the foot in the frames [begin, end): sets rests, offset and rise. A foot that creeps
 * further than max_offset in a stance of at least STEPS_IN_STANCE times times.ease is locked in two
 * halves, with a step of times.ease between: there rests is false, and offset and rise are
 * meaningless. Recursion: each call has half of the frames. */
static void add_stance(const dbt_stance_rule *rule, dbt_stance_path *path, size_t begin, size_t end)
{
    const size_t half = half_ease(&rule->times), middle = begin + (end - begin) / 2;
    fix_points(rule, path, begin, end);
    centre(rule, path, begin, end);
    if (end - begin < (size_t)STEPS_IN_STANCE * 2 * half ||
        !(largest_offset(rule, path, begin, end) > rule->max_offset))
        return;
    for (size_t f = middle - half; f < middle + half; f++)
        path->rests[f] = false;
    add_stance(rule, path, begin, middle - half);
    add_stance(rule, path, middle + half, end);
}

void dbt_stances_find(const dbt_stance_rule *rule, dbt_stance_path *path)
{
    path->ball_height = dbt_alloc_array(path->n_frames, sizeof *path->ball_height);
    if (rule->n_points > 1) {
        smooth_rotation(rule, path);
        for (size_t f = 0; f < path->n_frames; f++)
            path->ball_height[f] = dbt_vec3_get(dbt_vec3_add(path->points[DBT_STANCE_ANKLE][f],
                                                             rotated_arm(path, f, DBT_STANCE_BALL)),
                                                rule->up);
        rest_rotations(rule, path);
    }
    for (size_t begin = 0; begin < path->n_frames; begin++) {
        size_t end = begin;
        while (end < path->n_frames &&
               (is_fixed(path, end, DBT_STANCE_ANKLE) || is_fixed(path, end, DBT_STANCE_BALL)))
            end++;
        if (end > begin)
            add_stance(rule, path, begin, end);
        begin = end;
    }
    dbt_free(path->ball_height);
    path->ball_height = NULL;
}
