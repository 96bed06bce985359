/* Steps after the hold: a released foot that is still on the ground, away from its position in the
 * new clip, goes there in the air while the other feet carry the body. A step replaces the slow
 * return over the ground that foot_path.c found, unless it causes a seam. */
#include "blend/foot_lock_internal.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "motion/curve.h"

#include <string.h>

/* Leg lengths: a foot that is nearer returns over the ground; beyond the second distance a step is
 * as long and as high as may be. */
static const double min_distance = 0.05, max_distance = 0.4;

/* Seconds, and leg lengths: duration and height of a step over these distances. */
static const double shortest = 0.25, longest = 0.4, lowest = 0.02, highest = 0.04;

/* Leg lengths: a foot that is further ahead of the hips carries the body and makes no step. */
static const double max_ahead = 0.1;

/* A step of a leg. */
typedef struct foot_step {
    int leg;
    size_t first, n; /* frames: the foot is on the ground in `first` and in first + n */
    double height;   /* units */
} foot_step;

static bool is_on_ground(const leg_frame *f)
{
    return f->max_step[0] > 0.0 || f->max_step[1] > 0.0;
}

/* Returns how far the ankle is ahead of the hips, in the direction of the feet, units. */
static double ahead_of_hips(const foot_locking *p, int leg, size_t frame)
{
    const leg_frame *f = leg_at(p, leg, frame);
    dbt_vec3 forward = DBT_VEC3_ZERO, hips = DBT_VEC3_ZERO;
    for (int i = 0; i < p->n_legs; i++) {
        hips = dbt_vec3_add_scaled(hips, 1.0 / p->n_legs, leg_at(p, i, frame)->blend.hip);
        forward = dbt_vec3_add(forward, on_ground(p, leg_at(p, i, frame)->to_ball));
    }
    const dbt_vec3 ankle = dbt_vec3_add(f->blend.foot, f->used);
    const double length = dbt_vec3_length(forward);
    return length > DBT_UNMOVED ? dbt_vec3_dot(dbt_vec3_sub(ankle, hips), forward) / length : 0.0;
}

/* Returns the step of a leg from a frame on; n is 0 if none is possible: all feet must be on the
 * ground in the new clip until it ends, which the output must show. */
static foot_step step_from(const foot_locking *p, int leg, size_t frame)
{
    const leg_frame *f = leg_at(p, leg, frame);
    const double length = dbt_leg_length(&f->blend);
    const double distance = dbt_vec3_length(on_ground(p, f->used)) / length;
    const double t = fmin((distance - min_distance) / (max_distance - min_distance), 1.0);
    foot_step step = { leg, frame, 0, (lowest + t * (highest - lowest)) * length };
    if (!p->legs[leg].usable || f->locked || t < 0.0 ||
        ahead_of_hips(p, leg, frame) > max_ahead * length)
        return step;
    const double frames = (shortest + t * (longest - shortest)) / p->times.dt;
    const size_t n = (size_t)floor(frames + 0.5);
    if (frame + n > dbt_min(p->last, p->plays))
        return step;
    for (size_t k = 0; k <= n; k++)
        for (int i = 0; i < p->n_legs; i++)
            if (!is_on_ground(leg_at(p, i, frame + k)))
                return step;
    step.n = n;
    return step;
}

/* Fades out `value` and its rate, per frame, at frame k of a step. */
static dbt_vec3 fading(dbt_vec3 value, dbt_vec3 rate, double left, size_t k)
{
    return dbt_vec3_scale(dbt_vec3_add_scaled(value, (double)k, rate), left);
}

static dbt_vec3 rotation_of(const leg_frame *f)
{
    return dbt_quat_log(dbt_quat_abs(f->rotation));
}

/* Writes the path of a step into the leg's frames. After it the leg equals the blend. */
static void write_path(const foot_locking *p, foot_step step)
{
    const leg_frame *at = leg_at(p, step.leg, step.first), *before = at - 1;
    const dbt_vec3 offset_rate = dbt_vec3_sub(at->offset, before->offset);
    const dbt_vec3 rotation = rotation_of(at);
    const dbt_vec3 rotation_rate = dbt_vec3_sub(rotation, rotation_of(before));
    for (size_t k = 1; step.first + k <= p->last; k++) {
        leg_frame *f = leg_at(p, step.leg, step.first + k);
        const double u = k < step.n ? (double)k / (double)step.n : 1.0;
        const double left = 1.0 - dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, u),
                     arc = 4.0 * u * (1.0 - u);
        f->offset = fading(at->offset, offset_rate, left, k);
        f->rotation = dbt_quat_exp(fading(rotation, rotation_rate, left, k));
        f->rotates = at->rotates && k < step.n;
        f->lift = f->lift * left + arc * arc * arc * step.height / p->weight;
        if (k <= step.n)
            f->max_step[0] = f->max_step[1] = 0.0;
    }
}

/* Makes a step, unless it causes a seam. Returns whether it is made. */
static bool make_step(foot_locking *p, foot_step step)
{
    const size_t n = p->last - step.first + 1;
    leg_frame *frames = leg_at(p, step.leg, step.first);
    leg_frame *saved = dbt_alloc_array(n, sizeof *saved);
    memcpy(saved, frames, n * sizeof *saved);
    write_path(p, step);
    const bool has_seam = dbt_lock_has_seam(p);
    if (has_seam) {
        memcpy(frames, saved, n * sizeof *saved);
        dbt_lock_has_seam(p);
    }
    dbt_free(saved);
    return !has_seam;
}

/* The seam limits of a step are the clips'. */
void dbt_lock_make_steps(foot_locking *p)
{
    p->levels[LOCK_AFTERWARDS] = p->levels[LOCK_IN_TRANSITION];
    size_t frame = p->times.lock_end + 1;
    while (p->n_legs > 1 && p->weight > 0.0 && frame < p->last) {
        foot_step best = { 0 };
        for (int i = 0; i < p->n_legs; i++) {
            const foot_step step = step_from(p, i, frame);
            best = step.n > 0 && step.height > best.height ? step : best;
        }
        if (best.n > 0 && !make_step(p, best))
            return;
        frame += best.n > 0 ? best.n : 1;
    }
}
