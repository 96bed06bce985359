/* Four frames at once: numbers, vectors, quaternions and transforms of which each lane belongs to a
 * frame of its own. Lanes never mix, so results do not depend on the processor. All functions are
 * inlined into those that a processor's better instructions are chosen for. */
#ifndef DBT_MOTION_LANES_H
#define DBT_MOTION_LANES_H

#include "bvh/skeleton.h"
#include "motion/leg.h"
#include "motion/pose.h"

#include <stdbool.h>
#include <stdint.h>

/* Functions that take wide vectors are all inlined, so their calling convention does not matter. */

#define DBT_INLINE static inline __attribute__((always_inline))

enum { DBT_LANES = 4 };

/* Aligned as what malloc returns. */
typedef double dbt_lanes __attribute__((vector_size(DBT_LANES * sizeof(double)), aligned(8)));
typedef int64_t dbt_lane_mask __attribute__((vector_size(DBT_LANES * sizeof(int64_t)), aligned(8)));
typedef int32_t dbt_lane_ints __attribute__((vector_size(DBT_LANES * sizeof(int32_t)), aligned(4)));

typedef struct dbt_vec3s {
    dbt_lanes x, y, z;
} dbt_vec3s;

typedef struct dbt_quats {
    dbt_lanes w, x, y, z;
} dbt_quats;

typedef struct dbt_transforms {
    dbt_vec3s pos;
    dbt_quats rot;
} dbt_transforms;

/* Defines name(context), which runs body(context), compiled once for every processor and once for
 * those that have wider instructions. */
#if defined(__x86_64__)
#define DBT_WIDEST(name, type, body)                                                               \
    __attribute__((target("avx2"))) static void name##_wide(type *context)                         \
    {                                                                                              \
        body(context);                                                                             \
    }                                                                                              \
    static void name(type *context)                                                                \
    {                                                                                              \
        if (__builtin_cpu_supports("avx2"))                                                        \
            name##_wide(context);                                                                  \
        else                                                                                       \
            body(context);                                                                         \
    }
#else
#define DBT_WIDEST(name, type, body)                                                               \
    static void name(type *context)                                                                \
    {                                                                                              \
        body(context);                                                                             \
    }
#endif

/* ---- numbers ---- */

DBT_INLINE dbt_lanes dbt_lanes_all(double a)
{
    return (dbt_lanes){ a, a, a, a };
}

DBT_INLINE bool dbt_lanes_any(dbt_lane_mask mask)
{
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}

/* a where the mask is set, else b. */
DBT_INLINE dbt_lanes dbt_lanes_choose(dbt_lane_mask mask, dbt_lanes a, dbt_lanes b)
{
    return (dbt_lanes)(((dbt_lane_mask)a & mask) | ((dbt_lane_mask)b & ~mask));
}

/* a where the mask is set, else 0. */
DBT_INLINE dbt_lanes dbt_lanes_where(dbt_lane_mask mask, dbt_lanes a)
{
    return (dbt_lanes)((dbt_lane_mask)a & mask);
}

DBT_INLINE dbt_lanes dbt_lanes_abs(dbt_lanes a)
{
    return (dbt_lanes)((dbt_lane_mask)a & ~(dbt_lane_mask)dbt_lanes_all(-0.0));
}

DBT_INLINE dbt_lanes dbt_lanes_min(dbt_lanes a, dbt_lanes b)
{
    return dbt_lanes_choose(a < b, a, b);
}

DBT_INLINE dbt_lanes dbt_lanes_max(dbt_lanes a, dbt_lanes b)
{
    return dbt_lanes_choose(a > b, a, b);
}

DBT_INLINE dbt_lanes dbt_lanes_sqrt(dbt_lanes a)
{
    for (int i = 0; i < DBT_LANES; i++)
        a[i] = sqrt(a[i]);
    return a;
}

/* The nearest whole number, for numbers below 2^51. */
DBT_INLINE dbt_lanes dbt_lanes_round(dbt_lanes a)
{
    a += 0x1.8p52;
    return a - 0x1.8p52;
}

/* As dbt_sin_cos. */
DBT_INLINE void dbt_lanes_sin_cos(dbt_lanes x, dbt_lanes *sine, dbt_lanes *cosine)
{
    const double half = 0x1.921fb544p+1, rest = 0x1.0b4611a626331p-33;
    if (dbt_lanes_any(~(dbt_lanes_abs(x) < 1e5))) {
        for (int i = 0; i < DBT_LANES; i++) {
            double s, c;
            dbt_sin_cos(x[i], &s, &c);
            (*sine)[i] = s;
            (*cosine)[i] = c;
        }
        return;
    }
    const dbt_lanes turns = dbt_lanes_round(x * (1.0 / (half + rest)));
    const dbt_lanes odd = 0.5 * turns - dbt_lanes_round(0.5 * turns); /* 0 or one half */
    const dbt_lanes sign = 1.0 - 8.0 * odd * odd;
    const dbt_lanes r = (x - turns * half) - turns * rest, z = r * r;
    dbt_lanes s = -1.0 / 121645100408832000.0 + z * (1.0 / 51090942171709440000.0);
    dbt_lanes c = -1.0 / 6402373705728000.0 + z * (1.0 / 2432902008176640000.0);
    s = 1.0 / 355687428096000.0 + z * s;
    c = 1.0 / 20922789888000.0 + z * c;
    s = -1.0 / 1307674368000.0 + z * s;
    c = -1.0 / 87178291200.0 + z * c;
    s = 1.0 / 6227020800.0 + z * s;
    c = 1.0 / 479001600.0 + z * c;
    s = -1.0 / 39916800.0 + z * s;
    c = -1.0 / 3628800.0 + z * c;
    s = 1.0 / 362880.0 + z * s;
    c = 1.0 / 40320.0 + z * c;
    s = -1.0 / 5040.0 + z * s;
    c = -1.0 / 720.0 + z * c;
    s = 1.0 / 120.0 + z * s;
    c = 1.0 / 24.0 + z * c;
    s = -1.0 / 6.0 + z * s;
    c = -1.0 / 2.0 + z * c;
    *sine = sign * (r + r * z * s);
    *cosine = sign * (1.0 + z * c);
}

/* As dbt_atan2. */
DBT_INLINE dbt_lanes dbt_lanes_atan2(dbt_lanes y, dbt_lanes x)
{
    const dbt_lanes a = dbt_lanes_abs(y), b = dbt_lanes_abs(x);
    const dbt_lanes high = dbt_lanes_max(a, b), low = dbt_lanes_min(a, b);
    if (dbt_lanes_any(~((high > 1e-280) & (high < 1e280) & (low >= 0.0)))) {
        for (int i = 0; i < DBT_LANES; i++)
            x[i] = dbt_atan2(y[i], x[i]);
        return x;
    }
    const dbt_lanes step = dbt_lanes_round(low / high * DBT_ATAN_STEPS);
    const dbt_lane_ints at = __builtin_convertvector(step, dbt_lane_ints);
    const dbt_lanes tangent = step * (1.0 / DBT_ATAN_STEPS);
    const dbt_lanes t = (low - tangent * high) / (high + tangent * low), z = t * t;
    dbt_lanes rest = 1.0 / 9.0 + z * (-1.0 / 11.0);
    rest = -1.0 / 7.0 + z * rest;
    rest = 1.0 / 5.0 + z * rest;
    rest = -1.0 / 3.0 + z * rest;
    const dbt_lanes known = { dbt_atan_steps[at[0]], dbt_atan_steps[at[1]], dbt_atan_steps[at[2]],
                              dbt_atan_steps[at[3]] };
    dbt_lanes angle = known + (t + t * z * rest);
    angle = dbt_lanes_choose(a > b, 0x1.921fb54442d18p+0 - angle, angle);
    angle = dbt_lanes_choose(x < 0.0, 0x1.921fb54442d18p+1 - angle, angle);
    const dbt_lane_mask sign = (dbt_lane_mask)y & (dbt_lane_mask)dbt_lanes_all(-0.0);
    return (dbt_lanes)((dbt_lane_mask)angle | sign);
}

/* The lanes of the frames before: the first is of `last`, the last frame of the four before. */
DBT_INLINE dbt_lanes dbt_lanes_before(double last, dbt_lanes a)
{
    return (dbt_lanes){ last, a[0], a[1], a[2] };
}

/* ---- vectors ---- */

DBT_INLINE dbt_vec3s dbt_vec3s_all(dbt_vec3 v)
{
    return (dbt_vec3s){ dbt_lanes_all(v.x), dbt_lanes_all(v.y), dbt_lanes_all(v.z) };
}

DBT_INLINE dbt_vec3 dbt_vec3s_lane(const dbt_vec3s *v, int lane)
{
    return (dbt_vec3){ v->x[lane], v->y[lane], v->z[lane] };
}

DBT_INLINE void dbt_vec3s_set(dbt_vec3s *v, int lane, dbt_vec3 to)
{
    v->x[lane] = to.x;
    v->y[lane] = to.y;
    v->z[lane] = to.z;
}

DBT_INLINE dbt_vec3s dbt_vec3s_add(dbt_vec3s a, dbt_vec3s b)
{
    return (dbt_vec3s){ a.x + b.x, a.y + b.y, a.z + b.z };
}

DBT_INLINE dbt_vec3s dbt_vec3s_sub(dbt_vec3s a, dbt_vec3s b)
{
    return (dbt_vec3s){ a.x - b.x, a.y - b.y, a.z - b.z };
}

DBT_INLINE dbt_vec3s dbt_vec3s_scale(dbt_vec3s a, dbt_lanes s)
{
    return (dbt_vec3s){ a.x * s, a.y * s, a.z * s };
}

DBT_INLINE dbt_lanes dbt_vec3s_dot(dbt_vec3s a, dbt_vec3s b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

DBT_INLINE dbt_vec3s dbt_vec3s_cross(dbt_vec3s a, dbt_vec3s b)
{
    return (dbt_vec3s){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

DBT_INLINE dbt_lanes dbt_vec3s_length(dbt_vec3s a)
{
    return dbt_lanes_sqrt(dbt_vec3s_dot(a, a));
}

/* The vector where the mask is set, else zero. */
DBT_INLINE dbt_vec3s dbt_vec3s_where(dbt_lane_mask mask, dbt_vec3s v)
{
    return (dbt_vec3s){ dbt_lanes_where(mask, v.x), dbt_lanes_where(mask, v.y),
                        dbt_lanes_where(mask, v.z) };
}

/* a where the mask is set, else b. */
DBT_INLINE dbt_vec3s dbt_vec3s_choose(dbt_lane_mask mask, dbt_vec3s a, dbt_vec3s b)
{
    return (dbt_vec3s){ dbt_lanes_choose(mask, a.x, b.x), dbt_lanes_choose(mask, a.y, b.y),
                        dbt_lanes_choose(mask, a.z, b.z) };
}

/* As dbt_lanes_before. */
DBT_INLINE dbt_vec3s dbt_vec3s_before(dbt_vec3 last, dbt_vec3s v)
{
    return (dbt_vec3s){ dbt_lanes_before(last.x, v.x), dbt_lanes_before(last.y, v.y),
                        dbt_lanes_before(last.z, v.z) };
}

/* The sum of all lanes. */
DBT_INLINE dbt_vec3 dbt_vec3s_sum(const dbt_vec3s *v)
{
    dbt_vec3 sum = dbt_vec3s_lane(v, 0);
    for (int i = 1; i < DBT_LANES; i++)
        sum = dbt_vec3_add(sum, dbt_vec3s_lane(v, i));
    return sum;
}

/* The unit vectors of v; zero where v is shorter than `least`. */
DBT_INLINE dbt_vec3s dbt_units(dbt_vec3s v, double least)
{
    const dbt_lanes length = dbt_vec3s_length(v);
    return dbt_vec3s_where((length >= least) & (length > 0.0), dbt_vec3s_scale(v, 1.0 / length));
}

/* Where dbt_units found a direction. */
DBT_INLINE dbt_lane_mask dbt_are_units(dbt_vec3s v)
{
    return dbt_vec3s_dot(v, v) > 0.5;
}

/* ---- rotations ---- */

DBT_INLINE dbt_quats dbt_quats_all(dbt_quat q)
{
    return (dbt_quats){ dbt_lanes_all(q.w), dbt_lanes_all(q.x), dbt_lanes_all(q.y),
                        dbt_lanes_all(q.z) };
}

DBT_INLINE dbt_quat dbt_quats_lane(const dbt_quats *q, int lane)
{
    return (dbt_quat){ q->w[lane], q->x[lane], q->y[lane], q->z[lane] };
}

DBT_INLINE void dbt_quats_set(dbt_quats *q, int lane, dbt_quat to)
{
    q->w[lane] = to.w;
    q->x[lane] = to.x;
    q->y[lane] = to.y;
    q->z[lane] = to.z;
}

DBT_INLINE dbt_quat dbt_quats_sum(const dbt_quats *q)
{
    dbt_quat sum = dbt_quats_lane(q, 0);
    for (int i = 1; i < DBT_LANES; i++)
        sum = (dbt_quat){ sum.w + q->w[i], sum.x + q->x[i], sum.y + q->y[i], sum.z + q->z[i] };
    return sum;
}

/* q where the mask is set, else other. */
DBT_INLINE dbt_quats dbt_quats_choose(dbt_lane_mask mask, dbt_quats q, dbt_quat other)
{
    return (dbt_quats){ dbt_lanes_choose(mask, q.w, dbt_lanes_all(other.w)),
                        dbt_lanes_choose(mask, q.x, dbt_lanes_all(other.x)),
                        dbt_lanes_choose(mask, q.y, dbt_lanes_all(other.y)),
                        dbt_lanes_choose(mask, q.z, dbt_lanes_all(other.z)) };
}

DBT_INLINE dbt_quats dbt_quats_conj(dbt_quats q)
{
    return (dbt_quats){ q.w, -q.x, -q.y, -q.z };
}

DBT_INLINE dbt_quats dbt_quats_mul(dbt_quats a, dbt_quats b)
{
    return (dbt_quats){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

/* As dbt_lanes_before. */
DBT_INLINE dbt_quats dbt_quats_before(dbt_quat last, dbt_quats q)
{
    return (dbt_quats){ dbt_lanes_before(last.w, q.w), dbt_lanes_before(last.x, q.x),
                        dbt_lanes_before(last.y, q.y), dbt_lanes_before(last.z, q.z) };
}

/* The short way from a to b, by share. */
DBT_INLINE dbt_quats dbt_quats_slerp(dbt_quats a, dbt_quats b, double share)
{
    dbt_lanes sine, cosine;
    const dbt_quats d = dbt_quats_mul(b, dbt_quats_conj(a));
    const dbt_lanes length = dbt_vec3s_length((dbt_vec3s){ d.x, d.y, d.z });
    dbt_lanes_sin_cos(share * dbt_lanes_atan2(length, dbt_lanes_abs(d.w)), &sine, &cosine);
    sine = dbt_lanes_where(length > 0.0, dbt_lanes_choose(d.w < 0.0, -sine, sine) / length);
    return dbt_quats_mul((dbt_quats){ cosine, d.x * sine, d.y * sine, d.z * sine }, a);
}

/* The rotation vectors of a*b^-1, the short way round. Of small turns by the series of the arc
 * sine, which is exact to rounding up to 14 degrees. */
DBT_INLINE dbt_vec3s dbt_quats_difference(dbt_quats a, dbt_quats b)
{
    const dbt_quats q = dbt_quats_mul(a, dbt_quats_conj(b));
    const dbt_vec3s v = { q.x, q.y, q.z };
    const dbt_lanes s = dbt_vec3s_dot(v, v);
    dbt_lanes series = 63.0 / 2816.0 + s * (231.0 / 13312.0);
    series = 35.0 / 1152.0 + s * series;
    series = 5.0 / 112.0 + s * series;
    series = 3.0 / 40.0 + s * series;
    series = 1.0 / 6.0 + s * series;
    dbt_lanes longer = 2.0 * (1.0 + s * series);
    for (int i = 0; i < DBT_LANES && dbt_lanes_any(s > 0.015); i++)
        if (s[i] > 0.015)
            longer[i] = 2.0 * atan2(sqrt(s[i]), fabs(q.w[i])) / sqrt(s[i]);
    return dbt_vec3s_scale(v, dbt_lanes_choose(q.w < 0.0, -longer, longer));
}

DBT_INLINE dbt_vec3s dbt_quats_rotate(dbt_quats q, dbt_vec3s v)
{
    const dbt_vec3s u = { q.x, q.y, q.z };
    const dbt_vec3s t = dbt_vec3s_scale(dbt_vec3s_cross(u, v), dbt_lanes_all(2.0));
    return dbt_vec3s_add(dbt_vec3s_add(v, dbt_vec3s_scale(t, q.w)), dbt_vec3s_cross(u, t));
}

/* As dbt_quat_mul_axis. */
DBT_INLINE dbt_quats dbt_quats_mul_axis(dbt_quats q, int axis, dbt_lanes s, dbt_lanes c)
{
    if (axis == 0)
        return (dbt_quats){ q.w * c - q.x * s, q.x * c + q.w * s, q.y * c + q.z * s,
                            q.z * c - q.y * s };
    if (axis == 1)
        return (dbt_quats){ q.w * c - q.y * s, q.x * c - q.z * s, q.y * c + q.w * s,
                            q.z * c + q.x * s };
    return (dbt_quats){ q.w * c - q.z * s, q.x * c + q.y * s, q.y * c - q.x * s,
                        q.z * c + q.w * s };
}

/* The shortest rotation from the direction of a to that of b, as dbt_quat_arc; unit vectors. */
DBT_INLINE dbt_quats dbt_quats_arc(dbt_vec3s a, dbt_vec3s b)
{
    const dbt_lanes w = 1.0 + dbt_vec3s_dot(a, b);
    const dbt_vec3s v = dbt_vec3s_cross(a, b);
    const dbt_lanes scale = 1.0 / dbt_lanes_sqrt(w * w + dbt_vec3s_dot(v, v));
    dbt_quats arc = { w * scale, v.x * scale, v.y * scale, v.z * scale };
    const dbt_lane_mask opposite = w < 1e-12;
    for (int i = 0; i < DBT_LANES && dbt_lanes_any(opposite); i++)
        if (opposite[i])
            dbt_quats_set(&arc, i, dbt_quat_arc(dbt_vec3s_lane(&a, i), dbt_vec3s_lane(&b, i)));
    return arc;
}

DBT_INLINE dbt_transform dbt_transforms_lane(const dbt_transforms *t, int lane)
{
    return (dbt_transform){ dbt_vec3s_lane(&t->pos, lane), dbt_quats_lane(&t->rot, lane) };
}

/* A joint that does not turn, at its offset. */
DBT_INLINE dbt_transforms dbt_transforms_all(dbt_vec3 offset)
{
    return (dbt_transforms){ dbt_vec3s_all(offset), dbt_quats_all(DBT_QUAT_IDENTITY) };
}

DBT_INLINE void dbt_transforms_set(dbt_transforms *t, int lane, dbt_transform to)
{
    dbt_vec3s_set(&t->pos, lane, to.pos);
    dbt_quats_set(&t->rot, lane, to.rot);
}

/* As dbt_transform_mul. */
DBT_INLINE dbt_transforms dbt_transforms_mul(dbt_transforms a, dbt_transforms b)
{
    return (dbt_transforms){ dbt_vec3s_add(a.pos, dbt_quats_rotate(a.rot, b.pos)),
                             dbt_quats_mul(a.rot, b.rot) };
}

/* ---- joints ---- */

DBT_INLINE dbt_lanes dbt_lanes_load(const double *const rows[DBT_LANES], int at)
{
    return (dbt_lanes){ rows[0][at], rows[1][at], rows[2][at], rows[3][at] };
}

/* As dbt_joint_from_values, of a frame in each lane: rows. */
DBT_INLINE dbt_transforms dbt_joint_from_rows(const dbt_joint *joint,
                                              const double *const rows[DBT_LANES])
{
    dbt_transforms local = dbt_transforms_all(joint->offset);
    dbt_lanes *const pos[] = { &local.pos.x, &local.pos.y, &local.pos.z };
    for (int axis = 0; joint->has_pos && axis < 3; axis++)
        if (joint->pos_channel[axis] >= 0)
            *pos[axis] = dbt_lanes_load(rows, joint->first_channel + joint->pos_channel[axis]);
    for (int i = 0; i < joint->n_rot; i++) {
        dbt_lanes sine, cosine;
        const dbt_lanes angle = dbt_lanes_load(rows, joint->first_channel + joint->rot_channel[i]);
        dbt_lanes_sin_cos(0.5 * (angle * DBT_RAD_FROM_DEG), &sine, &cosine);
        local.rot = dbt_quats_mul_axis(local.rot, joint->rot_axis[i], sine, cosine);
    }
    return local;
}

/* As dbt_joint_hold. */
DBT_INLINE dbt_quats dbt_joint_hold_all(const dbt_joint *joint, dbt_quats rot)
{
    for (int i = 0; i < DBT_LANES && joint->n_rot < 3; i++)
        dbt_quats_set(&rot, i, dbt_joint_hold(joint, dbt_quats_lane(&rot, i)));
    return rot;
}

/* The angles of a rotation about three different axes, degrees, as in motion/pose.c. locked: where
 * they are too near gimbal lock to tell. */
DBT_INLINE void dbt_quats_angles(dbt_quats q, const uint8_t axis[3], dbt_lanes angles[3],
                                 dbt_lane_mask *locked)
{
    const dbt_lanes parts[] = { q.x, q.y, q.z };
    const double sign = (axis[1] - axis[0] + 3) % 3 == 1 ? 1.0 : -1.0;
    const dbt_lanes first = parts[axis[0]], third = parts[axis[2]], second = sign * parts[axis[1]];
    const dbt_lanes a = first + third, b = q.w + second, c = first - third, d = q.w - second;
    const dbt_lanes plus = dbt_lanes_sqrt(a * a + b * b), minus = dbt_lanes_sqrt(c * c + d * d);
    const dbt_lanes middle = 2.0 * dbt_lanes_atan2(plus, minus) - 0.5 * DBT_PI;
    const dbt_lanes half_sum = dbt_lanes_atan2(a, b), half_difference = dbt_lanes_atan2(c, d);
    angles[0] = (half_sum + half_difference) * DBT_DEG_FROM_RAD;
    angles[1] = sign * middle * DBT_DEG_FROM_RAD;
    angles[2] = (half_sum - half_difference) * DBT_DEG_FROM_RAD;
    *locked = dbt_lanes_abs(middle) > 0.5 * DBT_PI - 1e-6;
}

#endif
