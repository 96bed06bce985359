#include "motion/foothold.h"

#include "motion/curve.h"

/* While the foot is in contact, the fade moves it no faster than half of times->speed, as the clip
 * moves it by the other half. The maximum derivative of a smootherstep is 15/8.
 *
 * Once it has lifted, a large offset needs more than times->ease: a fast fade would jerk the foot.
 * The limit of its acceleration is that of BRAKING from times->speed: a = 2 speed / ease.
 *
 * A fade of T seconds accelerates the foot by no more than 10 / sqrt(3) |offset| / T^2 + 4.622
 * |rate| / T. The bound follows from the second derivatives of a smootherstep s(t / T) and of t
 * (1 - s(t / T)). The fade ends before the next contact. If the next contact is within
 * times->ease, no fade is short enough: the next contact does not limit it then. */
double dbt_foothold_fade(const dbt_foothold_times *times, double offset, double rate,
                         dbt_foot_contact contact)
{
    if (!contact.lifted)
        return fmax(times->ease, 1.875 * offset / (0.5 * times->speed));
    const double inverse = times->ease / (2.0 * times->speed); /* 1 / a */
    const double half = 0.5 * 4.622 * rate * inverse;
    const double square = 10.0 / sqrt(3.0) * offset * inverse;
    const double gentle = fmax(times->ease, half + sqrt(half * half + square));
    return contact.swing > times->ease * (1.0 + 1e-4) ? fmin(gentle, contact.swing) : gentle;
}

/* Starts LEAVING after frame - 1: the foot returns to the blend, at first with its last velocity.
 * foot->pos and foot->blend are of frame - 1; blend: the blend's position in `frame`. Leaves the
 * positions as they are. */
static void leave(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame, dbt_vec3 blend,
                  dbt_foot_contact contact)
{
    const dbt_vec3 step = dbt_vec3_sub(foot->pos, foot->pos_before);
    const dbt_vec3 blend_step = dbt_vec3_sub(blend, foot->blend);
    foot->state = DBT_FOOT_LEAVING;
    foot->since = frame - 1;
    foot->offset = dbt_vec3_sub(foot->pos, foot->blend);
    foot->rate = dbt_vec3_scale(dbt_vec3_sub(step, blend_step), 1.0 / times->dt);
    foot->slowly = !contact.lifted;
    foot->seconds = dbt_foothold_fade(times, dbt_vec3_length(foot->offset),
                                      dbt_vec3_length(foot->rate), contact);
}

void dbt_foothold_brake(dbt_foothold *foot, const dbt_foothold_times *times, size_t since,
                        double early)
{
    foot->early = early;
    foot->state = DBT_FOOT_BRAKING;
    foot->since = since;
    foot->origin = foot->pos;
    foot->vel = dbt_vec3_scale(dbt_vec3_sub(foot->pos, foot->pos_before), 1.0 / times->dt);
}

/* Updates foot->state for a frame, from the positions in the frame before. A point that is LOCKED
 * or BRAKING leaves if it cannot stay, or after times->lock_end. A point that is LEAVING brakes
 * again if it can lock; else it restarts its fade if it lags, or when the foot lifts or lands. */
static void change_state(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                         dbt_foot_contact contact, dbt_vec3 blend)
{
    const bool leaving = foot->state == DBT_FOOT_LEAVING;
    const bool locked = foot->state == DBT_FOOT_LOCKED || foot->state == DBT_FOOT_BRAKING;
    const bool lifts = locked && !contact.can_stay;
    const bool ends = locked && frame > times->lock_end;
    const bool restarts = leaving && (foot->lags || contact.lifted == foot->slowly);
    if (leaving && contact.can_lock)
        dbt_foothold_brake(foot, times, frame - 1, contact.early);
    else if (lifts || ends || restarts)
        leave(foot, times, frame, blend, contact);
}

/* Seconds from the last frame of the previous state to `frame`. */
static double seconds_since(const dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    return (double)(frame - foot->since) * times->dt;
}

double dbt_time_fraction(double seconds, double length)
{
    return seconds >= length * (1.0 - 1e-4) ? 1.0 : seconds / length;
}

/* Returns the position in `frame` while BRAKING, on a straight line from foot->origin along
 * foot->vel. Speed profile, u = t / ease: (1 - u)^2 if the contact is now (early 0),
 * 1 - smoothstep(u) if it is later (early 1), a mix of both between. At u = 1 the state becomes
 * LOCKED. */
static dbt_vec3 braking_pos(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    const double u = dbt_time_fraction(seconds_since(foot, times, frame), times->ease);
    const double left = 1.0 - u, soon = (1.0 - left * left * left) / 3.0;
    const double path = soon + foot->early * (u * (1.0 - u * u * (1.0 - 0.5 * u)) - soon);
    if (u >= 1.0)
        foot->state = DBT_FOOT_LOCKED;
    return dbt_vec3_add_scaled(foot->origin, times->ease * path, foot->vel);
}

/* Returns the position in `frame` while LEAVING: blend plus the offset and rate, which fade over
 * foot->seconds. While the foot is in contact (foot->slowly) the fade may be long: the rate then
 * fades over times->ease, and times->speed limits the step from foot->pos. Sets foot->lags to
 * whether it did. At the end of the fade, unless it lags, the state becomes FREE. */
static dbt_vec3 leaving_pos(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                            dbt_vec3 blend)
{
    const double t = seconds_since(foot, times, frame);
    const double slowing = foot->slowly ? times->ease : foot->seconds;
    const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, slowing));
    const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, foot->seconds));
    const dbt_vec3 offset = dbt_vec3_add_scaled(dbt_vec3_scale(foot->offset, 1.0 - gone),
                                                t * (1.0 - slowed), foot->rate);
    const dbt_vec3 pos = dbt_vec3_add(blend, offset);
    const dbt_vec3 step = dbt_vec3_sub(pos, foot->pos);
    const double max_step = times->speed * times->dt;
    foot->lags = foot->slowly && dbt_vec3_length(step) > max_step;
    if (!foot->lags && gone >= 1.0 && slowed >= 1.0)
        foot->state = DBT_FOOT_FREE;
    if (!foot->lags)
        return pos;
    return dbt_vec3_add(foot->pos, dbt_vec3_shorten(step, max_step));
}

void dbt_foothold_begin(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                        dbt_vec3 blend, dbt_foot_contact contact, bool still)
{
    foot->state = DBT_FOOT_FREE;
    foot->blend = blend;
    if (!contact.can_lock) {
        foot->pos = blend;
        return;
    }
    dbt_foothold_brake(foot, times, frame, contact.early);
    if (still) {
        foot->state = DBT_FOOT_LOCKED;
        foot->pos_before = foot->pos;
    }
}

void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact)
{
    change_state(foot, times, frame, contact, blend);
    dbt_vec3 pos = blend;
    switch (foot->state) {
    case DBT_FOOT_BRAKING: pos = braking_pos(foot, times, frame); break;
    case DBT_FOOT_LOCKED: pos = foot->pos; break;
    case DBT_FOOT_LEAVING: pos = leaving_pos(foot, times, frame, blend); break;
    case DBT_FOOT_FREE: break;
    }
    foot->pos_before = foot->pos;
    foot->pos = pos;
    foot->blend = blend;
}
