#include "motion/leg.h"

#include "motion/curve.h"

dbt_quat dbt_quat_arc(dbt_vec3 a, dbt_vec3 b)
{
    const double lengths = dbt_vec3_length(a) * dbt_vec3_length(b);
    if (!(lengths > 0.0))
        return DBT_QUAT_IDENTITY;
    const double cosine = dbt_vec3_dot(a, b) / lengths;
    if (cosine < -1.0 + 1e-12) { /* any axis across a will do */
        const dbt_vec3 x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 };
        const dbt_vec3 axis = dbt_vec3_cross(a, fabs(a.x) < fabs(a.y) ? x : y);
        return dbt_quat_normalize((dbt_quat){ 0.0, axis.x, axis.y, axis.z });
    }
    const dbt_vec3 axis = dbt_vec3_scale(dbt_vec3_cross(a, b), 1.0 / lengths);
    return dbt_quat_normalize((dbt_quat){ 1.0 + cosine, axis.x, axis.y, axis.z });
}

static dbt_vec3 across(dbt_vec3 v, dbt_vec3 line)
{
    return dbt_vec3_add_scaled(v, -dbt_vec3_dot(v, line), line);
}

static dbt_vec3 unit(dbt_vec3 v)
{
    const double length = dbt_vec3_length(v);
    return length > 0.0 ? dbt_vec3_scale(v, 1.0 / length) : v;
}

double dbt_leg_length(const dbt_leg_pose *leg)
{
    return dbt_vec3_length(dbt_vec3_sub(leg->knee, leg->hip)) +
           dbt_vec3_length(dbt_vec3_sub(leg->foot, leg->knee));
}

/* The part of the length left that a leg takes up at most, and the part of that up to which it does
 * so freely. */
static const double taken_up = 0.97, freely = 0.5;

/* The length that is left to take up. */
static double length_left(const dbt_leg_pose *leg, double own)
{
    return taken_up * fmax(dbt_leg_length(leg) - own, 0.0);
}

double dbt_leg_reach_most(const dbt_leg_pose *leg)
{
    const double own = dbt_vec3_length(dbt_vec3_sub(leg->foot, leg->hip));
    return own + length_left(leg, own);
}

double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted)
{
    const double own = dbt_vec3_length(dbt_vec3_sub(leg->foot, leg->hip));
    const double most = length_left(leg, own), more = wanted - own;
    if (!(more > 0.0))
        return wanted;
    if (!(most > 1e-9 * own))
        return own;
    const double past = more / most - freely;
    return past > 0.0 ? own + most * (freely + (1.0 - freely) * tanh(past / (1.0 - freely)))
                      : wanted;
}

/* Of a leg with bones a and b and `line` from hip to foot: cosine and sine at the hip (law of
 * cosines). */
static double cosine_at_hip(double a, double b, double line)
{
    return fmin((a * a + line * line - b * b) / (2.0 * a * line), 1.0);
}

static double sine_of(double cosine)
{
    return sqrt(fmax(1.0 - cosine * cosine, 0.0));
}

double dbt_leg_bend(const dbt_leg_pose *leg, double line)
{
    const double a = dbt_vec3_length(dbt_vec3_sub(leg->knee, leg->hip));
    const double b = dbt_vec3_length(dbt_vec3_sub(leg->foot, leg->knee));
    return line > fabs(a - b) && line < a + b ? sine_of(cosine_at_hip(a, b, line)) : 0.0;
}

/* Parts of the thigh that the knee is off the line: below the first it is straight, from the
 * second on bent. A thigh of 45 cm: 1 mm and 5 mm. */
static const double straight = 0.002, bent = 0.01;

static double smoothstep(double x)
{
    return dbt_curve_at(DBT_CURVE_SMOOTHSTEP, fmin(fmax(x, 0.0), 1.0));
}

dbt_vec3 dbt_leg_side(const dbt_leg_pose *leg, dbt_vec3 last, double wanted, double *bend)
{
    const dbt_vec3 line = unit(dbt_vec3_sub(leg->foot, leg->hip));
    const dbt_vec3 thigh = dbt_vec3_sub(leg->knee, leg->hip);
    const dbt_vec3 own = across(thigh, line);
    const double off = dbt_vec3_length(own) / dbt_vec3_length(thigh);
    const dbt_vec3 side = unit(own), other = unit(across(last, line));
    const double facing = dbt_vec3_dot(other, side);
    const double tells = smoothstep((off - straight) / (bent - straight));
    const double share = tells * (1.0 - smoothstep(-facing) * smoothstep((wanted - off) / bent));
    if (bend)
        *bend = off;
    if (share >= 1.0 || !(dbt_vec3_length(other) > 0.0))
        return side;
    const double angle = atan2(dbt_vec3_dot(dbt_vec3_cross(other, side), line), facing);
    return dbt_quat_rotate(dbt_quat_exp(dbt_vec3_scale(line, share * angle)), other);
}

dbt_leg_turns dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 side, dbt_vec3 hip, dbt_vec3 goal)
{
    const dbt_vec3 thigh = dbt_vec3_sub(leg->knee, leg->hip);
    const dbt_vec3 shin = dbt_vec3_sub(leg->foot, leg->knee);
    const dbt_vec3 line = dbt_vec3_sub(leg->foot, leg->hip), to = dbt_vec3_sub(goal, hip);
    const double a = dbt_vec3_length(thigh), b = dbt_vec3_length(shin);
    const double least = fabs(a - b), most = a + b;
    const double wanted = dbt_vec3_length(to);
    const double c = wanted < least ? least : wanted > most ? most : wanted;
    const dbt_quat turn = dbt_quat_arc(line, to);
    if (!(wanted > 0.0) || !(c > 0.0) || !(dbt_vec3_length(line) > 0.0))
        return (dbt_leg_turns){ DBT_QUAT_IDENTITY, DBT_QUAT_IDENTITY, dbt_vec3_add(hip, line) };
    const double cosine = cosine_at_hip(a, b, c), sine = sine_of(cosine);
    const dbt_vec3 along = dbt_vec3_scale(to, 1.0 / wanted);
    const dbt_vec3 bow = unit(across(dbt_quat_rotate(turn, side), along));
    const dbt_vec3 knee =
        dbt_vec3_scale(dbt_vec3_add_scaled(dbt_vec3_scale(along, cosine), sine, bow), a);
    const dbt_vec3 foot = dbt_vec3_scale(along, c);
    const dbt_quat bend = dbt_quat_arc(dbt_quat_rotate(turn, thigh), knee);
    const dbt_quat stretch = dbt_quat_arc(dbt_quat_rotate(turn, shin), dbt_vec3_sub(foot, knee));
    return (dbt_leg_turns){ dbt_quat_mul(bend, turn), dbt_quat_mul(stretch, turn),
                            dbt_vec3_add(hip, foot) };
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
