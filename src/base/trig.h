/* Sine, cosine and arc tangent: two to three times as fast as the C library's, and the same bytes
 * on every machine. */
#ifndef DBT_BASE_TRIG_H
#define DBT_BASE_TRIG_H

#include "base/inline.h"

#include <math.h>

/* Two numbers that are computed at the same time. */
typedef double dbt_two __attribute__((vector_size(16)));

/* The angle in [-pi/2, pi/2] that differs from x (radians, finite, |x| >= DBT_LARGE_ANGLE) by a
 * whole number of half turns, within 1.2e-16. *odd: 1 if that number is odd, otherwise 0. */
double dbt_reduce_large_angle(double x, int *odd);

/* Half a turn in two summands. The first has 33 bits, so that its product with the number of half
 * turns of an angle below DBT_LARGE_ANGLE is exact. */
#define DBT_HALF_TURN      0x1.921fb544p+1
#define DBT_HALF_TURN_REST 0x1.0b4611a626331p-33
#define DBT_HALF_TURNS     (1.0 / (DBT_HALF_TURN + DBT_HALF_TURN_REST)) /* of a radian */
#define DBT_LARGE_ANGLE    1e5

/* x (radians, any size) less the nearest number of half turns: in [-pi/2, pi/2]; NAN where x is not
 * finite. *sign: -1 if that number is odd, otherwise 1. */
static inline double dbt_reduce_angle(double x, double *sign)
{
    int turns = 0;
    double r;
    if (fabs(x) < DBT_LARGE_ANGLE) {
        turns = (int)(x * DBT_HALF_TURNS + copysign(0.5, x));
        r = (x - turns * DBT_HALF_TURN) - turns * DBT_HALF_TURN_REST;
    } else {
        r = isfinite(x) ? dbt_reduce_large_angle(x, &turns) : (double)NAN;
    }
    *sign = 1 - 2 * (turns & 1);
    return r;
}

/* Factors of the Taylor series of sine and cosine, the highest power first: 1/21!, 1/20! ... */
enum { DBT_TRIG_TERMS = 10 };
extern const dbt_two dbt_trig_terms[DBT_TRIG_TERMS];

/* Sine and cosine of x (radians), both within 4e-16; NAN where x is not finite. Nothing in it
 * depends on a condition that changes from angle to angle, which processors could not foresee. */
static inline void dbt_sin_cos(double x, double *sine, double *cosine)
{
    double sign;
    const double r = dbt_reduce_angle(x, &sign), z = r * r;
    const dbt_two squares = { z, z };
    dbt_two sum = dbt_trig_terms[0];
#pragma GCC unroll 9
    for (int i = 1; i < DBT_TRIG_TERMS; i++)
        sum = dbt_trig_terms[i] + squares * sum;
    *sine = sign * (r + r * z * sum[0]);
    *cosine = sign * (1.0 + z * sum[1]);
}

static inline double dbt_sin(double x)
{
    double sine, cosine;
    dbt_sin_cos(x, &sine, &cosine);
    return sine;
}

static inline double dbt_cos(double x)
{
    double sine, cosine;
    dbt_sin_cos(x, &sine, &cosine);
    return cosine;
}

/* Arc tangents of 0/16 to 16/16. */
enum { DBT_ATAN_STEPS = 16 };
extern const double dbt_atan_steps[DBT_ATAN_STEPS + 1];

/* As atan2, within 4.5e-16: a unit in the last place. */
DBT_CONST double dbt_atan2(double y, double x);

#endif
