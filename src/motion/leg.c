#include "motion/leg.h"

#include "motion/curve.h"

#include <stdbool.h>

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

/* Unit vector from hip to foot; 0 if they coincide. */
static dbt_vec3 direction_of(const dbt_leg_pose *leg)
{
    return dbt_vec3_scale(dbt_vec3_sub(leg->foot, leg->hip),
                          leg->line > 0.0 ? 1.0 / leg->line : 0.0);
}

/* max_used: maximum fraction of the remaining length that foot locking may use. undamped:
 * fraction of the usable length up to which there is no damping. The angle of a straight knee
 * changes by sqrt(d) if its leg changes by d: 0.3 of the remaining length preserves 55 % of the
 * bend. */
static const double max_used = 0.7, undamped = 0.1;

/* Returns the length that foot locking may use, units: max_used of the length that the leg has
 * left; 0 if the leg is straight. */
static double usable_length(const dbt_leg_pose *leg)
{
    return max_used * fmax(dbt_leg_length(leg) - leg->line, 0.0);
}

double dbt_leg_max_reach(const dbt_leg_pose *leg)
{
    return leg->line + usable_length(leg);
}

double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted)
{
    const double usable = usable_length(leg), more = wanted - leg->line;
    if (!(more > 0.0))
        return wanted;
    if (!(usable > 1e-9 * leg->line))
        return leg->line;
    const double past = more - undamped * usable, soft = (1.0 - undamped) * usable;
    return past > 0.0 ? wanted - past + soft * past / (soft + past) : wanted;
}

dbt_vec3 dbt_leg_bow_of_pose(const dbt_leg_pose *leg)
{
    const dbt_vec3 thigh = dbt_vec3_sub(leg->knee, leg->hip);
    return dbt_vec3_scale(dbt_vec3_across(thigh, direction_of(leg)), 1.0 / leg->thigh);
}

/* Law of cosines: cosine of the angle at the hip, at most 1, for bones a and b and `line` from hip
 * to foot, all in units. */
static double cosine_at_hip(double a, double b, double line)
{
    return fmin((a * a + line * line - b * b) / (2.0 * a * line), 1.0);
}

/* Returns the sine (>= 0) of the angle in [0, pi] with this cosine, or the reverse. */
static double sine_of(double cosine)
{
    return sqrt(fmax(1.0 - cosine * cosine, 0.0));
}

double dbt_leg_bend(const dbt_leg_pose *leg, double line)
{
    const double a = leg->thigh, b = leg->shin;
    return line > fabs(a - b) && line < a + b ? sine_of(cosine_at_hip(a, b, line)) : 0.0;
}

/* Returns the vector with length 1; 0 for a vector of length 0. */
static dbt_vec3 unit(dbt_vec3 v)
{
    const double length = dbt_vec3_length(v);
    return dbt_vec3_scale(v, length > 0.0 ? 1.0 / length : 0.0);
}

dbt_vec3 dbt_leg_bow(const dbt_leg_pose *leg, dbt_vec3 side, double wanted)
{
    const dbt_vec3 bow = dbt_leg_bow_of_pose(leg);
    const dbt_vec3 to = unit(dbt_vec3_across(side, direction_of(leg)));
    const double off = dbt_vec3_length(bow), ahead = dbt_vec3_dot(bow, to);
    if (wanted <= off || !(dbt_vec3_length(to) > 0.0))
        return off > 0.0 ? dbt_vec3_scale(bow, wanted / off) : dbt_vec3_scale(to, wanted);
    const double side_scale = 2.0 * wanted * wanted / (off * off + wanted * wanted);
    const dbt_vec3 aside = dbt_vec3_scale(dbt_vec3_add_scaled(bow, -ahead, to), side_scale);
    const double rest = sqrt(fmax(wanted * wanted - dbt_vec3_dot(aside, aside), 0.0));
    const double u = ahead < 0.0 ? fmin(fmax((off - wanted) / (2.0 * ahead), 0.0), 1.0) : 1.0;
    const double over = dbt_curve_at(DBT_CURVE_SMOOTHSTEP, u);
    return dbt_vec3_add_scaled(aside, ahead + over * (rest - ahead), to);
}

dbt_leg_rotations dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 bow, dbt_vec3 hip, dbt_vec3 goal)
{
    const dbt_vec3 line = dbt_vec3_sub(leg->foot, leg->hip), to = dbt_vec3_sub(goal, hip);
    const double a = leg->thigh, b = leg->shin;
    double c = fmin(fmax(dbt_vec3_length(to), fabs(a - b)), a + b);
    if (!(dbt_vec3_length(to) > 0.0 && c > 0.0 && leg->line > 0.0))
        return (dbt_leg_rotations){ DBT_QUAT_IDENTITY, DBT_QUAT_IDENTITY, dbt_vec3_add(hip, line) };
    const dbt_vec3 along = unit(to);
    const dbt_quat swing = dbt_quat_arc(line, along);
    const dbt_vec3 thigh = dbt_quat_rotate(swing, dbt_vec3_sub(leg->knee, leg->hip));
    const dbt_vec3 shin = dbt_quat_rotate(swing, dbt_vec3_sub(leg->foot, leg->knee));
    double cosine = cosine_at_hip(a, b, c), sine = sine_of(cosine);
    const bool is_long = a * a < b * b + c * c && b * b < a * a + c * c;
    if (is_long && sine - dbt_vec3_length(bow) >
                       1e-6) { /* a knee that swings over: bend no further than the bow */
        sine = dbt_vec3_length(bow);
        cosine = sine_of(sine);
        c = a * cosine + sqrt(fmax(b * b - a * a * sine * sine, 0.0));
    }
    const dbt_vec3 side = unit(dbt_vec3_across(dbt_quat_rotate(swing, bow), along));
    const dbt_vec3 knee =
        dbt_vec3_scale(dbt_vec3_add_scaled(dbt_vec3_scale(along, cosine), sine, side), a);
    const dbt_vec3 foot = dbt_vec3_scale(along, c);
    const dbt_quat bend = dbt_quat_arc(thigh, knee);
    const dbt_quat stretch = dbt_quat_arc(shin, dbt_vec3_sub(foot, knee));
    return (dbt_leg_rotations){ dbt_quat_mul(bend, swing), dbt_quat_mul(stretch, swing),
                                dbt_vec3_add(hip, foot) };
}

double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double max_drop)
{
    const dbt_vec3 down = dbt_vec3_sub(hip, goal);
    const double height = dbt_vec3_dot(down, up);
    const double aside = dbt_vec3_length(dbt_vec3_add_scaled(down, -height, up));
    if (aside >= reach)
        return max_drop;
    const double drop = height - sqrt(reach * reach - aside * aside);
    return fmin(fmax(drop, 0.0), max_drop);
}
