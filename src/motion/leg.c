#include "motion/leg.h"

dbt_leg_pose dbt_leg_pose_of(dbt_vec3 hip, dbt_vec3 knee, dbt_vec3 foot)
{
    return (dbt_leg_pose){ .hip = hip,
                           .knee = knee,
                           .foot = foot,
                           .thigh = dbt_vec3_length(dbt_vec3_sub(knee, hip)),
                           .shin = dbt_vec3_length(dbt_vec3_sub(foot, knee)),
                           .line = dbt_vec3_length(dbt_vec3_sub(foot, hip)) };
}

double dbt_leg_length(const dbt_leg_pose *leg)
{
    return leg->thigh + leg->shin;
}

/* From hip to foot; no direction where they coincide. */
static dbt_vec3 direction_of(const dbt_leg_pose *leg)
{
    return dbt_vec3_scale(dbt_vec3_sub(leg->foot, leg->hip),
                          leg->line > 0.0 ? 1.0 / leg->line : 0.0);
}

/* The part of the length left that a leg takes up at most, and the part of that up to which it does
 * so freely. A straight knee turns by sqrt(d) where its leg changes by d: 0.3 of the length left
 * keeps 55 % of its bend. */
static const double taken_up = 0.7, freely = 0.1;

/* The length that is left to take up. */
static double length_left(const dbt_leg_pose *leg)
{
    return taken_up * fmax(dbt_leg_length(leg) - leg->line, 0.0);
}

double dbt_leg_reach_most(const dbt_leg_pose *leg)
{
    return leg->line + length_left(leg);
}

double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted)
{
    const double most = length_left(leg), more = wanted - leg->line;
    if (!(more > 0.0))
        return wanted;
    if (!(most > 1e-9 * leg->line))
        return leg->line;
    const double past = more - freely * most, soft = (1.0 - freely) * most;
    return past > 0.0 ? wanted - past + soft * past / (soft + past) : wanted;
}

dbt_vec3 dbt_leg_own_bow(const dbt_leg_pose *leg)
{
    const dbt_vec3 thigh = dbt_vec3_sub(leg->knee, leg->hip);
    return dbt_vec3_scale(dbt_vec3_across(thigh, direction_of(leg)), 1.0 / leg->thigh);
}

double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double most)
{
    const dbt_vec3 down = dbt_vec3_sub(hip, goal);
    const double height = dbt_vec3_dot(down, up);
    const double aside = dbt_vec3_length(dbt_vec3_add_scaled(down, -height, up));
    if (aside >= reach)
        return most;
    const double drop = height - sqrt(reach * reach - aside * aside);
    return fmin(fmax(drop, 0.0), most);
}
