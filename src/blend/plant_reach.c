#include "blend/plant_parts.h"

#include "base/min_max.h"
#include "motion/curve.h"

#include <string.h>

void dbt_plant_place_legs(dbt_plant *p, const dbt_transform *local)
{
    for (int j = 0; j < dbt_plant_skeleton_of(p)->n_joints; j++)
        if (p->needed[j])
            dbt_joint_place(dbt_plant_skeleton_of(p), j, local[j], p->world);
}

/* ---- reach ---- */

/* The largest drop of the motion root, as a share of a leg's length; beyond it the foot slides. A
 * body that crouches is seen as well as a foot that slides: beyond a small drop, a leg asks for no
 * more than its foot slides in the blend. */
static const double deepest = 0.15, small = 0.03;

static bool can_drop(const dbt_plant *p)
{
    const dbt_joint *motion_root =
        &dbt_plant_skeleton_of(p)->joints[p->sequence->chain.motion_root];
    return motion_root->pos_channel[0] >= 0 && motion_root->pos_channel[1] >= 0 &&
           motion_root->pos_channel[2] >= 0;
}

/* How far the ankle goes from its blend, but for slides and the lift. With a share of the foot's
 * turn the ball keeps its height, too. */
static dbt_vec3 used_of(const dbt_plant *p, int leg, const waiting_leg *waiting)
{
    const leg_share used = p->legs[leg].used;
    const int up = dbt_plant_up_of(p);
    dbt_vec3 offset = dbt_vec3_scale(waiting->offset, used.held);
    if ((used.held < 1.0 || used.turned < 1.0) && waiting->turns_foot) {
        const dbt_vec3 turned =
            dbt_quat_rotate(dbt_plant_part_of_turn(waiting->foot, used.turned), waiting->to_ball);
        dbt_vec3_set(&offset, up, dbt_vec3_get(waiting->to_ball, up) - dbt_vec3_get(turned, up));
    }
    return offset;
}

static double drop_for(const dbt_plant *p, const planted_leg *leg, const waiting_leg *waiting)
{
    const dbt_leg_pose *pose = &waiting->blend.at;
    const dbt_vec3 goal = dbt_vec3_add(pose->foot, waiting->used);
    const double wanted = dbt_vec3_length(dbt_vec3_sub(goal, pose->hip));
    if (wanted <= pose->line + DBT_PLANT_UNMOVED || !can_drop(p))
        return 0.0;
    const double line = dbt_leg_soft_line(pose, wanted);
    const double length = dbt_leg_length(pose), almost_none = small * length;
    const double drop =
        dbt_leg_drop(line, pose->hip, goal, dbt_vec3_axis(dbt_plant_up_of(p)), deepest * length);
    return drop <= almost_none ? drop : fmin(drop, almost_none + dbt_plant_slides(p, leg).blend);
}

/* Of the square of a reach: a foot that a drop brings just within it does not slide. */
static const double rounding = 1e-12;

/* The part of the offset that is out of reach with the motion root `down`, or the foot up, by so
 * much. */
static double slip_of(const dbt_plant *p, const dbt_leg_pose *pose, dbt_vec3 offset, double down)
{
    const dbt_vec3 own = dbt_vec3_sub(pose->foot, pose->hip);
    const dbt_vec3 line = dbt_vec3_add_scaled(own, down, dbt_vec3_axis(dbt_plant_up_of(p)));
    const double reach = dbt_leg_reach_most(pose);
    const double a = dbt_vec3_dot(offset, offset), b = dbt_vec3_dot(line, offset);
    const double c = dbt_vec3_dot(line, line) - reach * reach, root = b * b - a * c;
    if (!(a > DBT_PLANT_UNMOVED * DBT_PLANT_UNMOVED) || a + 2.0 * b + c <= rounding * reach * reach)
        return 0.0;
    const double share = root > 0.0 ? (sqrt(root) - b) / a : 0.0;
    return 1.0 - fmin(fmax(share, 0.0), 1.0);
}

/* Rises from 0 to 1, because nothing may move before the transition begins. */
static double eased_in(const dbt_plant *p, size_t frame, double seconds)
{
    const double t = (double)(frame - p->begin) * p->times.dt;
    return dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, seconds));
}

/* As soon as legs need it; but where that makes a seam more slowly, and legs slide meanwhile. */
static double drop_eased_in(const dbt_plant *p, size_t frame)
{
    return eased_in(p, frame, (p->slowly ? 2.5 : 1.0) * p->times.ease);
}

/* A foot is off the ground when the blend is halfway: in plant_time alone it would make a seam. */
static double lift_eased_in(const dbt_plant *p, size_t frame)
{
    const double half = 0.5 * (double)(p->at.end - p->begin) * p->times.dt;
    return eased_in(p, frame, fmax(p->times.ease, half));
}

/* Computes the slides of a frame, whose motion root goes down by a bound that begins slowly. */
static void find_slips(dbt_plant *p, size_t frame, double down)
{
    const waiting_leg *waiting = dbt_plant_waiting_legs(p, frame);
    const int up = dbt_plant_up_of(p);
    dbt_plant_waiting_frame(p, frame)->down = down;
    p->whole = p->whole || down > 0.0;
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        const double nearer =
            down + leg->used.lifted * waiting[i].lift + dbt_vec3_get(waiting[i].used, up);
        const double slip = leg->usable ? slip_of(p, &waiting[i].blend.at,
                                                  dbt_plant_on_ground(p, waiting[i].used), nearer)
                                        : 0.0;
        const double known = dbt_smooth_bound_next(&leg->slips, slip);
        if (frame >= p->begin + 2 * p->half)
            dbt_plant_waiting_legs(p, frame - 2 * p->half)[i].slip = fmin(known, 1.0);
    }
}

/* Lifts the foot of a waiting frame off the ground: slowly at first, but no less than it must. */
static void lift(dbt_plant *p, size_t frame, int leg, double by)
{
    waiting_leg *waiting = &dbt_plant_waiting_legs(p, frame)[leg];
    waiting->lift = fmax(by * lift_eased_in(p, frame), waiting->below);
    if (waiting->lift > DBT_PLANT_UNMOVED && p->active < frame)
        p->active = frame;
}

/* Finds how far the motion root must go down in a frame, and what is known then of earlier ones. */
static void settle_next(dbt_plant *p)
{
    const size_t frame = p->settled++;
    waiting_leg *waiting = dbt_plant_waiting_legs(p, frame);
    double drop = 0.0;
    for (int i = 0; i < p->n_legs; i++) {
        if (!p->legs[i].usable)
            continue;
        waiting[i].used = used_of(p, i, &waiting[i]);
        drop = fmax(drop, drop_for(p, &p->legs[i], &waiting[i]));
    }
    const double down = dbt_smooth_bound_next(&p->drops, drop);
    if (frame >= p->begin + 2 * p->half)
        find_slips(p, frame - 2 * p->half,
                   p->dropped * down * drop_eased_in(p, frame - 2 * p->half));
}

void dbt_plant_unsettle(dbt_plant *p)
{
    p->settled = p->begin;
    dbt_smooth_bound_restart(&p->drops);
    for (int i = 0; i < p->n_legs; i++)
        dbt_smooth_bound_restart(&p->legs[i].slips);
}

void dbt_plant_settle(dbt_plant *p, size_t frame)
{
    while (p->settled <= frame + 4 * p->half)
        settle_next(p);
}

/* The rotation from one end of a limb to the parent of the other, as p->world has them. */
static dbt_quat twist_of(const dbt_plant *p, int from, int to)
{
    const int parent = dbt_plant_skeleton_of(p)->joints[to].parent;
    return parent == from ? DBT_QUAT_IDENTITY
                          : dbt_quat_mul(dbt_quat_conj(p->world[from].rot), p->world[parent].rot);
}

/* Keeps where a leg's blend is, which is in p->world. */
static void keep_leg(const dbt_plant *p, const dbt_leg *joints, placed_leg *leg)
{
    leg->at = dbt_plant_leg_pose(p, *joints);
    leg->above = p->world[dbt_plant_skeleton_of(p)->joints[joints->hip].parent].rot;
    leg->thigh = p->world[joints->hip].rot;
    leg->shin = p->world[joints->knee].rot;
    leg->foot = p->world[joints->foot].rot;
    leg->thigh_twist = twist_of(p, joints->hip, joints->knee);
    leg->shin_twist = twist_of(p, joints->knee, joints->foot);
    leg->ball = joints->ball < 0 ? leg->foot : p->world[joints->ball].rot;
}

void dbt_plant_give(dbt_plant *plant, const dbt_transform *blend)
{
    dbt_plant *p = plant;
    const size_t frame = p->next++, n = (size_t)dbt_plant_skeleton_of(p)->n_joints;
    const int motion_root = p->sequence->chain.motion_root,
              parent = dbt_plant_skeleton_of(p)->joints[motion_root].parent;
    waiting_leg *waiting = dbt_plant_waiting_legs(p, frame);
    memcpy(dbt_plant_waiting_pose(p, frame), blend, n * sizeof *blend);
    dbt_plant_place_legs(p, blend);
    *dbt_plant_waiting_frame(p, frame) =
        (waiting_frame){ .above = parent < 0 ? DBT_QUAT_IDENTITY : p->world[parent].rot };
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        waiting[i] = (waiting_leg){ .slip = 0.0 };
        if (!leg->usable)
            continue;
        waiting[i] = dbt_plant_step_leg(p, leg, frame);
        keep_leg(p, &leg->joints, &waiting[i].blend);
        const double known = dbt_smooth_bound_next(&leg->lifts, waiting[i].below);
        if (frame >= p->begin + 2 * p->half)
            lift(p, frame - 2 * p->half, i, known);
    }
    if (!p->shared && p->active > p->begin)
        p->last = dbt_min(dbt_max(p->last, p->active + 2 * p->half + 3), p->last_most);
}
