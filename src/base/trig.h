/* Sine, cosine and arc tangent with the same bits on every machine, two to three times as fast as
 * the C library's. Angles are in radians. */
#ifndef DBT_BASE_TRIG_H
#define DBT_BASE_TRIG_H

#include "base/inline.h"

#include <math.h>

/* A SIMD vector of two numbers. */
typedef double dbt_two __attribute__((vector_size(16)));

/* pi as a sum of two doubles, and 1/pi. The first double has 33 bits, so its product with n is
 * exact for angles n pi below DBT_LARGE_ANGLE. */
#define DBT_PI_HIGH     0x1.921fb544p+1
#define DBT_PI_LOW      0x1.0b4611a626331p-33
#define DBT_INV_PI      (1.0 / (DBT_PI_HIGH + DBT_PI_LOW))
#define DBT_LARGE_ANGLE 1e5

/* Range reduction: returns x - n pi in [-pi/2, pi/2] with n whole; NAN if x is not finite. *sign:
 * -1 if n is odd, otherwise 1. From DBT_LARGE_ANGLE up the period is the double nearest to 2 pi. */
static inline double dbt_reduce_angle(double x, double *sign)
{
    *sign = 1.0;
    if (!(fabs(x) < DBT_LARGE_ANGLE)) {
        if (!isfinite(x))
            return (double)NAN;
        x = fmod(x, 2.0 * (DBT_PI_HIGH + DBT_PI_LOW));
    }
    const int n = (int)(x * DBT_INV_PI + copysign(0.5, x));
    *sign = 1 - 2 * (n & 1);
    return (x - n * DBT_PI_HIGH) - n * DBT_PI_LOW;
}

/* Coefficients of the Taylor series of sine and cosine, the highest power first: 1/21!, 1/20! ...
 */
enum { DBT_TRIG_TERMS = 10 };
extern const dbt_two dbt_trig_terms[DBT_TRIG_TERMS];

/* Sine and cosine of x, both within 4e-16, from DBT_LARGE_ANGLE up within 4e-17 |x|, less than the
 * rounding of x; NAN if x is not finite. Branchless for |x| < DBT_LARGE_ANGLE. */
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

/* Sine of x, as dbt_sin_cos. */
static inline double dbt_sin(double x)
{
    double sine, cosine;
    dbt_sin_cos(x, &sine, &cosine);
    return sine;
}

/* Cosine of x, as dbt_sin_cos. */
static inline double dbt_cos(double x)
{
    double sine, cosine;
    dbt_sin_cos(x, &sine, &cosine);
    return cosine;
}

/* Arc tangents of i/16, i from 0 to 16. */
enum { DBT_ATAN_STEPS = 16 };
extern const double dbt_atan_steps[DBT_ATAN_STEPS + 1];

/* As atan2 of the C library, within 4.5e-16: one unit in the last digit. */
DBT_CONST double dbt_atan2(double y, double x);

#endif
