#include "motion/pose.h"

#include "base/mem.h"

#include <string.h>

/* Minimum distance of the middle angle from gimbal lock, radians. At less than this, the first
 * and the third axis coincide, so only the sum of their angles is known. */
static const double gimbal_lock = 1e-7;

dbt_transform dbt_joint_from_values(const dbt_joint *joint, const double *values)
{
    const int first = joint->first_channel;
    dbt_transform local = { joint->offset, DBT_QUAT_IDENTITY };
    if (joint->has_pos) {
        for (int axis = 0; axis < 3; axis++)
            if (joint->pos_channel[axis] >= 0)
                dbt_vec3_set(&local.pos, axis, values[first + joint->pos_channel[axis]]);
    }
    for (int i = 0; i < joint->n_rot; i++) {
        const double angle = values[first + joint->rot_channel[i]] * DBT_RAD_FROM_DEG;
        local.rot = i == 0 ? dbt_quat_about_axis(joint->rot_axis[i], angle)
                           : dbt_quat_mul_axis(local.rot, joint->rot_axis[i], angle);
    }
    return local;
}

void dbt_pose_from_values(const dbt_skeleton *skeleton, const double *values, dbt_transform *local)
{
    for (int j = 0; j < skeleton->n_joints; j++)
        local[j] = dbt_joint_from_values(&skeleton->joints[j], values);
}

void dbt_pose_world(const dbt_skeleton *skeleton, const dbt_transform *local, dbt_transform *world)
{
    for (int j = 0; j < skeleton->n_joints; j++)
        dbt_joint_set_world(skeleton, j, local[j], world);
}

void dbt_mark_above(const dbt_skeleton *skeleton, bool *marked)
{
    for (int j = skeleton->n_joints - 1; j > 0; j--)
        if (marked[j])
            marked[skeleton->joints[j].parent] = true;
}

/* Adds the displacement between two transforms to sum->vel, and the rotation vector to sum->ang,
 * not divided by the time. */
static void add_difference(dbt_motion *sum, const dbt_transform *to, const dbt_transform *from)
{
    sum->vel = dbt_vec3_add(sum->vel, dbt_vec3_sub(to->pos, from->pos));
    sum->ang = dbt_vec3_add(sum->ang, dbt_quat_difference(to->rot, from->rot));
}

dbt_motion dbt_motion_at(const dbt_transform *at, const dbt_transform *before,
                         const dbt_transform *after, double dt)
{
    dbt_motion motion = { .at = *at };
    if (before)
        add_difference(&motion, at, before);
    if (after)
        add_difference(&motion, after, at);
    const double seconds = before && after ? 2.0 * dt : dt;
    motion.vel = dbt_vec3_scale(motion.vel, 1.0 / seconds);
    motion.ang = dbt_vec3_scale(motion.ang, 1.0 / seconds);
    return motion;
}

double dbt_pose_reach(const dbt_skeleton *skeleton, const dbt_transform *world, int from)
{
    double reach = 0.0;
    const int first = from < skeleton->n_joints - 1 ? from : 0;
    for (int j = first; j < skeleton->n_joints; j++)
        reach = fmax(reach, dbt_vec3_length(dbt_vec3_sub(world[j].pos, world[from].pos)));
    for (int e = 0; e < skeleton->n_end_sites; e++) {
        const dbt_end_site *site = &skeleton->end_sites[e];
        const dbt_transform at = { site->offset, DBT_QUAT_IDENTITY };
        if (site->parent < first)
            continue;
        const dbt_vec3 end = dbt_transform_mul(world[site->parent], at).pos;
        reach = fmax(reach, dbt_vec3_length(dbt_vec3_sub(end, world[from].pos)));
    }
    return reach;
}

double dbt_frame_reach(const dbt_skeleton *skeleton, const double *values)
{
    const size_t n = (size_t)skeleton->n_joints;
    dbt_transform *poses = dbt_alloc_array(2 * n, sizeof *poses);
    dbt_pose_from_values(skeleton, values, poses);
    dbt_pose_world(skeleton, poses, poses + n);
    const double reach = dbt_pose_reach(skeleton, poses + n, dbt_skeleton_branch(skeleton));
    dbt_free(poses);
    return reach;
}

/* ---- angles ---- */

/* Component of the quaternion's vector along an axis: 0 x, 1 y, 2 z. */
static double quat_component(dbt_quat q, int axis)
{
    return dbt_vec3_get((dbt_vec3){ q.x, q.y, q.z }, axis);
}

/* Returns the angle plus the multiple of 360 that is nearest to last: degrees. */
static double nearest_angle(double angle, double last)
{
    const double n_full = (last - angle) / 360.0, size = fabs(n_full);
    if (size < 0.5)
        return angle;
    return angle + 360.0 * (size < 1.5 ? copysign(1.0, n_full) : round(n_full));
}

/* Sets out[3] to the Euler angles equivalent to (a, b, c) and nearest to last[3], by the sum of
 * squared differences; degrees. The middle axis differs from the others. The two solutions are
 * (a, b, c) and (a + 180, 180 - b, c + 180), each angle plus any multiple of 360. */
static void nearest_equivalent(double a, double b, double c, const double last[3], double out[3])
{
    const double one[3] = { a, b, c }, other[3] = { a + 180.0, 180.0 - b, c + 180.0 };
    double sums[2] = { 0.0, 0.0 }, near[2][3];
    const double x = a - last[0], y = b - last[1], z = c - last[2];
    /* No other solution is nearer: each differs by at least 180 degrees in one of the angles. */
    if (x * x + y * y + z * z < 90.0 * 90.0) {
        memcpy(out, one, sizeof one);
        return;
    }
    for (int i = 0; i < 3; i++) {
        near[0][i] = nearest_angle(one[i], last[i]);
        near[1][i] = nearest_angle(other[i], last[i]);
        sums[0] += (near[0][i] - last[i]) * (near[0][i] - last[i]);
        sums[1] += (near[1][i] - last[i]) * (near[1][i] - last[i]);
    }
    memcpy(out, near[sums[1] < sums[0]], 3 * sizeof *out);
}

/* Sets out[3] to the Euler angles (a, b, c) with R_i(a) R_j(b) R_k(c) = q that are nearest to
 * last[3], degrees. axis[3] = (i, j, k): three different axes, 0 x, 1 y, 2 z. At gimbal lock out[0]
 * is last[0], out[1] is +-90 plus a multiple of 360, and out[2] makes up the rotation. The half-sum
 * and the half-difference of a and c come from one pair of quaternion components each. So near
 * gimbal lock only the irrelevant one of them loses digits.
 * Source: E. Bernardes, S. Viollet, "Quaternion to Euler angles conversion: A direct, general and
 * computationally efficient method" (2022), for the Tait-Bryan orders. */
static void three_angles(dbt_quat q, const uint8_t axis[3], const double last[3], double out[3])
{
    const int i = axis[0], j = axis[1], k = axis[2];
    const double sign = (j - i + 3) % 3 == 1 ? 1.0 : -1.0; /* mirrored for the odd orders */
    const double qi = quat_component(q, i), qj = sign * quat_component(q, j),
                 qk = quat_component(q, k);
    const double plus = sqrt((qi + qk) * (qi + qk) + (q.w + qj) * (q.w + qj));
    const double minus = sqrt((qi - qk) * (qi - qk) + (q.w - qj) * (q.w - qj));
    const double middle = 2.0 * dbt_atan2(plus, minus) - 0.5 * DBT_PI; /* in [-90, 90] degrees */
    double half_sum = plus > 0.0 ? dbt_atan2(qi + qk, q.w + qj) : 0.0;
    double half_difference = minus > 0.0 ? dbt_atan2(qi - qk, q.w - qj) : 0.0;
    const double b = sign * middle * DBT_DEG_FROM_RAD;

    if (0.5 * DBT_PI - fabs(middle) < gimbal_lock) {
        const double a = last[0];
        double c = middle > 0.0 ? 2.0 * half_sum * DBT_DEG_FROM_RAD - a
                                : a - 2.0 * half_difference * DBT_DEG_FROM_RAD;
        out[0] = a;
        out[1] = nearest_angle(b > 0.0 ? 90.0 : -90.0,
                               last[1]); /* off by no more than the distance to gimbal lock */
        out[2] = nearest_angle(c, last[2]);
        return;
    }
    nearest_equivalent((half_sum + half_difference) * DBT_DEG_FROM_RAD, b,
                       (half_sum - half_difference) * DBT_DEG_FROM_RAD, last, out);
}

/* Whether the angle of (x, y) is undefined but for rounding: its length is below gimbal_lock. */
static bool is_gimbal_lock(double x, double y)
{
    return x * x + y * y < gimbal_lock * gimbal_lock;
}

/* Sets out[2] to the angles (a, b) whose rotation R_i(a) R_j(b) is nearest to q, degrees: they
 * maximise the dot product of the quaternions. axis[2] = (i, j): two different axes. The terms of
 * the product depend on the half-sum and the half-difference of a and b. If q does not determine
 * one of these, it is that of last[2]. Each angle is the equivalent one nearest to `last`. */
static void two_angles(dbt_quat q, const uint8_t axis[2], const double last[2], double out[2])
{
    const int i = axis[0], j = axis[1], k = 3 - i - j;
    const double sign = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
    const double qi = quat_component(q, i), qj = quat_component(q, j),
                 qk = sign * quat_component(q, k);
    const double half_a = 0.5 * last[0] * DBT_RAD_FROM_DEG,
                 half_b = 0.5 * last[1] * DBT_RAD_FROM_DEG;
    double sum = dbt_atan2(qi + qj, q.w - qk), difference = dbt_atan2(qi - qj, q.w + qk);
    if (is_gimbal_lock(qi + qj, q.w - qk)) /* every sum is equally near */
        sum = half_a + half_b;
    if (is_gimbal_lock(qi - qj, q.w + qk))
        difference = half_a - half_b;
    out[0] = nearest_angle((sum + difference) * DBT_DEG_FROM_RAD, last[0]);
    out[1] = nearest_angle((sum - difference) * DBT_DEG_FROM_RAD, last[1]);
}

/* Returns the angle about one axis whose rotation is nearest to q: of all equivalent ones the
 * nearest to `last`, degrees. Returns `last` if every angle is equally near. */
static double one_angle(dbt_quat q, int axis, double last)
{
    const double along = quat_component(q, axis);
    if (is_gimbal_lock(along, q.w))
        return last;
    return nearest_angle(2.0 * dbt_atan2(along, q.w) * DBT_DEG_FROM_RAD, last);
}

/* Sets angles[n_rot] to the joint's rotation values in all values of a frame, degrees. */
static void get_angles(const dbt_joint *joint, const double *values, double angles[3])
{
    for (int i = 0; i < joint->n_rot; i++)
        angles[i] = values[joint->first_channel + joint->rot_channel[i]];
}

/* Sets the joint's rotation values in all values of a frame to angles[n_rot], degrees. */
static void set_angles(const dbt_joint *joint, const double angles[3], double *values)
{
    for (int i = 0; i < joint->n_rot; i++)
        values[joint->first_channel + joint->rot_channel[i]] = angles[i];
}

void dbt_joint_to_values(const dbt_joint *joint, dbt_transform local, const double *last,
                         double *values)
{
    for (int axis = 0; joint->has_pos && axis < 3; axis++)
        if (joint->pos_channel[axis] >= 0)
            values[joint->first_channel + joint->pos_channel[axis]] = dbt_vec3_get(local.pos, axis);
    double before[3] = { 0.0 }, now[3] = { 0.0 };
    get_angles(joint, last, before);
    if (joint->n_rot == 3)
        three_angles(local.rot, joint->rot_axis, before, now);
    else if (joint->n_rot == 2)
        two_angles(local.rot, joint->rot_axis, before, now);
    else if (joint->n_rot == 1)
        now[0] = one_angle(local.rot, joint->rot_axis[0], before[0]);
    set_angles(joint, now, values);
}

void dbt_joint_set_angles(const dbt_joint *joint, const double angles[3], const double *last,
                          double *values)
{
    double before[3] = { 0.0 }, now[3];
    get_angles(joint, last, before);
    nearest_equivalent(angles[0], angles[1], angles[2], before, now);
    set_angles(joint, now, values);
}

dbt_quat dbt_joint_nearest_rotation(const dbt_joint *joint, dbt_quat rot)
{
    if (joint->n_rot == 3)
        return rot;
    dbt_joint single = *joint;
    double last[DBT_MAX_CHANNELS] = { 0.0 }, values[DBT_MAX_CHANNELS] = { 0.0 };
    single.first_channel = 0;
    dbt_joint_to_values(&single, (dbt_transform){ joint->offset, rot }, last, values);
    return dbt_joint_from_values(&single, values).rot;
}

bool dbt_joint_euler_filter(const dbt_joint *joint, const double *last, double *values)
{
    double before[3] = { 0.0 }, given[3] = { 0.0 }, now[3] = { 0.0 };
    get_angles(joint, last, before);
    get_angles(joint, values, given);
    bool near = true; /* the usual case: the last values are near enough */
    double distance = 0.0;
    for (int i = 0; i < joint->n_rot; i++) {
        near = near && fabs(given[i] - before[i]) <= 180.0;
        distance += (given[i] - before[i]) * (given[i] - before[i]);
    }
    /* The other solution of three angles is at least 180 degrees away from this one, so it cannot
     * be nearer than one that is within 90. */
    if (near && (joint->n_rot < 3 || distance <= 90.0 * 90.0))
        return false;
    if (joint->n_rot == 3)
        nearest_equivalent(given[0], given[1], given[2], before, now);
    for (int i = 0; i < joint->n_rot && joint->n_rot < 3; i++)
        now[i] = nearest_angle(given[i], before[i]);
    bool changed = false;
    for (int i = 0; i < joint->n_rot; i++)
        changed = changed || now[i] != given[i];
    if (changed)
        set_angles(joint, now, values);
    return changed;
}
