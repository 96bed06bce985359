#include "net/bridge.h"

#include "motion/pose.h"

static const double rate = 30.0; /* frames a second in the inputs */

const double dbt_bridge_past[DBT_BRIDGE_PAST] = { 1.0 / 30.0, 5.0 / 30.0, 9.0 / 30.0 };

size_t dbt_bridge_past_frames(int past, double dt)
{
    return (size_t)fmax(1.0, floor(dbt_bridge_past[past] / dt + 0.5));
}

/* Offsets among the inputs of one joint. */
enum {
    PLACE = 0,
    CAME = 3,
    TO_END = CAME + 3 * DBT_BRIDGE_PAST,
    GOES = TO_END + 3,
    ROTATIONS = GOES + 3,
    RATES = ROTATIONS + 12,
};

int dbt_bridge_input_kind(int i)
{
    const int place = i == 0 ? 0 : (i - 1) % DBT_BRIDGE_JOINT_INPUTS;
    if (i == 0)
        return 0;
    if (place < ROTATIONS)
        return 1 + place / 3;
    return 1 + ROTATIONS / 3 + (place >= RATES);
}

static void put(dbt_real *x, dbt_vec3 v)
{
    x[0] = (dbt_real)v.x;
    x[1] = (dbt_real)v.y;
    x[2] = (dbt_real)v.z;
}

static void put_columns(dbt_real *x, dbt_quat q)
{
    put(x, dbt_quat_rotate(q, (dbt_vec3){ 1.0, 0.0, 0.0 }));
    put(x + 3, dbt_quat_rotate(q, (dbt_vec3){ 0.0, 1.0, 0.0 }));
}

static dbt_real *joint_inputs(dbt_real *x, int k)
{
    return x + 1 + (ptrdiff_t)k * DBT_BRIDGE_JOINT_INPUTS;
}

dbt_quat dbt_bridge_heading(const dbt_bridge_ends *ends)
{
    dbt_quat anchor = DBT_QUAT_IDENTITY;
    for (int j = ends->turns[0]; j >= 0; j = ends->skeleton->joints[j].parent)
        anchor = dbt_quat_mul(ends->src[j].rot, anchor);
    return dbt_quat_twist(anchor, dbt_vec3_axis(ends->up));
}

/* Rotations and angular velocities at one end. parent_*: the rotation of the anchor's parent, in
 * the heading frame, at that end, one frame before and one frame after. */
static void encode_turns(const dbt_bridge_ends *ends, bool at_end, dbt_quat parent_now,
                         dbt_quat parent_before, dbt_quat parent_after, dbt_real *x)
{
    const dbt_transform *at = at_end ? ends->dst : ends->src;
    const dbt_transform *before = at_end ? ends->dst : ends->src_before;
    const dbt_transform *after = at_end ? ends->dst_after : ends->src;
    for (int k = 0; k < ends->n_turns; k++) {
        dbt_real *own = joint_inputs(x, k);
        const int j = ends->turns[k];
        dbt_quat now = at[j].rot, from = before ? before[j].rot : now,
                 to = after ? after[j].rot : now;
        if (k == 0) {
            now = dbt_quat_mul(parent_now, now);
            from = before ? dbt_quat_mul(parent_before, from) : now;
            to = after ? dbt_quat_mul(parent_after, to) : now;
        }
        const bool moves = before && after;
        const dbt_vec3 turn = moves ? dbt_quat_difference(to, from) : DBT_VEC3_ZERO;
        put_columns(own + ROTATIONS + 6 * at_end, now);
        put(own + RATES + 3 * at_end, dbt_vec3_scale(turn, 1.0 / ends->dt));
    }
}

/* The world rotation of the anchor's parent, turned by to_heading; that alone where pose is NULL.
 */
static dbt_quat parent_in_heading(const dbt_bridge_ends *ends, dbt_quat to_heading,
                                  const dbt_transform *pose)
{
    dbt_quat rot = DBT_QUAT_IDENTITY;
    for (int j = ends->skeleton->joints[ends->turns[0]].parent; pose && j >= 0;
         j = ends->skeleton->joints[j].parent)
        rot = dbt_quat_mul(pose[j].rot, rot);
    return dbt_quat_mul(to_heading, rot);
}

/* The way of each joint from one world pose to another, in the heading frame and times scale, to
 * its inputs at offset `place`. */
static void encode_way(const dbt_bridge_ends *ends, dbt_quat to_heading, const dbt_transform *from,
                       const dbt_transform *to, double scale, int place, dbt_real *x)
{
    for (int k = 0; k < ends->n_turns; k++) {
        const int j = ends->turns[k];
        const dbt_vec3 way = dbt_vec3_sub(to[j].pos, from[j].pos);
        put(joint_inputs(x, k) + place, dbt_quat_rotate(to_heading, dbt_vec3_scale(way, scale)));
    }
}

void dbt_bridge_encode(const dbt_bridge_ends *ends, dbt_transform *world, dbt_real *x)
{
    const dbt_skeleton *skeleton = ends->skeleton;
    const dbt_quat to_heading = dbt_quat_conj(dbt_bridge_heading(ends));
    dbt_transform *at = world, *other = world + skeleton->n_joints;
    x[0] = ends->dst_after ? 1 : 0;

    dbt_pose_world(skeleton, ends->src, at);
    dbt_vec3 ground = at[ends->turns[0]].pos;
    dbt_vec3_set(&ground, ends->up, 0.0);
    for (int k = 0; k < ends->n_turns; k++)
        put(joint_inputs(x, k) + PLACE,
            dbt_quat_rotate(to_heading, dbt_vec3_sub(at[ends->turns[k]].pos, ground)));
    for (int i = 0; i < DBT_BRIDGE_PAST; i++) {
        const double seconds = (double)dbt_bridge_past_frames(i, ends->dt) * ends->dt;
        dbt_pose_world(skeleton, ends->past[i], other);
        encode_way(ends, to_heading, other, at, dbt_bridge_past[i] / seconds, CAME + 3 * i, x);
    }
    dbt_pose_world(skeleton, ends->dst, other);
    encode_way(ends, to_heading, at, other, 1.0, TO_END, x);
    dbt_pose_world(skeleton, ends->dst_after ? ends->dst_after : ends->dst, at);
    encode_way(ends, to_heading, other, at, 1.0 / (rate * ends->dt), GOES, x);

    encode_turns(ends, false, parent_in_heading(ends, to_heading, ends->src),
                 parent_in_heading(ends, to_heading, ends->src_before),
                 parent_in_heading(ends, to_heading, ends->src), x);
    encode_turns(ends, true, parent_in_heading(ends, to_heading, ends->dst),
                 parent_in_heading(ends, to_heading, ends->dst),
                 parent_in_heading(ends, to_heading, ends->dst_after), x);
}

void dbt_bridge_encode_time(double gap, double t, dbt_real *x)
{
    static const double near = 3.0; /* frames; how far an end is felt */
    const double u = t / gap, passed = rate * t, left = rate * (gap - t);
    x[0] = (dbt_real)u;
    x[1] = (dbt_real)((rate * gap - 1.0) / rate);
    x[2] = (dbt_real)(passed / rate);
    x[3] = (dbt_real)(left / rate);
    x[4] = (dbt_real)exp(-passed / near);
    x[5] = (dbt_real)exp(-left / near);
    for (int i = 0; i < 4; i++) {
        x[6 + 2 * i] = (dbt_real)sin((i + 1) * DBT_PI * u);
        x[7 + 2 * i] = (dbt_real)cos((i + 1) * DBT_PI * u);
    }
}

double dbt_bridge_window(double gap, double t)
{
    const double u = t / gap, hump = 4.0 * u * (1.0 - u), n = rate * gap - 1.0;
    return hump * hump * fmax(0.0, fmin(1.0, n / 15.0));
}

void dbt_bridge_correct(const dbt_bridge_ends *ends, dbt_quat heading, double share,
                        const dbt_real *y, dbt_transform *pose)
{
    const dbt_quat to_parent = dbt_quat_conj(parent_in_heading(ends, DBT_QUAT_IDENTITY, pose));
    const dbt_vec3 shift = { share * (double)y[0], share * (double)y[1], share * (double)y[2] };
    dbt_transform *anchor = &pose[ends->turns[0]];
    anchor->pos =
        dbt_vec3_add(anchor->pos, dbt_quat_rotate(to_parent, dbt_quat_rotate(heading, shift)));
    for (int k = 0; k < ends->n_turns; k++) {
        const dbt_real *v = y + 3 + (ptrdiff_t)(3 * k);
        const dbt_vec3 turn = { share * (double)v[0], share * (double)v[1], share * (double)v[2] };
        dbt_transform *joint = &pose[ends->turns[k]];
        joint->rot = dbt_quat_mul(joint->rot, dbt_quat_exp(turn));
    }
}
