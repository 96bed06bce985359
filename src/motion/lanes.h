/* Four frames at once: numbers, vectors and quaternions of which each lane belongs to a frame of
 * its own. Lanes never mix, so results do not depend on the processor. All functions are inlined
 * into those that a processor's better instructions are chosen for. */
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

typedef struct dbt_vec3s {
    dbt_lanes x, y, z;
} dbt_vec3s;

typedef struct dbt_quats {
    dbt_lanes w, x, y, z;
} dbt_quats;

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

DBT_INLINE dbt_vec3s dbt_quats_rotate(dbt_quats q, dbt_vec3s v)
{
    const dbt_vec3s u = { q.x, q.y, q.z };
    const dbt_vec3s t = dbt_vec3s_scale(dbt_vec3s_cross(u, v), dbt_lanes_all(2.0));
    return dbt_vec3s_add(dbt_vec3s_add(v, dbt_vec3s_scale(t, q.w)), dbt_vec3s_cross(u, t));
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

/* ---- joints ---- */

/* As dbt_joint_hold. */
DBT_INLINE dbt_quats dbt_joint_hold_all(const dbt_joint *joint, dbt_quats rot)
{
    for (int i = 0; i < DBT_LANES && joint->n_rot < 3; i++)
        dbt_quats_set(&rot, i, dbt_joint_hold(joint, dbt_quats_lane(&rot, i)));
    return rot;
}

#endif
