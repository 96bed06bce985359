#include "blend/plant_parts.h"

#include "base/min_max.h"
#include "motion/legs.h"

#include <string.h>

/* Up to four frames of a leg. */
typedef struct turned_leg {
    const dbt_plant *plant;
    const planted_leg *leg;
    waiting_leg *waiting[DBT_LANES];
    double down[DBT_LANES]; /* by which the motion root goes down */
} turned_leg;

/* The blend's leg in these frames. */
typedef struct placed_legs {
    dbt_leg_poses at;
    dbt_quats above, thigh, shin, foot, ball, thigh_twist, shin_twist;
} placed_legs;

DBT_INLINE placed_legs blends_of(const turned_leg *t)
{
    placed_legs all;
    for (int i = 0; i < DBT_LANES; i++) {
        const placed_leg *leg = &t->waiting[i]->blend;
        dbt_leg_poses_set(&all.at, i, &leg->at);
        dbt_quats_set(&all.above, i, leg->above);
        dbt_quats_set(&all.thigh, i, leg->thigh);
        dbt_quats_set(&all.shin, i, leg->shin);
        dbt_quats_set(&all.foot, i, leg->foot);
        dbt_quats_set(&all.ball, i, leg->ball);
        dbt_quats_set(&all.thigh_twist, i, leg->thigh_twist);
        dbt_quats_set(&all.shin_twist, i, leg->shin_twist);
    }
    return all;
}

/* Bones of a leg, in the frame of their upper end. */
DBT_INLINE dbt_vec3s bones_of(dbt_quats rot, dbt_vec3s from, dbt_vec3s to)
{
    return dbt_quats_rotate(dbt_quats_conj(rot), dbt_vec3s_sub(to, from));
}

/* Local rotations that planting makes of a leg. */
typedef struct turned_joints {
    dbt_quats hip, knee, foot, ball;
} turned_joints;

/* Turns a leg so that its foot reaches the goal, or as near as its bones let it, and is then at
 * `reached`. Knees and hips with few channels come as near as they can; the encoder warns of the
 * rest. foot, toes: their turns in the world. */
DBT_INLINE turned_joints reach(const turned_leg *t, dbt_vec3s hip, dbt_vec3s goal, dbt_quats foot,
                               dbt_quats toes, dbt_vec3s *reached)
{
    const placed_legs blend = blends_of(t);
    const dbt_leg_poses *was = &blend.at;
    const dbt_joint *joints = dbt_plant_skeleton_of(t->plant)->joints;
    const dbt_leg j = t->leg->joints;
    const dbt_vec3s side = dbt_quats_rotate(blend.thigh, dbt_vec3s_all(t->leg->side));
    const dbt_lanes wanted = dbt_legs_bend(was, dbt_vec3s_length(dbt_vec3s_sub(goal, hip)));
    const dbt_leg_turns turns = dbt_legs_reach(was, dbt_legs_bow(was, side, wanted), hip, goal);
    dbt_quats thigh = dbt_quats_mul(turns.thigh, blend.thigh);
    const dbt_quats shin = dbt_quats_mul(turns.shin, blend.shin);
    const dbt_quats bend =
        dbt_quats_mul(dbt_quats_conj(dbt_quats_mul(thigh, blend.thigh_twist)), shin);
    const dbt_quats bends =
        dbt_quats_mul(blend.thigh_twist, dbt_joint_hold_all(&joints[j.knee], bend));
    if (joints[j.knee].n_rot < 3) { /* aim again with the knee as it can be */
        const dbt_vec3s upper = bones_of(blend.thigh, was->hip, was->knee);
        const dbt_vec3s lower = bones_of(blend.shin, was->knee, was->foot);
        const dbt_vec3s line =
            dbt_quats_rotate(thigh, dbt_vec3s_add(upper, dbt_quats_rotate(bends, lower)));
        const dbt_quats aim =
            dbt_quats_arc(dbt_units(line, 0.0), dbt_units(dbt_vec3s_sub(goal, hip), 0.0));
        thigh = dbt_quats_mul(aim, thigh);
    }
    const dbt_quats swing = dbt_quats_mul(dbt_quats_conj(blend.above), thigh);
    const dbt_quats held_shin =
        dbt_quats_mul(blend.above, dbt_quats_mul(dbt_joint_hold_all(&joints[j.hip], swing), bends));
    const dbt_quats held = dbt_quats_mul(held_shin, blend.shin_twist);
    const dbt_quats turned_foot = dbt_quats_mul(foot, blend.foot);
    const dbt_quats turned_ball = dbt_quats_mul(toes, dbt_quats_mul(foot, blend.ball));
    *reached = turns.foot;
    return (turned_joints){
        swing,
        bend,
        dbt_quats_mul(dbt_quats_conj(held), turned_foot),
        dbt_quats_mul(dbt_quats_conj(turned_foot), turned_ball),
    };
}

/* Where the foot of a frame is to be, in the world: with the leg's shares and what slips. */
static dbt_vec3 goal_of(const turned_leg *t, const waiting_leg *waiting)
{
    const int up = dbt_plant_up_of(t->plant);
    const double lift = t->leg->used.lifted * waiting->lift + dbt_vec3_get(waiting->used, up);
    const dbt_vec3 slides =
        dbt_vec3_scale(dbt_plant_on_ground(t->plant, waiting->used), 1.0 - waiting->slip);
    return dbt_vec3_add_scaled(dbt_vec3_add(waiting->blend.at.foot, slides), lift,
                               dbt_vec3_axis(up));
}

/* Makes the leg in all four frames. */
DBT_INLINE void turn_frames(turned_leg *t)
{
    const dbt_plant *p = t->plant;
    const leg_share used = t->leg->used;
    const dbt_vec3 up = dbt_vec3_axis(dbt_plant_up_of(p));
    dbt_vec3s hip, goal, reached;
    dbt_quats foot, toes;
    for (int i = 0; i < DBT_LANES; i++) {
        const waiting_leg *waiting = t->waiting[i];
        dbt_vec3s_set(&hip, i, dbt_vec3_add_scaled(waiting->blend.at.hip, -t->down[i], up));
        dbt_vec3s_set(&goal, i, goal_of(t, waiting));
        dbt_quats_set(&foot, i, dbt_plant_part_of_turn(waiting->foot, used.turned));
        dbt_quats_set(&toes, i, dbt_plant_part_of_turn(waiting->toes, used.turned));
    }
    const turned_joints turned = reach(t, hip, goal, foot, toes, &reached);
    for (int i = 0; i < DBT_LANES; i++) {
        waiting_leg *waiting = t->waiting[i];
        const dbt_vec3 was = waiting->blend.at.foot;
        const dbt_vec3 offset = dbt_vec3_sub(dbt_vec3s_lane(&goal, i), was);
        const bool turns = used.turned > 0.0 && (waiting->turns_foot || waiting->turns_toes);
        const bool moves = t->down[i] > 0.0 || dbt_vec3_length(offset) > DBT_PLANT_UNMOVED || turns;
        const dbt_vec3 wanted =
            dbt_vec3_add_scaled(dbt_vec3_add(was, waiting->offset), waiting->lift, up);
        const dbt_vec3 is = moves ? dbt_vec3s_lane(&reached, i) : was;
        waiting->made = (made_leg){ .hip = dbt_quats_lane(&turned.hip, i),
                                    .knee = dbt_quats_lane(&turned.knee, i),
                                    .foot = dbt_quats_lane(&turned.foot, i),
                                    .ball = dbt_quats_lane(&turned.ball, i),
                                    .moves = moves,
                                    .turns_toes = turns && waiting->turns_toes,
                                    .misses = dbt_vec3_length(dbt_vec3_sub(wanted, is)) };
    }
}

DBT_WIDEST(make_frames, turned_leg, turn_frames)

void dbt_plant_make_leg(dbt_plant *p, int leg, size_t first, size_t last)
{
    turned_leg t = { .plant = p, .leg = &p->legs[leg] };
    for (size_t f = first; t.leg->usable && f <= last; f += DBT_LANES) {
        for (size_t i = 0; i < DBT_LANES; i++) { /* lanes too many make the last frame again */
            const size_t frame = dbt_min(f + i, last);
            t.waiting[i] = &dbt_plant_waiting_legs(p, frame)[leg];
            t.down[i] =
                dbt_plant_goes_down(p, frame) ? dbt_plant_waiting_frame(p, frame)->down : 0.0;
        }
        make_frames(&t);
    }
}

void dbt_plant_put_pose(const dbt_plant *p, size_t frame, dbt_transform *pose)
{
    const waiting_frame *of_frame = dbt_plant_waiting_frame(p, frame);
    const dbt_transform *blend = dbt_plant_waiting_pose(p, frame);
    memcpy(pose, blend, (size_t)dbt_plant_skeleton_of(p)->n_joints * sizeof *pose);
    if (dbt_plant_goes_down(p, frame)) {
        const int motion_root = p->sequence->chain.motion_root;
        const dbt_vec3 drop = dbt_vec3_scale(dbt_vec3_axis(dbt_plant_up_of(p)), -of_frame->down);
        pose[motion_root].pos = dbt_vec3_add(pose[motion_root].pos,
                                             dbt_quat_rotate(dbt_quat_conj(of_frame->above), drop));
    }
    for (int i = 0; i < p->n_legs; i++) {
        const dbt_leg j = p->legs[i].joints;
        const made_leg *made = &dbt_plant_waiting_legs(p, frame)[i].made;
        if (!made->moves)
            continue;
        pose[j.hip].rot = made->hip;
        pose[j.knee].rot = made->knee;
        pose[j.foot].rot = made->foot;
        if (made->turns_toes)
            pose[j.ball].rot = made->ball;
    }
}
