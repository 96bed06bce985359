#include "motion/simd_fk.h"

#include "base/inline.h"
#include "base/min_max.h"

typedef int ints __attribute__((vector_size(DBT_PATH_FRAMES * sizeof(int))));
typedef int64_t longs __attribute__((vector_size(DBT_PATH_FRAMES * sizeof(int64_t))));

/* SIMD form of dbt_reduce_angle (radians): sets *r to its results and *sign to their signs. */
static DBT_ALWAYS_INLINE void reduce(const dbt_four *angles, dbt_four *r, dbt_four *sign)
{
    const dbt_four x = *angles;
    const longs half = ((longs)x & INT64_MIN) | 0x3fe0000000000000; /* copysign(0.5, x) */
    const longs usual = (x < DBT_LARGE_ANGLE) & (x > -DBT_LARGE_ANGLE);
    if (usual[0] & usual[1] & usual[2] & usual[3]) {
        const ints halves = __builtin_convertvector(x * DBT_INV_PI + (dbt_four)half, ints);
        const dbt_four n = __builtin_convertvector(halves, dbt_four);
        *sign = __builtin_convertvector(1 - 2 * (halves & 1), dbt_four);
        *r = (x - n * DBT_PI_HIGH) - n * DBT_PI_LOW;
        return;
    }
    for (int f = 0; f < DBT_PATH_FRAMES; f++) {
        double one_sign;
        (*r)[f] = dbt_reduce_angle(x[f], &one_sign);
        (*sign)[f] = one_sign;
    }
}

/* SIMD form of dbt_sin_cos: angles in radians. */
static DBT_ALWAYS_INLINE void sin_cos(const dbt_four *angles, dbt_four *sine, dbt_four *cosine)
{
    dbt_four r = { 0.0 }, sign = { 0.0 };
    reduce(angles, &r, &sign);
    const dbt_four z = r * r, zero = { 0.0 };
    dbt_four of_sine = zero + dbt_trig_terms[0][0], of_cosine = zero + dbt_trig_terms[0][1];
#pragma GCC unroll 9
    for (int i = 1; i < DBT_TRIG_TERMS; i++) {
        of_sine = dbt_trig_terms[i][0] + z * of_sine;
        of_cosine = dbt_trig_terms[i][1] + z * of_cosine;
    }
    *sine = sign * (r + r * z * of_sine);
    *cosine = sign * (1.0 + z * of_cosine);
}

/* Sets *out to one channel's value in each of the frames. */
static DBT_ALWAYS_INLINE void get_channel(const double *const values[DBT_PATH_FRAMES], int channel,
                                          dbt_four *out)
{
    for (int f = 0; f < DBT_PATH_FRAMES; f++)
        (*out)[f] = values[f][channel];
}

/* SIMD form of dbt_quat_mul_axis: q = q * rotation by *angle (radians) about an axis (0 x, 1 y, 2
 * z). */
static DBT_ALWAYS_INLINE void mul_axis(dbt_four q[4], int axis, const dbt_four *angle)
{
    dbt_four *const a = &q[1 + axis], *const b = &q[1 + (axis + 1) % 3],
                    *const c = &q[1 + (axis + 2) % 3];
    const dbt_four half = 0.5 * *angle;
    dbt_four sine, cosine;
    sin_cos(&half, &sine, &cosine);
    const dbt_four old[4] = { q[0], *a, *b, *c };
    q[0] = old[0] * cosine - old[1] * sine;
    *a = old[1] * cosine + old[0] * sine;
    *b = old[2] * cosine + old[3] * sine;
    *c = old[3] * cosine - old[2] * sine;
}

/* SIMD form of dbt_joint_from_values: sets pos and rot to the local transform in each frame. Unless
 * has_rot, rot is the identity. */
static DBT_ALWAYS_INLINE void set_local(const dbt_joint *joint, bool has_rot,
                                        const double *const *values, dbt_four pos[3],
                                        dbt_four rot[4])
{
    const dbt_four zero = { 0.0 };
    for (int a = 0; a < 3; a++) {
        pos[a] = zero + dbt_vec3_get(joint->offset, a);
        if (joint->has_pos && joint->pos_channel[a] >= 0)
            get_channel(values, joint->first_channel + joint->pos_channel[a], &pos[a]);
    }
    for (int i = 0; i < 4; i++)
        rot[i] = zero + (i == 0 ? 1.0 : 0.0);
    for (int i = 0; has_rot && i < joint->n_rot; i++) {
        dbt_four angle = zero;
        get_channel(values, joint->first_channel + joint->rot_channel[i], &angle);
        angle *= DBT_RAD_FROM_DEG;
        mul_axis(rot, joint->rot_axis[i], &angle);
    }
}

/* SIMD form of dbt_transform_mul: sets path->pos and, with has_rot, path->rot from the local
 * position v and rotation b. path->parent: not NULL, and already computed. */
static DBT_ALWAYS_INLINE void set_world(dbt_path *path, const dbt_four v[3], const dbt_four b[4])
{
    const dbt_four *const a = path->parent->rot;
    dbt_four t[3];
    for (int i = 0, j = 1, k = 2; i < 3; j = k, k = i++)
        t[i] = (a[1 + j] * v[k] - a[1 + k] * v[j]) * 2.0;
    for (int i = 0, j = 1, k = 2; i < 3; j = k, k = i++)
        path->pos[i] =
            path->parent->pos[i] + ((v[i] + a[0] * t[i]) + (a[1 + j] * t[k] - a[1 + k] * t[j]));
    if (!path->has_rot)
        return;
    path->rot[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    path->rot[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    path->rot[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    path->rot[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* Sets path->jump. old[3]: world positions of the previous call. */
static DBT_ALWAYS_INLINE void set_jump(dbt_path *path, const dbt_four old[3])
{
    dbt_four square = { 0.0 };
    for (int a = 0; a < 3; a++) {
        const dbt_four at = path->pos[a];
        const dbt_four last = { old[a][3], at[0], at[1], at[2] };
        const dbt_four before = { old[a][2], old[a][3], at[0], at[1] };
        const dbt_four change = (at - 2.0 * last) + before;
        square += change * change;
    }
    for (int f = 0; f < DBT_PATH_FRAMES; f++)
        path->jump[f] = sqrt(square[f]);
}

/* dbt_path_go_on without the jumps. */
static DBT_ALWAYS_INLINE void move_on(dbt_path *path, const double *const *values)
{
    dbt_four pos[3], rot[4];
    if (path->parent) {
        set_local(path->joint, path->has_rot, values, pos, rot);
        set_world(path, pos, rot);
    } else {
        set_local(path->joint, path->has_rot, values, path->pos, path->rot);
    }
}

DBT_WIDER void dbt_path_go_on(dbt_path *path, const double *const values[DBT_PATH_FRAMES])
{
    const dbt_four old[3] = { path->pos[0], path->pos[1], path->pos[2] };
    move_on(path, values);
    set_jump(path, old);
}

/* Writes lane f (frame f) of a position and a rotation to out[f * stride], for each frame. */
static DBT_ALWAYS_INLINE void write_lanes(const dbt_four pos[3], const dbt_four rot[4],
                                          dbt_transform *out, size_t stride)
{
    for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
        out[f * stride] = (dbt_transform){ { pos[0][f], pos[1][f], pos[2][f] },
                                           { rot[0][f], rot[1][f], rot[2][f], rot[3][f] } };
}

DBT_WIDER void dbt_joint_from_frames(const dbt_joint *joint,
                                     const double *const values[DBT_PATH_FRAMES],
                                     dbt_transform *local, size_t stride)
{
    dbt_four pos[3], rot[4];
    set_local(joint, true, values, pos, rot);
    write_lanes(pos, rot, local, stride);
}

void dbt_paths_init(dbt_paths *paths, const dbt_skeleton *skeleton, const bool *needed,
                    dbt_arena *memory)
{
    const size_t n = (size_t)skeleton->n_joints;
    *paths = (dbt_paths){ .skeleton = skeleton };
    paths->list = dbt_arena_array(memory, n, sizeof *paths->list);
    paths->world = dbt_arena_array(memory, n, DBT_PATH_FRAMES * sizeof *paths->world);
    for (size_t j = 0; j < n; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        if (!needed || needed[j])
            paths->list[j] =
                (dbt_path){ .joint = joint,
                            .parent = joint->parent < 0 ? NULL : &paths->list[joint->parent],
                            .has_rot = true };
    }
}

DBT_WIDER void dbt_paths_go_on(dbt_paths *paths, const double *const values[DBT_PATH_FRAMES])
{
    const size_t n = (size_t)paths->skeleton->n_joints;
    for (size_t j = 0; j < n; j++) {
        dbt_path *p = &paths->list[j];
        if (!p->joint)
            continue;
        move_on(p, values);
        write_lanes(p->pos, p->rot, paths->world + j, n);
    }
}

const dbt_transform *dbt_paths_at(dbt_paths *paths, const double *values, size_t n_frames,
                                  size_t frame)
{
    if (frame < paths->first || frame >= paths->first + paths->n) {
        const double *rows[DBT_PATH_FRAMES]; /* beyond the last frame: the last frame's */
        for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
            rows[f] =
                values + dbt_min(frame + f, n_frames - 1) * (size_t)paths->skeleton->n_channels;
        dbt_paths_go_on(paths, rows);
        paths->first = frame;
        paths->n = DBT_PATH_FRAMES;
    }
    return paths->world + (frame - paths->first) * (size_t)paths->skeleton->n_joints;
}
