#include "fit/retarget.h"

#include "base/exponential.h"
#include "motion/leg.h"
#include "motion/pose.h"
#include "motion/simd_fk.h"
#include "motion/smooth_bound.h"

#include <string.h>

/* A leg of the target in a frame, before IK moves its foot to the goal. World space, units.
 * Index: thigh, shin, foot. */
typedef struct leg_frame {
    dbt_vec3 pos[3];   /* world positions */
    dbt_vec3 goal;     /* goal of the foot */
    dbt_quat rot[3];   /* world rotations */
    dbt_quat above[3]; /* world rotations of the joints' parents */
} leg_frame;

/* The body of the target in a frame. */
typedef struct body_frame {
    leg_frame legs[2];
    dbt_vec3 mover;   /* world position of the mover */
    dbt_vec3 lateral; /* unit vector from right to left thigh; zero: undefined */
} body_frame;

/* Context of retargeting one clip. */
typedef struct retargeting {
    const dbt_pairs *pairs;
    const dbt_skeleton *source, *target;
    int mover;            /* joint of the target whose position changes */
    dbt_path up_rotation; /* parent of ROOT's path: from the source's up axis to the target's */
    dbt_vec3 lift;        /* translation of positions, after rotation and scaling */
    double *values;
    double *template;    /* [n_channels of target]: frame 0's positions, rest rotations */
    bool *needed;        /* [n_joints of source]: whether `world` is computed */
    bool *follows;       /* [n_joints of target]: the joint, or one below it, follows the source */
    bool *is_positioned; /* [n_joints of target]: below the mover, down to a foot */
    bool *in_leg;        /* [n_joints of target]: thigh, shin or foot */
    dbt_quat *rots;      /* [n_joints of target]: world rotations */
    dbt_vec3 *positions; /* [n_joints of target]: world positions relative to the mover */
    dbt_vec3 *rest_pos;  /* [n_joints of target]: local positions in frame 0 */
    body_frame *pending; /* [2 half + 1]: ring buffer of frames whose drop is not yet final */
    const dbt_transform *world; /* [n_joints of source]: world transforms in the current frame */
    dbt_paths paths;            /* of the needed joints */
    size_t half;
    dbt_smooth_bound drops; /* smooth envelope of the drop of the hips */
    size_t too_large;       /* first frame with a value that is not finite; SIZE_MAX: none */
    dbt_arena memory;
} retargeting;

/* ease: width of the envelope of the drop, seconds. MAX_HALF: limit of its half-width, frames. */
static const double ease = 0.1;
enum { MAX_HALF = 50 };

/* soft: fraction of the leg's length over which it stretches softly. deepest: maximum drop of
 * the hips, as a fraction of the leg's length. */
static const double soft = 0.03, deepest = 0.15;

/* ---- the mover ---- */

int dbt_find_mover(const dbt_rig *rig)
{
    const dbt_joint *joints = rig->clip->skeleton.joints;
    int j = rig->roles.hips;
    while (j >= 0 && (joints[j].pos_channel[0] < 0 || joints[j].pos_channel[1] < 0 ||
                      joints[j].pos_channel[2] < 0))
        j = joints[j].parent;
    return j;
}

/* ---- setup ---- */

/* Sets needed, follows, is_positioned and in_leg, all false before, from the followers. */
static void mark_joints(retargeting *c)
{
    const dbt_rig *source = c->pairs->source, *target = c->pairs->target;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_THIGH; r <= DBT_FOOT; r++) {
            c->needed[source->roles.joint[r][side]] = true;
            c->in_leg[target->roles.joint[r][side]] = true;
        }
    for (int j = 0; j < c->target->n_joints; j++) {
        const dbt_follower *f = &c->pairs->followers[j];
        c->follows[j] = f->n_from > 0;
        for (int i = 0; i < f->n_from; i++)
            c->needed[f->from[i]] = true;
        if (f->aims_at >= 0)
            c->needed[f->aims_at] = true;
        c->is_positioned[j] = c->in_leg[j];
    }
    dbt_mark_above(c->source, c->needed);
    dbt_mark_above(c->target, c->follows);
    dbt_mark_above(c->target, c->is_positioned);
    for (int j = 0; j <= c->mover; j++)
        c->is_positioned[j] = false;
}

/* Sets rest_pos and template, both already allocated. The template has frame 0 of the target's
 * clip, and rest rotations of joints that follow none. Its other rotations only select the nearest
 * Euler angles of the first frame. */
static void write_template(retargeting *c)
{
    const double *first = dbt_clip_frame(c->pairs->target->clip, 0);
    memcpy(c->template, first, (size_t)c->target->n_channels * sizeof *first);
    for (int j = 0; j < c->target->n_joints; j++) {
        c->rest_pos[j] = dbt_joint_from_values(&c->target->joints[j], first).pos;
        if (c->pairs->followers[j].n_from == 0)
            dbt_joint_to_values(&c->target->joints[j],
                                (dbt_transform){ c->rest_pos[j], c->pairs->followers[j].rest },
                                first, c->template);
    }
}

/* Sets all members of *c from `half` and `needed` on, after pairs, source, target and mover.
 * Release c->memory afterwards. */
static void begin(retargeting *c)
{
    const size_t n_s = (size_t)c->source->n_joints, n_t = (size_t)c->target->n_joints;
    const dbt_quat up = dbt_quat_arc(c->pairs->source->up, c->pairs->target->up);
    c->half = (size_t)fmin(floor(0.5 * ease / c->pairs->source->clip->frame_time + 0.5), MAX_HALF);
    const double *weights = dbt_smooth_bound_weights(c->half, &c->memory);
    c->drops = dbt_smooth_bound_new(c->half, weights, &c->memory);
    c->pending = dbt_arena_array(&c->memory, 2 * c->half + 1, sizeof *c->pending);
    c->template = dbt_arena_array(&c->memory, (size_t)c->target->n_channels, sizeof *c->template);
    c->needed = dbt_arena_array(&c->memory, n_s, sizeof *c->needed);
    c->follows = dbt_arena_array(&c->memory, n_t, sizeof *c->follows);
    c->is_positioned = dbt_arena_array(&c->memory, n_t, sizeof *c->is_positioned);
    c->in_leg = dbt_arena_array(&c->memory, n_t, sizeof *c->in_leg);
    c->rots = dbt_arena_array(&c->memory, n_t, sizeof *c->rots);
    c->positions = dbt_arena_array(&c->memory, n_t, sizeof *c->positions);
    c->rest_pos = dbt_arena_array(&c->memory, n_t, sizeof *c->rest_pos);
    c->too_large = SIZE_MAX;
    mark_joints(c);
    dbt_paths_init(&c->paths, c->source, c->needed, &c->memory);
    c->paths.list[0].parent = &c->up_rotation;
    c->up_rotation.rot[0] += up.w;
    c->up_rotation.rot[1] += up.x;
    c->up_rotation.rot[2] += up.y;
    c->up_rotation.rot[3] += up.z;
    write_template(c);
}

/* ---- rows of values ---- */

static double *values_at(const retargeting *c, size_t frame)
{
    return c->values + frame * (size_t)c->target->n_channels;
}

/* Writes a joint's local rotation in a frame. The joint's channels must be able to represent it. */
static void write_rot(const retargeting *c, int joint, dbt_quat local, size_t frame)
{
    dbt_joint_to_values(&c->target->joints[joint], (dbt_transform){ c->rest_pos[joint], local },
                        frame > 0 ? values_at(c, frame - 1) : c->template, values_at(c, frame));
}

/* ---- rotations ---- */

/* Returns the world rotation of a joint that follows the source. Needs world[] and n_from > 0. */
static dbt_quat followed_rotation(const retargeting *c, const dbt_follower *f)
{
    dbt_quat rot = dbt_quat_mul(c->world[f->from[0]].rot, f->right_offset[0]);
    if (f->n_from == 2) { /* slerp along the shorter arc */
        const dbt_quat to = dbt_quat_mul(c->world[f->from[1]].rot, f->right_offset[1]);
        rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(dbt_quat_difference(to, rot), f->weight)),
                           rot);
    }
    if (f->aims_at < 0)
        return dbt_quat_mul(rot, f->post);
    const dbt_vec3 to = dbt_unit(dbt_vec3_sub(c->world[f->aims_at].pos, c->world[f->from[0]].pos),
                                 c->pairs->source->min_length);
    const dbt_vec3 ahead =
        dbt_unit(dbt_quat_rotate(rot, f->aim_axis), c->pairs->target->min_length);
    return dbt_quat_mul(dbt_quat_arc(ahead, to), rot);
}

/* Sets rots[] of joints in c->follows, and positions[] of joints in c->is_positioned. Writes to
 * c->values the rotations of joints outside the legs that follow the source; the frame's other
 * values do not change. Needs world[]. */
static void rotate_joints(const retargeting *c, size_t frame)
{
    for (int j = 0; j < c->target->n_joints; j++) {
        const dbt_joint *joint = &c->target->joints[j];
        const dbt_follower *f = &c->pairs->followers[j];
        if (!c->follows[j])
            continue;
        const dbt_quat above = joint->parent < 0 ? DBT_QUAT_IDENTITY : c->rots[joint->parent];
        dbt_quat local = f->rest;
        if (f->n_from > 0) {
            c->rots[j] = followed_rotation(c, f);
            local =
                dbt_joint_nearest_rotation(joint, dbt_quat_mul(dbt_quat_conj(above), c->rots[j]));
        }
        if (f->n_from == 0 || joint->n_rot < 3)
            c->rots[j] = dbt_quat_mul(above, local);
        if (c->is_positioned[j])
            c->positions[j] =
                dbt_vec3_add(c->positions[joint->parent], dbt_quat_rotate(above, c->rest_pos[j]));
        if (f->n_from > 0 && !c->in_leg[j])
            write_rot(c, j, local, frame);
    }
}

/* ---- positions ---- */

/* Returns a position of the source, scaled and translated to the target's rig. */
static dbt_vec3 scaled_pos(const retargeting *c, dbt_vec3 pos)
{
    return dbt_vec3_add_scaled(c->lift, c->pairs->size, pos);
}

static dbt_vec3 midpoint(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_vec3_scale(dbt_vec3_add(a, b), 0.5);
}

/* Sets *body for the current frame: the mover's position puts the middle of the target's thighs at
 * the scaled one of the source. Also sets the legs as they are before IK, with the goals of the
 * feet: scaled positions of the source's feet. Needs world[], rots[] and positions[]. */
static void set_body(const retargeting *c, body_frame *body)
{
    const dbt_roles *source = &c->pairs->source->roles, *target = &c->pairs->target->roles;
    const int *s_thighs = source->joint[DBT_THIGH], *t_thighs = target->joint[DBT_THIGH];
    const dbt_vec3 left = c->positions[t_thighs[DBT_LEFT]],
                   right = c->positions[t_thighs[DBT_RIGHT]];
    const dbt_vec3 goal = scaled_pos(
        c, midpoint(c->world[s_thighs[DBT_LEFT]].pos, c->world[s_thighs[DBT_RIGHT]].pos));
    body->mover = dbt_vec3_sub(goal, midpoint(left, right));
    body->lateral = dbt_unit(dbt_vec3_sub(left, right), c->pairs->target->min_length);
    for (int side = 0; side < 2; side++) {
        leg_frame *leg = &body->legs[side];
        for (int i = 0; i < 3; i++) {
            const int joint = target->joint[DBT_THIGH + i][side];
            leg->pos[i] = dbt_vec3_add(body->mover, c->positions[joint]);
            leg->rot[i] = c->rots[joint];
            leg->above[i] = c->rots[c->target->joints[joint].parent]; /* defined: below the hips */
        }
        leg->goal = scaled_pos(c, c->world[source->joint[DBT_FOOT][side]].pos);
    }
}

/* ---- legs ---- */

static dbt_leg_pose pose_of(const leg_frame *leg)
{
    return dbt_leg_pose_of(leg->pos[0], leg->pos[1], leg->pos[2]);
}

/* Whether both bones are longer than 0. */
static bool bends(const retargeting *c, const dbt_leg_pose *leg)
{
    return leg->thigh >= c->pairs->target->min_length && leg->shin >= c->pairs->target->min_length;
}

/* Returns the distance from hip to foot for a goal at distance d. It approaches the leg's length
 * softly, from 97 % of it or from the present distance if that is longer. */
static double reached(const dbt_leg_pose *leg, double d)
{
    const double whole = dbt_leg_length(leg), rest = fmin(soft * whole, whole - leg->line);
    const double begin = whole - rest;
    if (d <= begin)
        return d;
    return rest > 1e-9 * whole ? whole - rest * dbt_exp((begin - d) / rest) : whole;
}

/* Returns the distance, units, by which the hips must drop to bring a foot to its goal, at most
 * 15 % of the leg. Returns 0 if the goal is within reach, or if thigh or shin has no length. */
static double drop_of(const retargeting *c, const leg_frame *leg)
{
    const dbt_leg_pose pose = pose_of(leg);
    const double far = dbt_vec3_length(dbt_vec3_sub(leg->goal, pose.hip));
    const double reach = reached(&pose, far);
    if (!bends(c, &pose) || !(far > reach))
        return 0.0;
    /* limit of twice the missing distance: a foot far to the side does not reach its goal */
    const double max_drop = fmin(2.0 * (far - reach), deepest * dbt_leg_length(&pose));
    return dbt_leg_drop(reach, pose.hip, leg->goal, c->pairs->target->up, max_drop);
}

/* Returns the world rotation of the shin about the knee that brings the foot to distance d, units,
 * from the hip (law of cosines). Clamps d to what the bones allow. A straight leg bends about
 * `lateral`, a unit vector or zero. Returns the identity if the leg is straight and `lateral` is
 * zero or along it. Thigh and shin need a length. */
static dbt_quat bend_of(const dbt_leg_pose *leg, double d, dbt_vec3 lateral)
{
    const double a = leg->thigh, b = leg->shin;
    const dbt_vec3 thigh = dbt_vec3_scale(dbt_vec3_sub(leg->knee, leg->hip), 1.0 / a);
    const dbt_vec3 shin = dbt_vec3_scale(dbt_vec3_sub(leg->foot, leg->knee), 1.0 / b);
    const dbt_vec3 cross = dbt_vec3_cross(thigh, shin);
    /* a straight leg bends about the lateral axis */
    const bool straight = dbt_vec3_length(cross) < 1e-4;
    const dbt_vec3 axis = dbt_unit(straight ? dbt_vec3_across(lateral, thigh) : cross, 1e-6);
    if (!dbt_is_unit(axis))
        return DBT_QUAT_IDENTITY;
    d = fmin(fmax(d, fabs(a - b)), dbt_leg_length(leg));
    const double cosine = fmax(fmin((d * d - a * a - b * b) / (2.0 * a * b), 1.0), -1.0);
    const double wanted = dbt_atan2(sqrt((1.0 - cosine) * (1.0 + cosine)), cosine);
    const double now = dbt_atan2(dbt_vec3_dot(cross, axis), dbt_vec3_dot(thigh, shin));
    return dbt_quat_exp(dbt_vec3_scale(axis, wanted - now));
}

/* Two-bone IK: sets rotations[2], to multiply the world rotations of thigh and shin from the left.
 * They bring the foot as near to its goal as the bones allow; the identity if a bone has no length.
 * by: displacement of the hips. */
static void reach_goal(const retargeting *c, const leg_frame *leg, dbt_vec3 by, dbt_vec3 lateral,
                       dbt_quat rotations[2])
{
    const double min_length = c->pairs->target->min_length;
    const dbt_leg_pose pose = pose_of(leg);
    const dbt_vec3 to = dbt_vec3_sub(leg->goal, dbt_vec3_add(pose.hip, by));
    const double far = dbt_vec3_length(to);
    const double before = dbt_vec3_length(dbt_vec3_sub(leg->goal, pose.hip));
    rotations[0] = rotations[1] = DBT_QUAT_IDENTITY;
    if (!bends(c, &pose))
        return;
    rotations[1] = bend_of(&pose, fmin(far, reached(&pose, fmax(far, before))), lateral);
    const dbt_vec3 shin = dbt_quat_rotate(rotations[1], dbt_vec3_sub(pose.foot, pose.knee));
    const dbt_vec3 line =
        dbt_unit(dbt_vec3_add(dbt_vec3_sub(pose.knee, pose.hip), shin), min_length);
    rotations[0] = dbt_quat_arc(line, dbt_unit(to, min_length));
    rotations[1] = dbt_quat_mul(rotations[0], rotations[1]);
}

/* Brings the foot of a leg to its goal, as near as the bones allow, and writes the rotations of
 * thigh, shin and foot to c->values. The foot preserves its world rotation. by: displacement of the
 * hips. */
static void finish_leg(const retargeting *c, const body_frame *body, int side, dbt_vec3 by,
                       size_t frame)
{
    const leg_frame *leg = &body->legs[side];
    dbt_quat rotations[2];
    reach_goal(c, leg, by, body->lateral, rotations);
    dbt_quat above = leg->above[0];
    for (int i = 0; i < 3; i++) {
        const int joint = c->pairs->target->roles.joint[DBT_THIGH + i][side];
        const dbt_quat wanted = i < 2 ? dbt_quat_mul(rotations[i], leg->rot[i]) : leg->rot[i];
        const dbt_quat local = dbt_joint_nearest_rotation(
            &c->target->joints[joint], dbt_quat_mul(dbt_quat_conj(above), wanted));
        write_rot(c, joint, local, frame);
        if (i < 2) /* joints between have constant local rotations */
            above = dbt_quat_mul(dbt_quat_mul(above, local),
                                 dbt_quat_mul(dbt_quat_conj(leg->rot[i]), leg->above[i + 1]));
    }
}

/* ---- frames ---- */

static body_frame *pending_frame(const retargeting *c, size_t frame)
{
    return &c->pending[frame % (2 * c->half + 1)];
}

/* Writes a frame of c->values, except rotations of the legs and the mover's position, and stores
 * its body in `pending`. Returns the drop of the hips that the feet need, units. */
static double begin_frame(retargeting *c, size_t frame)
{
    const dbt_clip *clip = c->pairs->source->clip;
    body_frame *body = pending_frame(c, frame);
    memcpy(values_at(c, frame), c->template, (size_t)c->target->n_channels * sizeof *c->values);
    c->world = dbt_paths_at(&c->paths, clip->values, clip->n_frames, frame);
    rotate_joints(c, frame);
    set_body(c, body);
    return fmax(drop_of(c, &body->legs[DBT_LEFT]), drop_of(c, &body->legs[DBT_RIGHT]));
}

/* Completes a frame of c->values from its body in `pending`: rotations of the legs, and the mover's
 * position below its parent in the target's frame 0. down: drop of the hips, units. If a value is
 * not finite, sets too_large to this frame, unless it is set. */
static void finish_frame(retargeting *c, size_t frame, double down)
{
    const body_frame *body = pending_frame(c, frame);
    const dbt_vec3 by = dbt_vec3_scale(c->pairs->target->up, -down);
    const dbt_joint *mover = &c->target->joints[c->mover];
    double *values = values_at(c, frame);
    dbt_vec3 pos = dbt_vec3_add(body->mover, by);
    finish_leg(c, body, DBT_LEFT, by, frame);
    finish_leg(c, body, DBT_RIGHT, by, frame);
    if (mover->parent >= 0) {
        const dbt_transform above = c->pairs->target->first[mover->parent];
        pos = dbt_quat_rotate(dbt_quat_conj(above.rot), dbt_vec3_sub(pos, above.pos));
    }
    for (int axis = 0; axis < 3; axis++)
        values[mover->first_channel + mover->pos_channel[axis]] = dbt_vec3_get(pos, axis);
    for (int i = 0; i < c->target->n_channels && c->too_large == SIZE_MAX; i++)
        c->too_large = isfinite(values[i]) ? SIZE_MAX : frame;
}

bool dbt_retarget(const dbt_pairs *pairs, int mover, double *values, dbt_error *err)
{
    const dbt_rig *source = pairs->source, *target = pairs->target;
    const double lift = fmin(target->ground[DBT_LEFT], target->ground[DBT_RIGHT]) -
                        pairs->size * fmin(source->ground[DBT_LEFT], source->ground[DBT_RIGHT]);
    retargeting c = { .pairs = pairs,
                      .source = &source->clip->skeleton,
                      .target = &target->clip->skeleton,
                      .mover = mover,
                      .lift = dbt_vec3_scale(target->up, lift),
                      .values = values };
    begin(&c);
    const size_t n = source->clip->n_frames, late = 2 * c.half;
    /* completes each frame once the envelope of the drop is known: `late` frames later */
    for (size_t f = 0; f < n + late && c.too_large == SIZE_MAX; f++) {
        const double drop = f < n ? begin_frame(&c, f) : 0.0;
        const double down = dbt_smooth_bound_next(&c.drops, drop);
        if (f >= late)
            finish_frame(&c, f - late, down);
    }
    dbt_arena_release(&c.memory);
    return c.too_large == SIZE_MAX ||
           dbt_fail(err, DBT_E_NUMBER, "its numbers are too large (frame %zu)", c.too_large);
}
