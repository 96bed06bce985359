#include "fit/carry.h"

#include "base/exponential.h"
#include "motion/leg.h"
#include "motion/pose.h"
#include "motion/smooth_bound.h"

#include <string.h>

/* A leg of the rig in a frame, before its foot is moved to its goal. Units, world. */
typedef struct leg_frame {
    dbt_vec3 pos[3];   /* of thigh, shin and foot */
    dbt_vec3 goal;     /* of the foot */
    dbt_quat rot[3];   /* of thigh, shin and foot */
    dbt_quat above[3]; /* of their parents */
} leg_frame;

typedef struct body_frame {
    leg_frame legs[2];
    dbt_vec3 mover;   /* its world position */
    dbt_vec3 lateral; /* from right to left thigh, unit; zero: undefined */
} body_frame;

typedef struct carrying {
    const dbt_pairs *pairs;
    const dbt_skeleton *source, *target;
    int mover;     /* the joint of the target whose position changes */
    dbt_quat turn; /* from the clip's up axis to the rig's */
    dbt_vec3 lift; /* of positions, after they are turned and scaled */
    double *values;
    double *template;     /* [n_channels of target]: frame 0's positions, joints at rest */
    bool *needed;         /* [n_joints of source]: joints whose world transforms are computed */
    bool *turns;          /* [n_joints of target]: it, or a joint below it, follows */
    bool *placed;         /* [n_joints of target]: between the mover and a foot */
    bool *in_leg;         /* [n_joints of target]: thigh, shin or foot */
    dbt_transform *world; /* [n_joints of source] */
    dbt_quat *rots;       /* [n_joints of target], world */
    dbt_vec3 *places;     /* [n_joints of target], world; the mover's is the origin */
    dbt_vec3 *firsts;     /* [n_joints of target]: local positions in frame 0 */
    body_frame *waiting;  /* [2 half + 1], a ring: frames whose hips may yet go down */
    size_t half;
    dbt_smooth_bound drops; /* of the hips */
    size_t too_large;       /* a frame with a value that is not finite; SIZE_MAX: none */
    dbt_arena memory;
} carrying;

/* The hips go down, where a foot is out of reach, over this time in seconds; but over no more than
 * MOST_HALF frames on each side of the frame. */
static const double ease = 0.1;
enum { MOST_HALF = 50 };

/* The part of a leg's length in which it stretches softly, and of which the hips go down at most.
 */
static const double soft = 0.03, deepest = 0.15;

/* ---- what both rigs say ---- */

int dbt_find_mover(const dbt_rig *rig)
{
    const dbt_joint *joints = rig->clip->skeleton.joints;
    int j = rig->roles.hips;
    while (j >= 0 && (joints[j].pos_channel[0] < 0 || joints[j].pos_channel[1] < 0 ||
                      joints[j].pos_channel[2] < 0))
        j = joints[j].parent;
    return j;
}

/* ---- begin ---- */

static void mark_joints(carrying *c)
{
    const dbt_rig *source = c->pairs->source, *target = c->pairs->target;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_THIGH; r <= DBT_FOOT; r++) {
            c->needed[source->roles.joint[r][side]] = true;
            c->in_leg[target->roles.joint[r][side]] = true;
        }
    for (int j = 0; j < c->target->n_joints; j++) {
        const dbt_follower *f = &c->pairs->followers[j];
        c->turns[j] = f->n_from > 0;
        for (int i = 0; i < f->n_from; i++)
            c->needed[f->from[i]] = true;
        if (f->aims_at >= 0)
            c->needed[f->aims_at] = true;
        c->placed[j] = c->in_leg[j];
    }
    dbt_mark_above(c->source, c->needed);
    dbt_mark_above(c->target, c->turns);
    dbt_mark_above(c->target, c->placed);
    for (int j = 0; j <= c->mover; j++)
        c->placed[j] = false;
}

/* Writes the values that do not change; the others are the nearest for the first frame. */
static void write_template(carrying *c)
{
    const double *first = dbt_clip_frame(c->pairs->target->clip, 0);
    memcpy(c->template, first, (size_t)c->target->n_channels * sizeof *first);
    for (int j = 0; j < c->target->n_joints; j++) {
        c->firsts[j] = dbt_joint_from_values(&c->target->joints[j], first).pos;
        if (c->pairs->followers[j].n_from == 0)
            dbt_joint_to_values(&c->target->joints[j],
                                (dbt_transform){ c->firsts[j], c->pairs->followers[j].rest }, first,
                                c->template);
    }
}

static void begin(carrying *c)
{
    const size_t n_s = (size_t)c->source->n_joints, n_t = (size_t)c->target->n_joints;
    c->half = (size_t)fmin(floor(0.5 * ease / c->pairs->source->clip->frame_time + 0.5), MOST_HALF);
    const double *weights = dbt_smooth_bound_weights(c->half, &c->memory);
    c->drops = dbt_smooth_bound_new(c->half, weights, &c->memory);
    c->waiting = dbt_arena_array(&c->memory, 2 * c->half + 1, sizeof *c->waiting);
    c->template = dbt_arena_array(&c->memory, (size_t)c->target->n_channels, sizeof *c->template);
    c->needed = dbt_arena_array(&c->memory, n_s, sizeof *c->needed);
    c->world = dbt_arena_array(&c->memory, n_s, sizeof *c->world);
    c->turns = dbt_arena_array(&c->memory, n_t, sizeof *c->turns);
    c->placed = dbt_arena_array(&c->memory, n_t, sizeof *c->placed);
    c->in_leg = dbt_arena_array(&c->memory, n_t, sizeof *c->in_leg);
    c->rots = dbt_arena_array(&c->memory, n_t, sizeof *c->rots);
    c->places = dbt_arena_array(&c->memory, n_t, sizeof *c->places);
    c->firsts = dbt_arena_array(&c->memory, n_t, sizeof *c->firsts);
    c->too_large = SIZE_MAX;
    mark_joints(c);
    write_template(c);
}

/* ---- rows of values ---- */

static double *values_at(const carrying *c, size_t frame)
{
    return c->values + frame * (size_t)c->target->n_channels;
}

static const double *values_before(const carrying *c, size_t frame)
{
    return frame > 0 ? values_at(c, frame - 1) : c->template;
}

/* Writes a joint's local rotation, which its channels can hold, in a frame. */
static void write_rot(const carrying *c, int joint, dbt_quat local, size_t frame)
{
    dbt_joint_to_values(&c->target->joints[joint], (dbt_transform){ c->firsts[joint], local },
                        values_before(c, frame), values_at(c, frame));
}

/* ---- rotations ---- */

/* Computes the world transforms of the clip's needed joints, with the rig's up axis. */
static void pose_clip(const carrying *c, const double *values)
{
    const dbt_transform turn = { DBT_VEC3_ZERO, c->turn };
    for (int j = 0; j < c->source->n_joints; j++) {
        const int parent = c->source->joints[j].parent;
        if (c->needed[j])
            c->world[j] = dbt_transform_mul(parent < 0 ? turn : c->world[parent],
                                            dbt_joint_from_values(&c->source->joints[j], values));
    }
}

/* The short way from a to b, by share. */
static dbt_quat slerp(dbt_quat a, dbt_quat b, double share)
{
    return dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(dbt_quat_difference(b, a), share)), a);
}

/* The world rotation of a joint that follows others. */
static dbt_quat followed(const carrying *c, const dbt_follower *f)
{
    dbt_quat rot = dbt_quat_mul(c->world[f->from[0]].rot, f->behind[0]);
    if (f->n_from == 2)
        rot = slerp(rot, dbt_quat_mul(c->world[f->from[1]].rot, f->behind[1]), f->share);
    if (f->aims_at < 0)
        return dbt_quat_mul(rot, f->last);
    const dbt_vec3 to = dbt_unit(dbt_vec3_sub(c->world[f->aims_at].pos, c->world[f->from[0]].pos),
                                 c->pairs->source->least);
    const dbt_vec3 ahead = dbt_unit(dbt_quat_rotate(rot, f->ahead), c->pairs->target->least);
    return dbt_quat_mul(dbt_quat_arc(ahead, to), rot);
}

/* Turns the joints of the rig, and writes the rotations of those that are not in the legs. */
static void turn_joints(const carrying *c, size_t frame)
{
    for (int j = 0; j < c->target->n_joints; j++) {
        const dbt_joint *joint = &c->target->joints[j];
        const dbt_follower *f = &c->pairs->followers[j];
        if (!c->turns[j])
            continue;
        const dbt_quat above = joint->parent < 0 ? DBT_QUAT_IDENTITY : c->rots[joint->parent];
        dbt_quat local = f->rest;
        if (f->n_from > 0) {
            c->rots[j] = followed(c, f);
            local =
                dbt_joint_nearest_rotation(joint, dbt_quat_mul(dbt_quat_conj(above), c->rots[j]));
        }
        if (f->n_from == 0 || joint->n_rot < 3)
            c->rots[j] = dbt_quat_mul(above, local);
        if (c->placed[j])
            c->places[j] =
                dbt_vec3_add(c->places[joint->parent], dbt_quat_rotate(above, c->firsts[j]));
        if (f->n_from > 0 && !c->in_leg[j])
            write_rot(c, j, local, frame);
    }
}

/* ---- positions ---- */

static dbt_vec3 carried(const carrying *c, dbt_vec3 pos)
{
    return dbt_vec3_add_scaled(c->lift, c->pairs->size, pos);
}

static dbt_vec3 between(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_vec3_scale(dbt_vec3_add(a, b), 0.5);
}

/* Sets the body of a frame: the hips are where the clip's are. */
static void place_body(const carrying *c, body_frame *body)
{
    const dbt_roles *source = &c->pairs->source->roles, *target = &c->pairs->target->roles;
    const int *s_thighs = source->joint[DBT_THIGH], *t_thighs = target->joint[DBT_THIGH];
    const dbt_vec3 left = c->places[t_thighs[DBT_LEFT]], right = c->places[t_thighs[DBT_RIGHT]];
    const dbt_vec3 goal =
        carried(c, between(c->world[s_thighs[DBT_LEFT]].pos, c->world[s_thighs[DBT_RIGHT]].pos));
    body->mover = dbt_vec3_sub(goal, between(left, right));
    body->lateral = dbt_unit(dbt_vec3_sub(left, right), c->pairs->target->least);
    for (int side = 0; side < 2; side++) {
        leg_frame *leg = &body->legs[side];
        for (int i = 0; i < 3; i++) {
            const int joint = target->joint[DBT_THIGH + i][side];
            leg->pos[i] = dbt_vec3_add(body->mover, c->places[joint]);
            leg->rot[i] = c->rots[joint];
            leg->above[i] =
                c->rots[c->target->joints[joint].parent]; /* a thigh is below the hips */
        }
        leg->goal = carried(c, c->world[source->joint[DBT_FOOT][side]].pos);
    }
}

/* ---- legs ---- */

static dbt_leg_pose pose_of(const leg_frame *leg)
{
    return dbt_leg_pose_of(leg->pos[0], leg->pos[1], leg->pos[2]);
}

/* Whether both bones have a length. */
static bool bends(const carrying *c, const dbt_leg_pose *leg)
{
    return leg->thigh >= c->pairs->target->least && leg->shin >= c->pairs->target->least;
}

/* The distance from hip to foot for a goal at the distance d: approaches the length of the leg
 * softly from the distance that the leg already has, or from its last 3 %. */
static double reached(const dbt_leg_pose *leg, double d)
{
    const double whole = dbt_leg_length(leg), rest = fmin(soft * whole, whole - leg->line);
    const double begin = whole - rest;
    if (d <= begin)
        return d;
    return rest > 1e-9 * whole ? whole - rest * dbt_exp((begin - d) / rest) : whole;
}

/* How far the hips must go down so that a foot that is out of reach comes to its goal. */
static double drop_of(const carrying *c, const leg_frame *leg)
{
    const dbt_leg_pose pose = pose_of(leg);
    const double far = dbt_vec3_length(dbt_vec3_sub(leg->goal, pose.hip));
    const double reach = reached(&pose, far);
    if (!bends(c, &pose) || !(far > reach))
        return 0.0;
    /* at most twice what is missing: a foot far out to the side stays short of its goal */
    const double most = fmin(2.0 * (far - reach), deepest * dbt_leg_length(&pose));
    return dbt_leg_drop(reach, pose.hip, leg->goal, c->pairs->target->up, most);
}

/* The world turn of the shin about the knee that brings the foot to the distance d from the hip. */
static dbt_quat bend_of(const dbt_leg_pose *leg, double d, dbt_vec3 lateral)
{
    const double a = leg->thigh, b = leg->shin;
    const dbt_vec3 thigh = dbt_vec3_scale(dbt_vec3_sub(leg->knee, leg->hip), 1.0 / a);
    const dbt_vec3 shin = dbt_vec3_scale(dbt_vec3_sub(leg->foot, leg->knee), 1.0 / b);
    const dbt_vec3 cross = dbt_vec3_cross(thigh, shin);
    /* a straight leg bends as knees do */
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

/* The world turns of thigh and shin that bring the foot to its goal, as near as the bones let it,
 * with the hips moved `by`. */
static void reach_goal(const carrying *c, const leg_frame *leg, dbt_vec3 by, dbt_vec3 lateral,
                       dbt_quat turns[2])
{
    const double least = c->pairs->target->least;
    const dbt_leg_pose pose = pose_of(leg);
    const dbt_vec3 to = dbt_vec3_sub(leg->goal, dbt_vec3_add(pose.hip, by));
    const double far = dbt_vec3_length(to);
    const double before = dbt_vec3_length(dbt_vec3_sub(leg->goal, pose.hip));
    turns[0] = turns[1] = DBT_QUAT_IDENTITY;
    if (!bends(c, &pose))
        return;
    turns[1] = bend_of(&pose, fmin(far, reached(&pose, fmax(far, before))), lateral);
    const dbt_vec3 shin = dbt_quat_rotate(turns[1], dbt_vec3_sub(pose.foot, pose.knee));
    const dbt_vec3 line = dbt_unit(dbt_vec3_add(dbt_vec3_sub(pose.knee, pose.hip), shin), least);
    turns[0] = dbt_quat_arc(line, dbt_unit(to, least));
    turns[1] = dbt_quat_mul(turns[0], turns[1]);
}

/* Brings the foot of a leg to its goal, with the hips moved `by`, and writes the leg's rotations.
 */
static void finish_leg(const carrying *c, const body_frame *body, int side, dbt_vec3 by,
                       size_t frame)
{
    const leg_frame *leg = &body->legs[side];
    dbt_quat turns[2];
    reach_goal(c, leg, by, body->lateral, turns);
    dbt_quat above = leg->above[0];
    for (int i = 0; i < 3; i++) {
        const int joint = c->pairs->target->roles.joint[DBT_THIGH + i][side];
        const dbt_quat wanted = i < 2 ? dbt_quat_mul(turns[i], leg->rot[i]) : leg->rot[i];
        const dbt_quat local = dbt_joint_nearest_rotation(
            &c->target->joints[joint], dbt_quat_mul(dbt_quat_conj(above), wanted));
        write_rot(c, joint, local, frame);
        if (i < 2) /* joints between keep their local rotations */
            above = dbt_quat_mul(dbt_quat_mul(above, local),
                                 dbt_quat_mul(dbt_quat_conj(leg->rot[i]), leg->above[i + 1]));
    }
}

/* ---- frames ---- */

static body_frame *waiting_frame(const carrying *c, size_t frame)
{
    return &c->waiting[frame % (2 * c->half + 1)];
}

/* Writes a frame without its legs. Returns how far the hips must go down for the feet. */
static double begin_frame(const carrying *c, size_t frame)
{
    body_frame *body = waiting_frame(c, frame);
    memcpy(values_at(c, frame), c->template, (size_t)c->target->n_channels * sizeof *c->values);
    pose_clip(c, dbt_clip_frame(c->pairs->source->clip, frame));
    turn_joints(c, frame);
    place_body(c, body);
    return fmax(drop_of(c, &body->legs[DBT_LEFT]), drop_of(c, &body->legs[DBT_RIGHT]));
}

/* Completes a frame, with the hips `down` lower. */
static void finish_frame(carrying *c, size_t frame, double down)
{
    const body_frame *body = waiting_frame(c, frame);
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

/* Frames are completed when the drops of the frames after them are known. */
static void carry_frames(carrying *c)
{
    const size_t n = c->pairs->source->clip->n_frames;
    for (size_t f = 0; f < n + 2 * c->half && c->too_large == SIZE_MAX; f++) {
        const double drop = f < n ? begin_frame(c, f) : 0.0;
        const double down = dbt_smooth_bound_next(&c->drops, drop);
        if (f >= 2 * c->half)
            finish_frame(c, f - 2 * c->half, down);
    }
}

bool dbt_carry(const dbt_pairs *pairs, int mover, double *values, dbt_error *err)
{
    const dbt_rig *source = pairs->source, *target = pairs->target;
    const double lift = fmin(target->ground[DBT_LEFT], target->ground[DBT_RIGHT]) -
                        pairs->size * fmin(source->ground[DBT_LEFT], source->ground[DBT_RIGHT]);
    carrying c = { .pairs = pairs,
                   .source = &source->clip->skeleton,
                   .target = &target->clip->skeleton,
                   .mover = mover,
                   .turn = dbt_quat_arc(source->up, target->up),
                   .lift = dbt_vec3_scale(target->up, lift),
                   .values = values };
    begin(&c);
    carry_frames(&c);
    dbt_arena_release(&c.memory);
    return c.too_large == SIZE_MAX ||
           dbt_fail(err, DBT_E_NUMBER, "its numbers are too large (frame %zu)", c.too_large);
}
