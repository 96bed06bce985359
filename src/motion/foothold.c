#include "motion/foothold.h"

#include "motion/curve.h"

/* Starts the way from the last frame's place to the blend, which is at `blend` in this frame. The
 * foot keeps its velocity at first. */
static void leave(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame, dbt_vec3 blend,
                  bool slowly)
{
    const dbt_vec3 step = dbt_vec3_sub(foot->place, foot->place_before);
    const dbt_vec3 blend_step = dbt_vec3_sub(blend, foot->blend);
    foot->state = DBT_FOOT_LEAVING;
    foot->since = frame - 1;
    foot->offset = dbt_vec3_sub(foot->place, foot->blend);
    foot->rate = dbt_vec3_scale(dbt_vec3_sub(step, blend_step), 1.0 / times->dt);
    foot->slowly = slowly;
    foot->seconds = times->ease;
    /* The highest slope of a smootherstep is 15/8. Half of the speed is left to the clip. */
    const double slow = 1.875 * dbt_vec3_length(foot->offset) / (0.5 * times->speed);
    if (slowly && slow > foot->seconds)
        foot->seconds = slow;
}

static void come_to_rest(dbt_foothold *foot, const dbt_foothold_times *times, size_t since)
{
    foot->state = DBT_FOOT_RESTING;
    foot->since = since;
    foot->origin = foot->place;
    foot->vel = dbt_vec3_scale(dbt_vec3_sub(foot->place, foot->place_before), 1.0 / times->dt);
}

/* The state at a frame, from the place at the one before. */
static void change_state(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                         dbt_foot_contact contact, dbt_vec3 blend)
{
    const bool held = foot->state == DBT_FOOT_HELD, leaving = foot->state == DBT_FOOT_LEAVING;
    const bool lifts = (held || foot->state == DBT_FOOT_RESTING) && !contact.holds;
    const bool ends = held && frame > times->hold_end;
    const bool turns = leaving && (foot->lags || contact.holds != foot->slowly);
    if (leaving && contact.takes)
        come_to_rest(foot, times, frame - 1);
    else if (lifts || ends || turns)
        leave(foot, times, frame, blend, contact.holds);
}

static double seconds_since(const dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    return (double)(frame - foot->since) * times->dt;
}

double dbt_part_of_time(double seconds, double length)
{
    return seconds >= length * (1.0 - 1e-4) ? 1.0 : seconds / length;
}

/* Its speed falls as (1 - u)^2. */
static dbt_vec3 resting_place(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    const double left = 1.0 - dbt_part_of_time(seconds_since(foot, times, frame), times->ease);
    if (!(left > 0.0))
        foot->state = DBT_FOOT_HELD;
    return dbt_vec3_add_scaled(foot->origin, times->ease / 3.0 * (1.0 - left * left * left),
                               foot->vel);
}

/* The foot's velocity against the blend fades over times->ease. Its offset fades over that time or,
 * if the foot still stands, over a longer one. */
static dbt_vec3 leaving_offset(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame)
{
    const double t = seconds_since(foot, times, frame);
    const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, times->ease));
    const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, foot->seconds));
    if (gone >= 1.0 && slowed >= 1.0)
        foot->state = DBT_FOOT_FREE;
    return dbt_vec3_add_scaled(dbt_vec3_scale(foot->offset, 1.0 - gone), t * (1.0 - slowed),
                               foot->rate);
}

/* Takes the foot back to the blend; if it still stands, no faster than times->speed. */
static dbt_vec3 leaving_place(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                              dbt_vec3 blend)
{
    const dbt_vec3 place = dbt_vec3_add(blend, leaving_offset(foot, times, frame));
    const dbt_vec3 step = dbt_vec3_sub(place, foot->place);
    const double most = times->speed * times->dt;
    foot->lags = foot->slowly && dbt_vec3_length(step) > most;
    if (!foot->lags)
        return place;
    foot->state = DBT_FOOT_LEAVING;
    return dbt_vec3_add(foot->place, dbt_vec3_shorten(step, most));
}

/* The place of a foot in a frame in which the blend has it at `blend`. */
static dbt_vec3 place_at(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                         dbt_vec3 blend)
{
    switch (foot->state) {
    case DBT_FOOT_RESTING: return resting_place(foot, times, frame);
    case DBT_FOOT_HELD: return foot->place;
    case DBT_FOOT_LEAVING: return leaving_place(foot, times, frame, blend);
    case DBT_FOOT_FREE: break;
    }
    return blend;
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
    come_to_rest(foot, times, frame);
    if (still) {
        foot->state = DBT_FOOT_HELD;
        foot->place_before = foot->place;
    }
}

void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact)
{
    const bool was_free = foot->state == DBT_FOOT_FREE;
    change_state(foot, times, frame, contact, blend);
    const dbt_vec3 place = place_at(foot, times, frame, blend);
    foot->place_before = foot->place;
    foot->place = place;
    foot->blend = blend;
    if (was_free && contact.takes)
        come_to_rest(foot, times, frame);
}
