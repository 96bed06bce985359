/* Four legs at once, one in each lane, as two bones in the plane of the knee: how they turn so that
 * their feet are elsewhere. */
#ifndef DBT_MOTION_LEGS_H
#define DBT_MOTION_LEGS_H

#include "motion/lanes.h"

/* As dbt_leg_pose. */
typedef struct dbt_leg_poses {
    dbt_vec3s hip, knee, foot;
    dbt_lanes thigh, shin, line;
} dbt_leg_poses;

DBT_INLINE void dbt_leg_poses_set(dbt_leg_poses *legs, int lane, const dbt_leg_pose *to)
{
    dbt_vec3s_set(&legs->hip, lane, to->hip);
    dbt_vec3s_set(&legs->knee, lane, to->knee);
    dbt_vec3s_set(&legs->foot, lane, to->foot);
    legs->thigh[lane] = to->thigh;
    legs->shin[lane] = to->shin;
    legs->line[lane] = to->line;
}

/* Of legs with bones a and b and `line` from hip to foot: cosine and sine at the hip (law of
 * cosines). */
DBT_INLINE dbt_lanes dbt_cosines_at_hip(dbt_lanes a, dbt_lanes b, dbt_lanes line)
{
    return dbt_lanes_min((a * a + line * line - b * b) / (2.0 * a * line), dbt_lanes_all(1.0));
}

DBT_INLINE dbt_lanes dbt_sines_of(dbt_lanes cosine)
{
    return dbt_lanes_sqrt(dbt_lanes_max(1.0 - cosine * cosine, dbt_lanes_all(0.0)));
}

/* The part of v at right angles to unit vectors. */
DBT_INLINE dbt_vec3s dbt_vec3s_across(dbt_vec3s v, dbt_vec3s line)
{
    return dbt_vec3s_sub(v, dbt_vec3s_scale(line, dbt_vec3s_dot(v, line)));
}

/* How far the knee is off the line from hip to foot where that line has this length: part of the
 * thigh; 0 where the bones cannot make it. */
DBT_INLINE dbt_lanes dbt_legs_bend(const dbt_leg_poses *legs, dbt_lanes line)
{
    const dbt_lanes a = legs->thigh, b = legs->shin;
    return dbt_lanes_where((line > dbt_lanes_abs(a - b)) & (line < a + b),
                           dbt_sines_of(dbt_cosines_at_hip(a, b, line)));
}

/* Where the knee is to be off the line, in parts of the thigh, as far off as `wanted`
 * (dbt_legs_bend's): as near to its own direction as a smooth change from straight to bent allows.
 * side: any vector to the side to which the knee bends. A knee that bends less does so in its
 * direction. One that bends more keeps what it is off to the right or left, and bends the rest to
 * its side. A blend may bend a knee away from it: such a knee turns over, and is not as far off
 * until it bends twice as much further. */
DBT_INLINE dbt_vec3s dbt_legs_bow(const dbt_leg_poses *legs, dbt_vec3s side, dbt_lanes wanted)
{
    const dbt_lanes zero = dbt_lanes_all(0.0), one = dbt_lanes_all(1.0);
    const dbt_vec3s line = dbt_units(dbt_vec3s_sub(legs->foot, legs->hip), 0.0);
    const dbt_vec3s own = dbt_vec3s_scale(
        dbt_vec3s_across(dbt_vec3s_sub(legs->knee, legs->hip), line), 1.0 / legs->thigh);
    const dbt_vec3s to = dbt_units(dbt_vec3s_across(side, line), 0.0);
    const dbt_lanes off = dbt_vec3s_length(own), ahead = dbt_vec3s_dot(own, to);
    const dbt_vec3s less = dbt_vec3s_choose(off > 0.0, dbt_vec3s_scale(own, wanted / off),
                                            dbt_vec3s_scale(to, wanted));
    const dbt_lanes share = 2.0 * wanted * wanted / (off * off + wanted * wanted);
    const dbt_vec3s aside = dbt_vec3s_scale(dbt_vec3s_sub(own, dbt_vec3s_scale(to, ahead)), share);
    const dbt_lanes rest =
        dbt_lanes_sqrt(dbt_lanes_max(wanted * wanted - dbt_vec3s_dot(aside, aside), zero));
    const dbt_lanes turned =
        dbt_lanes_min(dbt_lanes_max((off - wanted) / (2.0 * ahead), zero), one);
    const dbt_lanes over =
        dbt_lanes_choose(ahead < 0.0, turned * turned * (3.0 - 2.0 * turned), one);
    const dbt_vec3s more = dbt_vec3s_add(aside, dbt_vec3s_scale(to, ahead + over * (rest - ahead)));
    return dbt_vec3s_choose((wanted <= off) | ~dbt_are_units(to), less, more);
}

/* Turns in the world that change a leg: of the thigh about the hip and of the shin with it. */
typedef struct dbt_leg_turns {
    dbt_quats thigh, shin;
    dbt_vec3s foot; /* where that brings it: as near to the goal as the bones let it */
} dbt_leg_turns;

/* The legs with their hips moved and their feet at goals: the least turn that takes the line from
 * hip to foot to the new one, then the knee bends or stretches to its bow (dbt_legs_bow's).
 * Bones keep their lengths. */
DBT_INLINE dbt_leg_turns dbt_legs_reach(const dbt_leg_poses *legs, dbt_vec3s bow, dbt_vec3s hip,
                                        dbt_vec3s goal)
{
    const dbt_vec3s line = dbt_vec3s_sub(legs->foot, legs->hip), to = dbt_vec3s_sub(goal, hip);
    const dbt_lanes a = legs->thigh, b = legs->shin, wanted = dbt_vec3s_length(to);
    dbt_lanes c = dbt_lanes_min(dbt_lanes_max(wanted, dbt_lanes_abs(a - b)), a + b);
    const dbt_lane_mask turns = (wanted > 0.0) & (c > 0.0) & (legs->line > 0.0);
    const dbt_vec3s along = dbt_units(to, 0.0);
    const dbt_quats turn = dbt_quats_arc(dbt_units(line, 0.0), along);
    const dbt_vec3s thigh = dbt_quats_rotate(turn, dbt_vec3s_sub(legs->knee, legs->hip));
    const dbt_vec3s shin = dbt_quats_rotate(turn, dbt_vec3s_sub(legs->foot, legs->knee));
    dbt_lanes cosine = dbt_cosines_at_hip(a, b, c), sine = dbt_sines_of(cosine);
    /* a knee that turns over: so far and no further */
    const dbt_lanes bends = dbt_vec3s_length(bow);
    const dbt_lane_mask is_long = (a * a < b * b + c * c) & (b * b < a * a + c * c);
    const dbt_lane_mask over = (sine - bends > 1e-6) & is_long;
    sine = dbt_lanes_choose(over, bends, sine);
    cosine = dbt_lanes_choose(over, dbt_sines_of(sine), cosine);
    const dbt_lanes rest = dbt_lanes_max(b * b - a * a * sine * sine, dbt_lanes_all(0.0));
    c = dbt_lanes_choose(over, a * cosine + dbt_lanes_sqrt(rest), c);
    const dbt_vec3s side = dbt_units(dbt_vec3s_across(dbt_quats_rotate(turn, bow), along), 0.0);
    const dbt_vec3s knee = dbt_vec3s_scale(
        dbt_vec3s_add(dbt_vec3s_scale(along, cosine), dbt_vec3s_scale(side, sine)), a);
    const dbt_vec3s foot = dbt_vec3s_scale(along, c);
    const dbt_quats bend = dbt_quats_arc(dbt_units(thigh, 0.0), dbt_units(knee, 0.0));
    const dbt_quats stretch =
        dbt_quats_arc(dbt_units(shin, 0.0), dbt_units(dbt_vec3s_sub(foot, knee), 0.0));
    return (dbt_leg_turns){
        dbt_quats_choose(turns, dbt_quats_mul(bend, turn), DBT_QUAT_IDENTITY),
        dbt_quats_choose(turns, dbt_quats_mul(stretch, turn), DBT_QUAT_IDENTITY),
        dbt_vec3s_add(hip, dbt_vec3s_choose(turns, foot, line)),
    };
}

#endif
