/* Arithmetic of vectors, unit quaternions and rotation vectors: double precision, by value, without
 * allocation or state.
 *
 * Quaternions are (w, x, y, z); a*b applies b first. A rotation vector is angle times axis,
 * radians. Products are not normalised: a few unit quaternions multiply to a unit one, but for
 * rounding.
 *
 * Source of exp, log and abs: D. Holden, "Spring-It-On" (2021) and "Cubic Interpolation of
 * Quaternions" (2023). Here log covers angles up to 2 pi. */
#ifndef DBT_BASE_VECQUAT_H
#define DBT_BASE_VECQUAT_H

#include "base/trig.h"

#include <stdbool.h>

#define DBT_PI           3.14159265358979323846
#define DBT_RAD_FROM_DEG (DBT_PI / 180.0)
#define DBT_DEG_FROM_RAD (180.0 / DBT_PI)

/* A vector. */
typedef struct dbt_vec3 {
    double x, y, z;
} dbt_vec3;

/* A quaternion. */
typedef struct dbt_quat {
    double w, x, y, z;
} dbt_quat;

/* A rotation, then a translation: p -> rot(p) + pos. */
typedef struct dbt_transform {
    dbt_vec3 pos;
    dbt_quat rot;
} dbt_transform;

#define DBT_VEC3_ZERO     ((dbt_vec3){ 0.0, 0.0, 0.0 })
#define DBT_QUAT_IDENTITY ((dbt_quat){ 1.0, 0.0, 0.0, 0.0 })

/* a + b */
static inline dbt_vec3 dbt_vec3_add(dbt_vec3 a, dbt_vec3 b)
{
    return (dbt_vec3){ a.x + b.x, a.y + b.y, a.z + b.z };
}

/* a - b */
static inline dbt_vec3 dbt_vec3_sub(dbt_vec3 a, dbt_vec3 b)
{
    return (dbt_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

/* s a */
static inline dbt_vec3 dbt_vec3_scale(dbt_vec3 a, double s)
{
    return (dbt_vec3){ a.x * s, a.y * s, a.z * s };
}

/* a + s b */
static inline dbt_vec3 dbt_vec3_add_scaled(dbt_vec3 a, double s, dbt_vec3 b)
{
    return (dbt_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

/* Dot product. */
static inline double dbt_vec3_dot(dbt_vec3 a, dbt_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Cross product a x b. */
static inline dbt_vec3 dbt_vec3_cross(dbt_vec3 a, dbt_vec3 b)
{
    return (dbt_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* |a| */
static inline double dbt_vec3_length(dbt_vec3 a)
{
    return sqrt(dbt_vec3_dot(a, a));
}

/* Angle between two directions of any length, in [0, pi]. */
static inline double dbt_vec3_angle_between(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_atan2(dbt_vec3_length(dbt_vec3_cross(a, b)), dbt_vec3_dot(a, b));
}

/* The component of v perpendicular to a unit vector. */
static inline dbt_vec3 dbt_vec3_across(dbt_vec3 v, dbt_vec3 line)
{
    return dbt_vec3_add_scaled(v, -dbt_vec3_dot(v, line), line);
}

/* The unit vector of v; zero if v is zero or shorter than min_length. */
static inline dbt_vec3 dbt_unit(dbt_vec3 v, double min_length)
{
    const double length = dbt_vec3_length(v);
    return length >= min_length && length > 0.0 ? dbt_vec3_scale(v, 1.0 / length) : DBT_VEC3_ZERO;
}

/* Whether v, a result of dbt_unit, is a unit vector and not zero. */
static inline bool dbt_is_unit(dbt_vec3 v)
{
    return dbt_vec3_dot(v, v) > 0.5;
}

/* a, clamped to a maximum length. */
static inline dbt_vec3 dbt_vec3_shorten(dbt_vec3 a, double length)
{
    const double n = dbt_vec3_length(a);
    return n > length ? dbt_vec3_scale(a, length / n) : a;
}

/* (1 - t) a + t b; exactly a at 0 and b at 1. */
static inline dbt_vec3 dbt_vec3_lerp(dbt_vec3 a, dbt_vec3 b, double t)
{
    const double s = 1.0 - t;
    return (dbt_vec3){ s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z };
}

/* Component by index: 0 x, 1 y, 2 z. */
static inline double dbt_vec3_get(dbt_vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/* Sets a component by index: 0 x, 1 y, 2 z. */
static inline void dbt_vec3_set(dbt_vec3 *a, int axis, double value)
{
    *(axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z) = value;
}

/* The unit vector of an axis: 0 x, 1 y, 2 z. */
static inline dbt_vec3 dbt_vec3_axis(int axis)
{
    return (dbt_vec3){ axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0 };
}

/* Product a b: the rotation b, then a. */
static inline dbt_quat dbt_quat_mul(dbt_quat a, dbt_quat b)
{
    return (dbt_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

/* Conjugate: the inverse of a unit quaternion. */
static inline dbt_quat dbt_quat_conj(dbt_quat q)
{
    return (dbt_quat){ q.w, -q.x, -q.y, -q.z };
}

/* -q, the same rotation as q. */
static inline dbt_quat dbt_quat_negate(dbt_quat q)
{
    return (dbt_quat){ -q.w, -q.x, -q.y, -q.z };
}

/* Dot product. */
static inline double dbt_quat_dot(dbt_quat a, dbt_quat b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/* q or -q, with w >= 0: the quaternion whose angle is at most pi. */
static inline dbt_quat dbt_quat_abs(dbt_quat q)
{
    return q.w < 0.0 ? dbt_quat_negate(q) : q;
}

/* q / |q|; the identity if q is zero or NAN. */
static inline dbt_quat dbt_quat_normalize(dbt_quat q)
{
    const double n = sqrt(dbt_quat_dot(q, q));
    if (!(n > 0.0))
        return DBT_QUAT_IDENTITY;
    return (dbt_quat){ q.w / n, q.x / n, q.y / n, q.z / n };
}

/* q v q^-1: the vector v rotated by q. */
static inline dbt_vec3 dbt_quat_rotate(dbt_quat q, dbt_vec3 v)
{
    const dbt_vec3 u = { q.x, q.y, q.z };
    const dbt_vec3 t = dbt_vec3_scale(dbt_vec3_cross(u, v), 2.0);
    return dbt_vec3_add(dbt_vec3_add_scaled(v, q.w, t), dbt_vec3_cross(u, t));
}

/* Logarithm: the rotation vector of q, with an angle in [0, 2 pi]; zero for q = +-1. */
static inline dbt_vec3 dbt_quat_log(dbt_quat q)
{
    const dbt_vec3 v = { q.x, q.y, q.z };
    const double s = dbt_vec3_length(v);
    if (!(s > 0.0))
        return DBT_VEC3_ZERO;
    return dbt_vec3_scale(v, 2.0 * dbt_atan2(s, q.w) / s);
}

/* Shortest rotation vector of a b^-1: |r| <= pi. */
static inline dbt_vec3 dbt_quat_difference(dbt_quat a, dbt_quat b)
{
    return dbt_quat_log(dbt_quat_abs(dbt_quat_mul(a, dbt_quat_conj(b))));
}

/* Angle between the rotations of two quaternions, in [0, pi]. */
static inline double dbt_quat_angle_between(dbt_quat a, dbt_quat b)
{
    const dbt_quat d = dbt_quat_mul(a, dbt_quat_conj(b));
    return 2.0 * dbt_atan2(dbt_vec3_length((dbt_vec3){ d.x, d.y, d.z }), fabs(d.w));
}

/* Exponential: the quaternion of a rotation vector. */
static inline dbt_quat dbt_quat_exp(dbt_vec3 r)
{
    const double angle = dbt_vec3_length(r);
    double sine, cosine;
    dbt_sin_cos(0.5 * angle, &sine, &cosine);
    /* sin(x/2)/x by its Taylor series if x^4 is below rounding */
    const double s = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : sine / angle;
    return (dbt_quat){ cosine, s * r.x, s * r.y, s * r.z };
}

/* Inverse left Jacobian of SO(3) at r, applied to w: the rate of the rotation vector r whose
 * rotation has the parent-space angular velocity w. |r| < 2 pi. */
static inline dbt_vec3 dbt_quat_log_rate(dbt_vec3 r, dbt_vec3 w)
{
    const double angle = dbt_vec3_length(r);
    double k = 1.0 / 12.0 + angle * angle / 720.0;
    if (angle >= 1e-3) {
        double sine, cosine;
        dbt_sin_cos(0.5 * angle, &sine, &cosine);
        k = (1.0 - 0.5 * angle * cosine / sine) / (angle * angle);
    }
    const dbt_vec3 rw = dbt_vec3_cross(r, w);
    return dbt_vec3_add_scaled(dbt_vec3_add_scaled(w, -0.5, rw), k, dbt_vec3_cross(r, rw));
}

/* Left Jacobian of SO(3) at r, applied to v: the parent-space angular velocity of a rotation whose
 * vector r has the rate v. The transpose is the left Jacobian at -r. */
static inline dbt_vec3 dbt_left_jacobian(dbt_vec3 r, dbt_vec3 v)
{
    const double angle2 = dbt_vec3_dot(r, r), angle = sqrt(angle2);
    double a = 0.5 - angle2 / 24.0, b = 1.0 / 6.0 - angle2 / 120.0;
    if (angle >= 1e-3) {
        double sine, cosine;
        dbt_sin_cos(angle, &sine, &cosine);
        a = (1.0 - cosine) / angle2;
        b = (angle - sine) / (angle2 * angle);
    }
    const dbt_vec3 rv = dbt_vec3_cross(r, v);
    return dbt_vec3_add_scaled(dbt_vec3_add_scaled(v, a, rv), b, dbt_vec3_cross(r, rv));
}

/* Shortest-arc rotation from the direction of a to the direction of b; about any perpendicular axis
 * if they are opposite. The identity if a or b is zero. */
static inline dbt_quat dbt_quat_arc(dbt_vec3 a, dbt_vec3 b)
{
    const double lengths = dbt_vec3_length(a) * dbt_vec3_length(b);
    if (!(lengths > 0.0))
        return DBT_QUAT_IDENTITY;
    const double cosine = dbt_vec3_dot(a, b) / lengths;
    if (cosine < -1.0 + 1e-12) { /* opposite: any axis perpendicular to a */
        const dbt_vec3 x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 };
        const dbt_vec3 axis = dbt_vec3_cross(a, fabs(a.x) < fabs(a.y) ? x : y);
        return dbt_quat_normalize((dbt_quat){ 0.0, axis.x, axis.y, axis.z });
    }
    const dbt_vec3 axis = dbt_vec3_scale(dbt_vec3_cross(a, b), 1.0 / lengths);
    return dbt_quat_normalize((dbt_quat){ 1.0 + cosine, axis.x, axis.y, axis.z });
}

/* Unwraps a rotation vector: returns the vector nearest to `last` among r + 2 pi k axis, k whole,
 * all of one rotation. The axis is r's; if |r| < 1e-12, it is rounding noise, and the axis is
 * last's. Returns r if `last` is zero. */
static inline dbt_vec3 dbt_rotvec_nearest(dbt_vec3 r, dbt_vec3 last)
{
    /* The usual case, without a square root: r differs from last by less than 3 rad along its axis,
     * less than pi, so no other vector is nearer. */
    const double square = dbt_vec3_dot(r, r), along = dbt_vec3_dot(last, r) - square;
    if (square > 1e-20 && along * along < 9.0 * square)
        return r;
    const double angle = sqrt(square), last_angle = dbt_vec3_length(last);
    if (last_angle == 0.0)
        return r;
    const dbt_vec3 axis =
        angle < 1e-12 ? dbt_vec3_scale(last, 1.0 / last_angle) : dbt_vec3_scale(r, 1.0 / angle);
    const double k = round((dbt_vec3_dot(last, axis) - angle) / (2.0 * DBT_PI));
    if (k == 0.0)
        return r;
    return dbt_vec3_scale(axis, angle + 2.0 * DBT_PI * k);
}

/* Twist of q about a unit axis (swing-twist decomposition); the identity if it is undefined. */
static inline dbt_quat dbt_quat_twist(dbt_quat q, dbt_vec3 axis)
{
    const double along = dbt_vec3_dot((dbt_vec3){ q.x, q.y, q.z }, axis);
    const double n2 = q.w * q.w + along * along;
    if (n2 < 1e-12)
        return DBT_QUAT_IDENTITY;
    const double s = 1.0 / sqrt(n2);
    return (dbt_quat){ q.w * s, axis.x * along * s, axis.y * along * s, axis.z * along * s };
}

/* The rotation by an angle (radians) about a coordinate axis: 0 x, 1 y, 2 z. */
static inline dbt_quat dbt_quat_about_axis(int axis, double angle)
{
    double s, c;
    dbt_sin_cos(0.5 * angle, &s, &c);
    return (dbt_quat){ c, axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0 };
}

/* q dbt_quat_about_axis(axis, angle), without the products with 0. */
static inline dbt_quat dbt_quat_mul_axis(dbt_quat q, int axis, double angle)
{
    double s, c;
    dbt_sin_cos(0.5 * angle, &s, &c);
    if (axis == 0)
        return (dbt_quat){ q.w * c - q.x * s, q.x * c + q.w * s, q.y * c + q.z * s,
                           q.z * c - q.y * s };
    if (axis == 1)
        return (dbt_quat){ q.w * c - q.y * s, q.x * c - q.z * s, q.y * c + q.w * s,
                           q.z * c + q.x * s };
    return (dbt_quat){ q.w * c - q.z * s, q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s };
}

/* Composition a b: p -> a(b(p)). b is relative to a's frame. */
static inline dbt_transform dbt_transform_mul(dbt_transform a, dbt_transform b)
{
    return (dbt_transform){ dbt_vec3_add(a.pos, dbt_quat_rotate(a.rot, b.pos)),
                            dbt_quat_mul(a.rot, b.rot) };
}

/* The inverse transform. */
static inline dbt_transform dbt_transform_inverse(dbt_transform a)
{
    const dbt_quat inv = dbt_quat_conj(a.rot);
    return (dbt_transform){ dbt_vec3_scale(dbt_quat_rotate(inv, a.pos), -1.0), inv };
}

#endif
