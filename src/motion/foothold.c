#include "motion/foothold.h"

#include "motion/curve.h"

/* While the foot still stands, the fade moves it no faster than half of times->speed, as the clip
 * has the other half. The highest slope of a smootherstep is 15/8.
 *
 * Once it has lifted, a large offset takes longer than times->ease, because it would pull the foot
 * along with a jerk: the foot is accelerated no more than it is where it comes to rest from
 * times->speed, 2 speed / ease. A fade of T seconds accelerates it by at most
 * 10 / sqrt(3) |offset| / T^2 + 4.622 |rate| / T, from the second derivatives of a smootherstep
 * s(t / T) and of t (1 - s(t / T)). It ends before the foot stands again. A foot that stands again
 * within times->ease could not be back without a jerk, and goes on slowly then. */
double dbt_foothold_fade(const dbt_foothold_times *times, double offset, double rate,
                         dbt_foot_contact contact)
{
    if (!contact.lifted)
        return fmax(times->ease, 1.875 * offset / (0.5 * times->speed));
    const double least = times->ease / (2.0 * times->speed); /* 1 / acceleration */
    const double half = 0.5 * 4.622 * rate * least;
    const double square = 10.0 / sqrt(3.0) * offset * least;
    const double gentle = fmax(times->ease, half + sqrt(half * half + square));
    return contact.swing > times->ease * (1.0 + 1e-4) ? fmin(gentle, contact.swing) : gentle;
}

/* Starts the way from the last frame's place to the blend, which is at `blend` in this frame. The
 * foot keeps its velocity at first. */
static void leave(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame, dbt_vec3 blend,
                  dbt_foot_contact contact)
{
    const dbt_vec3 step = dbt_vec3_sub(foot->place, foot->place_before);
    const dbt_vec3 blend_step = dbt_vec3_sub(blend, foot->blend);
    foot->state = DBT_FOOT_LEAVING;
    foot->since = frame - 1;
    foot->offset = dbt_vec3_sub(foot->place, foot->blend);
    foot->rate = dbt_vec3_scale(dbt_vec3_sub(step, blend_step), 1.0 / times->dt);
    foot->slowly = !contact.lifted;
    foot->seconds = dbt_foothold_fade(times, dbt_vec3_length(foot->offset),
                                      dbt_vec3_length(foot->rate), contact);
}

void dbt_foothold_rest(dbt_foothold *foot, const dbt_foothold_times *times, size_t since,
                       double early)
{
    foot->early = early;
    foot->state = DBT_FOOT_RESTING;
    foot->since = since;
    foot->origin = foot->place;
    foot->vel = dbt_vec3_scale(dbt_vec3_sub(foot->place, foot->place_before), 1.0 / times->dt);
}

/* The state at a frame, from the place at the one before. */
static void change_state(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                         dbt_foot_contact contact, dbt_vec3 blend)
{
    const bool leaving = foot->state == DBT_FOOT_LEAVING;
    const bool held = foot->state == DBT_FOOT_HELD || foot->state == DBT_FOOT_RESTING;
    const bool lifts = held && !contact.holds;
    const bool ends = held && frame > times->hold_end;
    const bool turns = leaving && (foot->lags || contact.lifted == foot->slowly);
    if (leaving && contact.takes)
        dbt_foothold_rest(foot, times, frame - 1, contact.early);
    else if (lifts || ends || turns)
        leave(foot, times, frame, blend, contact);
}

static double seconds_since(const dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    return (double)(frame - foot->since) * times->dt;
}

double dbt_time_fraction(double seconds, double length)
{
    return seconds >= length * (1.0 - 1e-4) ? 1.0 : seconds / length;
}

/* With u from 0 to 1, its speed falls as (1 - u)^2 where it must rest soon, and by smoothstep,
 * without a jerk at either end, where there is time. */
static dbt_vec3 resting_place(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    const double u = dbt_time_fraction(seconds_since(foot, times, frame), times->ease);
    const double left = 1.0 - u, soon = (1.0 - left * left * left) / 3.0;
    const double way = soon + foot->early * (u * (1.0 - u * u * (1.0 - 0.5 * u)) - soon);
    if (u >= 1.0)
        foot->state = DBT_FOOT_HELD;
    return dbt_vec3_add_scaled(foot->origin, times->ease * way, foot->vel);
}

/* Takes the foot back to the blend: offset and rate fade over foot->seconds. While the foot still
 * stands this may be long: the rate then fades over times->ease, and the foot moves no faster than
 * times->speed. */
static dbt_vec3 leaving_place(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                              dbt_vec3 blend)
{
    const double t = seconds_since(foot, times, frame);
    const double slowing = foot->slowly ? times->ease : foot->seconds;
    const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, slowing));
    const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, foot->seconds));
    const dbt_vec3 offset = dbt_vec3_add_scaled(dbt_vec3_scale(foot->offset, 1.0 - gone),
                                                t * (1.0 - slowed), foot->rate);
    const dbt_vec3 place = dbt_vec3_add(blend, offset);
    const dbt_vec3 step = dbt_vec3_sub(place, foot->place);
    const double most = times->speed * times->dt;
    foot->lags = foot->slowly && dbt_vec3_length(step) > most;
    if (!foot->lags && gone >= 1.0 && slowed >= 1.0)
        foot->state = DBT_FOOT_FREE;
    if (!foot->lags)
        return place;
    return dbt_vec3_add(foot->place, dbt_vec3_shorten(step, most));
}

void dbt_foothold_begin(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                        dbt_vec3 blend, dbt_foot_contact contact, bool still)
{
    foot->state = DBT_FOOT_FREE;
    foot->blend = blend;
    if (!contact.takes) {
        foot->place = blend;
        return;
    }
    dbt_foothold_rest(foot, times, frame, contact.early);
    if (still) {
        foot->state = DBT_FOOT_HELD;
        foot->place_before = foot->place;
    }
}

void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact)
{
    change_state(foot, times, frame, contact, blend);
    dbt_vec3 place = blend;
    switch (foot->state) {
    case DBT_FOOT_RESTING: place = resting_place(foot, times, frame); break;
    case DBT_FOOT_HELD: place = foot->place; break;
    case DBT_FOOT_LEAVING: place = leaving_place(foot, times, frame, blend); break;
    case DBT_FOOT_FREE: break;
    }
    foot->place_before = foot->place;
    foot->place = place;
    foot->blend = blend;
}
