#include "net/bridge.h"

#include "base/exponential.h"
#include "base/trig.h"
#include "motion/pose.h"

static const double rate = 30.0; /* frames a second in the inputs */

static const double past_seconds[DBT_BRIDGE_PAST] = { 1.0 / 30.0, 5.0 / 30.0, 9.0 / 30.0 };

size_t dbt_bridge_past_frames(int past, double dt)
{
    return (size_t)fmax(1.0, floor(past_seconds[past] / dt + 0.5));
}

/* Offsets among the inputs of one joint. */
enum {
    POSITION = 0,
    FROM_PAST = 3,
    TO_END = FROM_PAST + 3 * DBT_BRIDGE_PAST,
    AFTER_END = TO_END + 3,
    ROTATIONS = AFTER_END + 3,
    VELOCITIES = ROTATIONS + 12,
};

int dbt_bridge_input_kind(int i)
{
    const int offset = i == 0 ? 0 : (i - 1) % DBT_BRIDGE_JOINT_INPUTS;
    if (i == 0)
        return 0;
    if (offset < ROTATIONS)
        return 1 + offset / 3;
    return 1 + ROTATIONS / 3 + (offset >= VELOCITIES);
}

/* Returns the inputs of rotating joint k in the context x. */
static dbt_real *joint_inputs(dbt_real *x, int k)
{
    return x + 1 + (ptrdiff_t)k * DBT_BRIDGE_JOINT_INPUTS;
}

/* The world rotation of joint j; of j < 0: the identity. */
static dbt_quat world_rot(const dbt_skeleton *skeleton, const dbt_transform *pose, int j)
{
    dbt_quat rot = DBT_QUAT_IDENTITY;
    for (; j >= 0; j = skeleton->joints[j].parent)
        rot = dbt_quat_mul(pose[j].rot, rot);
    return rot;
}

/* The world rotation of the motion root's parent in a local pose; the identity if it has none. */
static dbt_quat motion_root_parent_rot(const dbt_bridge_ends *ends, const dbt_transform *pose)
{
    return world_rot(ends->skeleton, pose, ends->skeleton->joints[ends->rotating[0]].parent);
}

dbt_quat dbt_bridge_heading(const dbt_bridge_ends *ends)
{
    return dbt_quat_twist(world_rot(ends->skeleton, ends->src, ends->rotating[0]),
                          dbt_vec3_axis(ends->up));
}

/* The rotation of rotating joint k in a local pose: of the motion root (k = 0) in the heading
 * frame, of others in the parent's space. to_heading: from the world to the heading frame. */
static dbt_quat rotation_of(const dbt_bridge_ends *ends, dbt_quat to_heading,
                            const dbt_transform *pose, int k)
{
    const dbt_quat rot = pose[ends->rotating[k]].rot;
    if (k > 0)
        return rot;
    return dbt_quat_mul(dbt_quat_mul(to_heading, motion_root_parent_rot(ends, pose)), rot);
}

/* Writes all joints' inputs for one end (0 first, 1 second) to the context x: rotations in the pose
 * `at`, and angular velocities, rad/s, between the poses `from` and `to`, one frame apart. These
 * are 0 if `from` or `to` is NULL. to_heading: rotates from the world to the heading frame. */
static void encode_rotations(const dbt_bridge_ends *ends, dbt_quat to_heading,
                             const dbt_transform *at, const dbt_transform *from,
                             const dbt_transform *to, int end, dbt_real *x)
{
    for (int k = 0; k < ends->n_rotating; k++) {
        dbt_real *inputs = joint_inputs(x, k);
        const dbt_quat now = rotation_of(ends, to_heading, at, k);
        dbt_vec3 rotvec = DBT_VEC3_ZERO;
        if (from && to)
            rotvec = dbt_quat_difference(rotation_of(ends, to_heading, to, k),
                                         rotation_of(ends, to_heading, from, k));
        dbt_real *columns = inputs + ROTATIONS + 6 * end;
        dbt_reals_set(columns, dbt_quat_rotate(now, (dbt_vec3){ 1.0, 0.0, 0.0 }));
        dbt_reals_set(columns + 3, dbt_quat_rotate(now, (dbt_vec3){ 0.0, 1.0, 0.0 }));
        dbt_reals_set(inputs + VELOCITIES + 3 * end, dbt_vec3_scale(rotvec, 1.0 / ends->dt));
    }
}

/* Writes the displacement of each rotating joint from one world pose to another, in the heading
 * frame and times scale, to its inputs at `offset` in the context x. */
static void encode_displacement(const dbt_bridge_ends *ends, dbt_quat to_heading,
                                const dbt_transform *from, const dbt_transform *to, double scale,
                                int offset, dbt_real *x)
{
    for (int k = 0; k < ends->n_rotating; k++) {
        const int j = ends->rotating[k];
        const dbt_vec3 displacement = dbt_vec3_sub(to[j].pos, from[j].pos);
        dbt_reals_set(joint_inputs(x, k) + offset,
                      dbt_quat_rotate(to_heading, dbt_vec3_scale(displacement, scale)));
    }
}

void dbt_bridge_encode(const dbt_bridge_ends *ends, dbt_transform *world, dbt_real *x)
{
    const dbt_skeleton *skeleton = ends->skeleton;
    const dbt_quat to_heading = dbt_quat_conj(dbt_bridge_heading(ends));
    dbt_transform *at = world, *other = world + skeleton->n_joints;
    x[0] = ends->dst_after ? 1 : 0;

    dbt_pose_world(skeleton, ends->src, at);
    dbt_vec3 ground = at[ends->rotating[0]].pos;
    dbt_vec3_set(&ground, ends->up, 0.0);
    for (int k = 0; k < ends->n_rotating; k++)
        dbt_reals_set(joint_inputs(x, k) + POSITION,
                      dbt_quat_rotate(to_heading, dbt_vec3_sub(at[ends->rotating[k]].pos, ground)));
    for (int i = 0; i < DBT_BRIDGE_PAST; i++) {
        const double seconds = (double)dbt_bridge_past_frames(i, ends->dt) * ends->dt;
        dbt_pose_world(skeleton, ends->past[i], other);
        encode_displacement(ends, to_heading, other, at, past_seconds[i] / seconds,
                            FROM_PAST + 3 * i, x);
    }
    dbt_pose_world(skeleton, ends->dst, other);
    encode_displacement(ends, to_heading, at, other, 1.0, TO_END, x);
    dbt_pose_world(skeleton, ends->dst_after ? ends->dst_after : ends->dst, at);
    encode_displacement(ends, to_heading, other, at, 1.0 / (rate * ends->dt), AFTER_END, x);

    encode_rotations(ends, to_heading, ends->src, ends->src_before, ends->src, 0, x);
    encode_rotations(ends, to_heading, ends->dst, ends->dst, ends->dst_after, 1, x);
}

void dbt_bridge_encode_time(double gap, double t, dbt_real *x)
{
    static const double near = 3.0; /* frames: decay constant of the influence of an end */
    const double u = t / gap, passed = rate * t, left = rate * (gap - t);
    x[0] = (dbt_real)u;
    x[1] = (dbt_real)((rate * gap - 1.0) / rate);
    x[2] = (dbt_real)(passed / rate);
    x[3] = (dbt_real)(left / rate);
    x[4] = (dbt_real)dbt_exp(-passed / near);
    x[5] = (dbt_real)dbt_exp(-left / near);
    for (int i = 0; i < 4; i++) {
        x[6 + 2 * i] = (dbt_real)dbt_sin((i + 1) * DBT_PI * u);
        x[7 + 2 * i] = (dbt_real)dbt_cos((i + 1) * DBT_PI * u);
    }
}

double dbt_bridge_window(double gap, double t)
{
    const double u = t / gap, hump = 4.0 * u * (1.0 - u), n = rate * gap - 1.0;
    return hump * hump * fmax(0.0, fmin(1.0, n / 15.0));
}

void dbt_bridge_correct(const dbt_bridge_ends *ends, dbt_quat heading, double factor,
                        const dbt_real *y, dbt_transform *pose)
{
    const dbt_quat to_parent = dbt_quat_conj(motion_root_parent_rot(ends, pose));
    const dbt_vec3 shift = dbt_vec3_scale(dbt_reals_get(y), factor);
    dbt_transform *motion_root = &pose[ends->rotating[0]];
    motion_root->pos =
        dbt_vec3_add(motion_root->pos, dbt_quat_rotate(to_parent, dbt_quat_rotate(heading, shift)));
    for (int k = 0; k < ends->n_rotating; k++) {
        const dbt_vec3 rotvec = dbt_vec3_scale(dbt_reals_get(y + 3 + (ptrdiff_t)(3 * k)), factor);
        dbt_transform *joint = &pose[ends->rotating[k]];
        joint->rot = dbt_quat_mul(joint->rot, dbt_quat_exp(rotvec));
    }
}
