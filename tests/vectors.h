/* Random vectors, and comparisons of vectors and rotations. */
#ifndef DBT_TESTS_VECTORS_H
#define DBT_TESTS_VECTORS_H

#include "expect.h"

#include "base/vecquat.h"

/* Returns a vector with components in [-size, size). */
static inline dbt_vec3 random_vec(uint64_t *state, double size)
{
    const double x = random_in(state, -size, size), y = random_in(state, -size, size);
    return (dbt_vec3){ x, y, random_in(state, -size, size) };
}

static inline double distance(dbt_vec3 a, dbt_vec3 b)
{
    return dbt_vec3_length(dbt_vec3_sub(a, b));
}

/* Returns the angle between two rotations, 0 to pi radians. */
static inline double angle_between(dbt_quat a, dbt_quat b)
{
    const dbt_quat d = dbt_quat_mul(dbt_quat_conj(a), b);
    return 2.0 * asin(fmin(1.0, sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}

/* Fails, and prints both vectors, if their distance is over `tolerance`. */
static inline void expect_vec(dbt_vec3 actual, dbt_vec3 expected, double tolerance)
{
    if (!(distance(actual, expected) <= tolerance))
        fail_msg("(%.12g, %.12g, %.12g), expected (%.12g, %.12g, %.12g)", actual.x, actual.y,
                 actual.z, expected.x, expected.y, expected.z);
}

#endif
