#include "blend/foot_lock_internal.h"

#include "base/min_max.h"

#include <string.h>

/* Limit of a joint's seam ratio, less a rounding margin. */
static const double seamless = 1.5 * (1.0 - 1e-4);

/* Where the blend has a seam, a joint may be this many times as abrupt as the blend. */
static const double more_seam = 2.0;

/* Bisections of the weight. */
enum { HALVINGS = 5 };

/* Factor of the time in which a slower drop eases in. */
static const double slower = 2.5;

/* Tolerance, for rounding, on the speed limit of a foot in contact after the transition. */
static const double longest_step = 1.0 + 1e-5;

/* ---- how abruptly joints may move ---- */

/* Raises the levels of each hip to the maximum over all hips; likewise knees, ankles and balls, if
 * the leg has one. levels: [n_joints]. */
static void raise_to_other_legs(foot_locking *p, dbt_abruptness *levels)
{
    enum { HIP, KNEE, ANKLE, BALL, LEG_JOINTS };
    dbt_abruptness largest[LEG_JOINTS] = { 0 };
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < p->n_legs; i++) {
            const dbt_leg leg = p->legs[i].joints;
            const int joints[LEG_JOINTS] = { leg.hip, leg.knee, leg.foot, leg.ball };
            for (int k = 0; k < LEG_JOINTS; k++) {
                if (joints[k] >= 0 && pass == 0)
                    dbt_abruptness_raise(&largest[k], &levels[joints[k]], 1.0);
                else if (joints[k] >= 0)
                    dbt_abruptness_raise(&levels[joints[k]], &largest[k], 1.0);
            }
        }
    }
}

/* Raises the levels of hips and their descendants, so that a jump by the fastest slide v of a foot
 * in the blend is no seam. Linear: v; angular: v (1 / thigh + 1 / shin), the rate of a leg whose
 * bones' ends move at v. Accelerations: such a jump within a frame. levels: [n_joints]. */
static void raise_to_slide(foot_locking *p, dbt_abruptness *levels)
{
    double speed = 0.0, bones = 0.0;
    for (int i = 0; i < p->n_legs; i++) {
        const dbt_leg_pose *pose = &p->legs[i].frames[0].blend;
        for (int k = 0; k < p->legs[i].n; k++)
            speed = fmax(speed, p->legs[i].points[k].blend_speed);
        if (p->legs[i].usable)
            bones = fmax(bones, 1.0 / pose->thigh + 1.0 / pose->shin);
    }
    dbt_abruptness slide;
    slide.vel_jump[DBT_LINEAR] = speed;
    slide.vel_jump[DBT_ANGULAR] = speed * bones * DBT_DEG_FROM_RAD;
    for (int kind = 0; kind < DBT_N_KINDS; kind++)
        slide.acc_jump[kind] = slide.vel_jump[kind] / p->times.dt;
    for (int j = 0; j < p->skeleton->n_joints; j++)
        if (p->in_leg[j])
            dbt_abruptness_raise(&levels[j], &slide, 1.0 / seamless);
}

/* Sets p->levels of both phases, owned by p->memory. In the transition they are the spec's, with
 * dbt_abruptness_forgive. Afterwards legs have wider limits, because a clip in which they hardly
 * move is no measure of a body's motion. Needs the paths of all legs. */
static void begin_limits(foot_locking *p)
{
    const size_t n = (size_t)p->skeleton->n_joints;
    for (lock_phase phase = LOCK_IN_TRANSITION; phase < LOCK_PHASES; phase++) {
        p->levels[phase] = dbt_arena_array(&p->memory, n, sizeof **p->levels);
        memcpy(p->levels[phase], p->spec->levels, n * sizeof **p->levels);
        dbt_abruptness_forgive(p->levels[phase], p->skeleton->n_joints, p->times.dt);
    }
    raise_to_other_legs(p, p->levels[LOCK_AFTERWARDS]);
    raise_to_slide(p, p->levels[LOCK_AFTERWARDS]);
}

/* Raises p->levels, from phase `from` on, of joints that have a seam in the blend, which p->meter
 * has just measured: so that the joint may be more_seam times as abrupt as the blend, and at least
 * as abrupt as afterwards. Other joints stay. */
static void allow_seams(foot_locking *p, lock_phase from)
{
    for (int j = 0; j < p->skeleton->n_joints; j++) {
        const dbt_abruptness blend = dbt_abruptness_meter_value(p->meter, j);
        const dbt_abruptness level = p->levels[from][j];
        const double ratio = dbt_abruptness_ratio(&blend, &level);
        for (lock_phase phase = from; ratio > seamless && phase < LOCK_PHASES; phase++) {
            dbt_abruptness_raise(&p->levels[phase][j], &p->levels[LOCK_AFTERWARDS][j], 1.0);
            dbt_abruptness_raise(&p->levels[phase][j], &level, ratio * more_seam / seamless);
        }
    }
}

/* ---- passes ---- */

double dbt_lock_largest_drop(const foot_locking *p)
{
    double largest = 0.0;
    for (size_t k = 0; k <= p->last - p->begin; k++)
        largest = fmax(largest, p->drops[k]);
    return largest;
}

/* Adds the step over the ground of each locked point of usable legs to its `slide`, for the pose
 * that p->meter has just measured, of `frame`: only if the point is in contact, up to p->slide_end.
 * Raises the leg's speed_ratio to that of a step with a limit (max_step). Stores the position in
 * `measured`. counts: false: only stores positions. */
static void add_steps(foot_locking *p, size_t frame, bool counts)
{
    for (int i = 0; i < p->n_legs; i++) {
        locked_leg *leg = &p->legs[i];
        const leg_frame *f = leg_at(p, i, frame);
        for (int k = 0; leg->usable && k < leg->n; k++) {
            const dbt_contact_point *contact = point_of(p, leg, k);
            locked_point *point = &leg->points[k];
            const dbt_vec3 pos = on_ground(
                p, dbt_contact_pos(contact, dbt_abruptness_meter_world(p->meter, contact->joint)));
            const double step = dbt_vec3_length(dbt_vec3_sub(pos, point->measured));
            if (counts && f->in_contact[k] && frame <= p->slide_end)
                point->slide += step;
            if (counts && f->max_step[k] > 0.0)
                leg->speed_ratio = fmax(leg->speed_ratio, step / f->max_step[k]);
            point->measured = pos;
        }
    }
}

/* Returns whether there is a seam: the results in p->meter exceed a joint's seam limit of the
 * phase, or a leg's speed_ratio its limit. */
static bool has_seam(const foot_locking *p, lock_phase phase)
{
    bool has = false;
    for (int j = 0; !has && j < p->skeleton->n_joints; j++) {
        const dbt_abruptness value = dbt_abruptness_meter_value(p->meter, j);
        has = dbt_abruptness_ratio(&value, &p->levels[phase][j]) > seamless;
    }
    for (int i = 0; !has && i < p->n_legs; i++)
        has = p->legs[i].speed_ratio > longest_step;
    return has;
}

/* Begins a measuring pass: restarts p->meter, adds the p->n_early poses before the first frame as
 * history, and stores the points' positions in the last of them in `measured`. Without such poses
 * `measured` stays: the first frame's step must not count. The points' `slide` and the legs'
 * speed_ratio stay. The arrays are those of dbt_abruptness_meter_begin; borrowed; each may be NULL:
 * all joints. */
static void begin_measuring(foot_locking *p, const bool *placed, const bool *measured,
                            const bool *rotating)
{
    const size_t n = (size_t)p->skeleton->n_joints;
    dbt_abruptness_meter_begin(p->meter, placed, measured, rotating);
    for (size_t i = 0; i < p->n_early; i++) {
        memcpy(dbt_abruptness_meter_next(p->meter), p->early + n * i, n * sizeof *p->early);
        dbt_abruptness_meter_add(p->meter, false, true);
        add_steps(p, p->begin, false);
    }
}

/* Returns the last measured frame of a phase: two after the transition's end, or the last frame of
 * the lock that plays, if that is earlier; afterwards that one. */
static size_t last_of(const foot_locking *p, lock_phase phase)
{
    const size_t last = dbt_min(p->last, p->last_seam);
    return phase == LOCK_AFTERWARDS ? last : dbt_min(p->at.end + 2, last);
}

/* Measures the blend with p->meter, and raises p->levels to its seams (allow_seams), phase by
 * phase. */
static void measure_blend(foot_locking *p)
{
    const size_t bytes = (size_t)p->skeleton->n_joints * sizeof(dbt_transform);
    size_t frame = p->begin;
    begin_measuring(p, NULL, NULL, NULL);
    for (lock_phase phase = LOCK_IN_TRANSITION; phase < LOCK_PHASES; phase++) {
        const size_t last = last_of(p, phase);
        for (; frame <= last; frame++) {
            memcpy(dbt_abruptness_meter_next(p->meter), blend_of(p, frame), bytes);
            dbt_abruptness_meter_add(p->meter, true, frame < last);
        }
        allow_seams(p, phase);
        dbt_abruptness_meter_reset(p->meter);
    }
}

/* Solves the IK of all frames (dbt_lock_reach) at p->weight, and measures the locked poses up to
 * the first seam: adds to the points' `slide` and the legs' speed_ratio. Returns whether there is
 * no seam, tested after every FRAMES frames. After one, later frames are not solved and not
 * measured. Needs dbt_lock_find_drops. The blends in p->lock stay. */
static bool measure_locked(foot_locking *p)
{
    enum { FRAMES = 8 };
    const size_t bytes = (size_t)p->skeleton->n_joints * sizeof(dbt_transform);
    size_t frame = p->begin;
    const bool drops = dbt_lock_largest_drop(p) > 0.0; /* otherwise only legs change */
    begin_measuring(p, drops ? NULL : p->measured_joints, drops ? NULL : p->in_leg, p->in_leg);
    for (lock_phase phase = LOCK_IN_TRANSITION; phase < LOCK_PHASES; phase++) {
        const size_t last = last_of(p, phase);
        for (; frame <= last; frame++) {
            dbt_transform *pose = dbt_abruptness_meter_next(p->meter);
            memcpy(pose, blend_of(p, frame), bytes);
            dbt_lock_reach(p, frame);
            dbt_lock_apply(p, frame, pose);
            dbt_abruptness_meter_add(p->meter, true, frame < last);
            add_steps(p, frame, frame > p->begin || p->n_early > 0);
            if (((frame - p->begin) % FRAMES == FRAMES - 1 || frame == last) && has_seam(p, phase))
                return false;
        }
        dbt_abruptness_meter_reset(p->meter);
    }
    for (; frame <= p->last; frame++)
        dbt_lock_reach(p, frame);
    return true;
}

/* ---- the weight ---- */

/* Sets p->weight, then drops, offsets, rotations, slides and speed ratios of all frames at that
 * weight. Returns whether there is no seam: the frames after one are not computed, and slides and
 * speed ratios are then incomplete. */
static bool try_weight(foot_locking *p, double weight)
{
    p->weight = weight;
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].speed_ratio = 0.0;
        for (int k = 0; k < p->legs[i].n; k++)
            p->legs[i].points[k].slide = 0.0;
    }
    dbt_lock_find_drops(p);
    return measure_locked(p);
}

/* Bisection: returns the largest weight in 32nds without a seam, if it is above `known`; otherwise
 * some weight of at most `known`. Assumes that weight 0 has none. The state in *p is that of the
 * last weight tried, which may be another one; after a result of 1 it is that of weight 1. */
static double largest_weight(foot_locking *p, double known)
{
    double low = 0.0, high = 1.0;
    if (try_weight(p, 1.0))
        return 1.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (middle > known && !try_weight(p, middle))
            high = middle;
        else
            low = middle;
    }
    return low;
}

void dbt_lock_find_weight(foot_locking *p)
{
    begin_limits(p);
    p->drop_ease = p->times.ease;
    if (try_weight(p, 1.0))
        return;
    const bool drops = dbt_lock_largest_drop(p) > 0.0;
    measure_blend(p);
    const double soon = largest_weight(p, 0.0);
    if (soon == 1.0)
        return;
    p->drop_ease = slower * p->times.ease;
    const double slowly = drops ? largest_weight(p, soon) : 0.0;
    if (slowly <= soon)
        p->drop_ease = p->times.ease;
    (void)try_weight(p, fmax(soon, slowly));
}
