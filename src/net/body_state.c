#include "net/body_state.h"

int dbt_body_change_input(int output)
{
    if (output < 3)
        return 4 + output;
    return DBT_BODY_ROOT_INPUTS + (output / 3 - 1) * DBT_BODY_JOINT_INPUTS + 9 + output % 3;
}

/* ---- vectors and matrices ---- */

/* *to += v */
static void add(dbt_vec3 *to, dbt_vec3 v)
{
    *to = dbt_vec3_add(*to, v);
}

/* Sets out[2] to the first and second column of a rotation's matrix. */
static void columns_of(dbt_quat q, dbt_vec3 out[2])
{
    out[0] = (dbt_vec3){ 1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z),
                         2.0 * (q.x * q.z - q.w * q.y) };
    out[1] = (dbt_vec3){ 2.0 * (q.x * q.y - q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z),
                         2.0 * (q.y * q.z + q.w * q.x) };
}

/* Returns the gradient of the heading angle 2 atan2(v . up, w) of the motion root's world rotation
 * q = (w, v) with respect to a small rotation d of it, q -> q + d q / 2. Zero if the heading is
 * undefined. up: 0 x, 1 y, 2 z. */
static dbt_vec3 heading_grad(dbt_quat q, int up)
{
    const dbt_vec3 n = dbt_vec3_axis(up), v = { q.x, q.y, q.z };
    const double s = dbt_vec3_dot(v, n), length2 = q.w * q.w + s * s;
    if (length2 < 1e-12)
        return DBT_VEC3_ZERO;
    const dbt_vec3 by_s = dbt_vec3_add_scaled(dbt_vec3_cross(v, n), q.w, n);
    return dbt_vec3_scale(dbt_vec3_add_scaled(dbt_vec3_scale(v, s), q.w, by_s), 1.0 / length2);
}

/* ---- inputs ---- */

/* Writes the inputs of one joint, x[DBT_BODY_JOINT_INPUTS]: two columns of its rotation matrix,
 * then ang, then ang_change. */
static void encode_joint(const dbt_body_joint *joint, dbt_real *x)
{
    dbt_vec3 columns[2];
    columns_of(joint->rot, columns);
    dbt_reals_set(x, columns[0]);
    dbt_reals_set(x + 3, columns[1]);
    dbt_reals_set(x + 6, joint->ang);
    dbt_reals_set(x + 9, joint->ang_change);
}

void dbt_body_encode(const dbt_body_root *root, const dbt_body_joint *joints, int n_rotating,
                     int up, dbt_real *x)
{
    const dbt_quat to_heading = dbt_quat_conj(dbt_quat_twist(joints[0].rot, dbt_vec3_axis(up)));
    const dbt_body_joint motion_root = { dbt_quat_mul(to_heading, joints[0].rot),
                                         dbt_quat_rotate(to_heading, joints[0].ang),
                                         dbt_quat_rotate(to_heading, joints[0].ang_change) };
    x[0] = (dbt_real)dbt_vec3_get(root->pos, up);
    dbt_reals_set(x + 1, dbt_quat_rotate(to_heading, root->vel));
    dbt_reals_set(x + 4, dbt_quat_rotate(to_heading, root->vel_change));
    x += DBT_BODY_ROOT_INPUTS;
    encode_joint(&motion_root, x);
    for (int k = 1; k < n_rotating; k++)
        encode_joint(&joints[k], x + (ptrdiff_t)k * DBT_BODY_JOINT_INPUTS);
}

/* Backpropagation through the rotation of a world vector into the heading frame. grad_x[3]:
 * gradient with respect to the rotated vector. Adds the one with respect to the vector to *grad;
 * returns the one with respect to the heading angle. heading: from the heading frame to the world.
 * n: unit vector along up. */
static double heading_vector_back(dbt_quat heading, dbt_vec3 n, dbt_vec3 world,
                                  const dbt_real *grad_x, dbt_vec3 *grad)
{
    const dbt_vec3 by_world = dbt_quat_rotate(heading, dbt_reals_get(grad_x));
    add(grad, by_world);
    return -dbt_vec3_dot(by_world, dbt_vec3_cross(n, world));
}

void dbt_body_encode_back(const dbt_body_root *root, const dbt_body_joint *joints, int n_rotating,
                          int up, const dbt_real *grad_x, dbt_body_root *grad,
                          dbt_body_joint_grad *joint_grads)
{
    const dbt_vec3 n = dbt_vec3_axis(up);
    const dbt_quat heading = dbt_quat_twist(joints[0].rot, n);
    const dbt_real *x = grad_x;
    double angle = 0.0;
    add(&grad->pos, dbt_vec3_scale(n, (double)x[0]));
    angle += heading_vector_back(heading, n, root->vel, x + 1, &grad->vel);
    angle += heading_vector_back(heading, n, root->vel_change, x + 4, &grad->vel_change);
    x += DBT_BODY_ROOT_INPUTS;
    for (int k = 0; k < n_rotating; k++, x += DBT_BODY_JOINT_INPUTS) {
        dbt_body_joint_grad *out = &joint_grads[k];
        dbt_vec3 columns[2];
        columns_of(joints[k].rot, columns);
        for (int c = 0; c < 2; c++) {
            dbt_vec3 by_column = DBT_VEC3_ZERO;
            if (k == 0)
                angle += heading_vector_back(heading, n, columns[c], x + 3 * c, &by_column);
            else
                by_column = dbt_reals_get(x + 3 * c);
            add(&out->rot, dbt_vec3_cross(columns[c], by_column));
        }
        if (k == 0) {
            angle += heading_vector_back(heading, n, joints[k].ang, x + 6, &out->ang);
            angle += heading_vector_back(heading, n, joints[k].ang_change, x + 9, &out->ang_change);
        } else {
            add(&out->ang, dbt_reals_get(x + 6));
            add(&out->ang_change, dbt_reals_get(x + 9));
        }
    }
    add(&joint_grads[0].rot, dbt_vec3_scale(heading_grad(joints[0].rot, up), angle));
}

/* ---- one frame later ---- */

void dbt_body_change(dbt_body_root *root, dbt_body_joint *joints, int n_rotating, int up,
                     const dbt_real *y)
{
    const dbt_quat heading = dbt_quat_twist(joints[0].rot, dbt_vec3_axis(up));
    root->vel_change = dbt_quat_rotate(heading, dbt_reals_get(y));
    root->vel = dbt_vec3_add(root->vel, root->vel_change);
    for (int k = 0; k < n_rotating; k++) {
        const dbt_vec3 change = dbt_reals_get(y + 3 + 3 * (ptrdiff_t)k);
        joints[k].ang_change = k == 0 ? dbt_quat_rotate(heading, change) : change;
        joints[k].ang = dbt_vec3_add(joints[k].ang, joints[k].ang_change);
    }
}

void dbt_body_move(dbt_body_root *root, dbt_body_joint *joints, int n_rotating, double dt)
{
    root->pos = dbt_vec3_add_scaled(root->pos, dt, root->vel);
    for (int k = 0; k < n_rotating; k++)
        joints[k].rot =
            dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(joints[k].ang, dt)), joints[k].rot);
}

void dbt_body_step_back(const dbt_body_joint *before, const dbt_body_root *after_root,
                        const dbt_body_joint *after, int n_rotating, int up, double dt,
                        dbt_body_root *grad, dbt_body_joint_grad *joint_grads, dbt_real *grad_y)
{
    const dbt_vec3 n = dbt_vec3_axis(up);
    const dbt_quat to_heading = dbt_quat_conj(dbt_quat_twist(before[0].rot, n));
    grad->vel = dbt_vec3_add_scaled(grad->vel, dt, grad->pos);
    dbt_vec3 by_change = dbt_vec3_add(grad->vel, grad->vel_change);
    grad->vel_change = DBT_VEC3_ZERO; /* the new change does not depend on the old one */
    dbt_reals_set(grad_y, dbt_quat_rotate(to_heading, by_change));
    double angle = dbt_vec3_dot(by_change, dbt_vec3_cross(n, after_root->vel_change));
    for (int k = 0; k < n_rotating; k++) {
        dbt_body_joint_grad *s = &joint_grads[k];
        const dbt_vec3 back = dbt_vec3_scale(after[k].ang, -dt);
        s->ang = dbt_vec3_add_scaled(s->ang, dt, dbt_left_jacobian(back, s->rot));
        s->rot = dbt_quat_rotate(dbt_quat_exp(back), s->rot);
        by_change = dbt_vec3_add(s->ang, s->ang_change);
        s->ang_change = DBT_VEC3_ZERO;
        if (k == 0) {
            angle += dbt_vec3_dot(by_change, dbt_vec3_cross(n, after[k].ang_change));
            by_change = dbt_quat_rotate(to_heading, by_change);
        }
        dbt_reals_set(grad_y + 3 + 3 * (ptrdiff_t)k, by_change);
    }
    add(&joint_grads[0].rot, dbt_vec3_scale(heading_grad(before[0].rot, up), angle));
}

void dbt_body_state_of(int n_rotating, double dt, const dbt_vec3 root[3],
                       const dbt_quat *const rots[3], dbt_body_root *out,
                       dbt_body_joint *out_joints)
{
    const double rate = 1.0 / dt;
    *out = (dbt_body_root){ .pos = root[0] };
    out->vel = dbt_vec3_scale(dbt_vec3_sub(root[0], root[1]), rate);
    if (rots[2]) {
        const dbt_vec3 last = dbt_vec3_scale(dbt_vec3_sub(root[1], root[2]), rate);
        out->vel_change = dbt_vec3_sub(out->vel, last);
    }
    for (int k = 0; k < n_rotating; k++) {
        dbt_body_joint *joint = &out_joints[k];
        *joint = (dbt_body_joint){ .rot = rots[0][k] };
        joint->ang = dbt_vec3_scale(dbt_quat_difference(rots[0][k], rots[1][k]), rate);
        if (rots[2]) {
            const dbt_vec3 last = dbt_vec3_scale(dbt_quat_difference(rots[1][k], rots[2][k]), rate);
            joint->ang_change = dbt_vec3_sub(joint->ang, last);
        }
    }
}
