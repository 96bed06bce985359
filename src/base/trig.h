/* Sine, cosine and arc tangent: two to three times as fast as the C library's, and the same bytes
 * on every machine. */
#ifndef DBT_BASE_TRIG_H
#define DBT_BASE_TRIG_H

#include "base/inline.h"

#include <math.h>

/* Two numbers that are computed at the same time. */
typedef double dbt_two __attribute__((vector_size(16)));

/* The angle in [-pi/2, pi/2] that differs from x (radians, finite, |x| >= 1e5) by a whole number of
 * half turns, within 1.2e-16. *odd: 1 if that number is odd, otherwise 0. */
double dbt_reduce_large_angle(double x, int *odd);

/* Sine and cosine of x (radians), both within 4e-16; NAN where x is not finite. Nothing in it
 * depends on a condition that changes from angle to angle, which processors could not foresee. */
static inline void dbt_sin_cos(double x, double *sine, double *cosine)
{
    /* Half a turn in two parts. The first has 33 bits, so that its product with the number of half
     * turns is exact. */
    const double half = 0x1.921fb544p+1, rest = 0x1.0b4611a626331p-33;
    int turns = 0;
    double r;
    if (fabs(x) < 1e5) {
        turns = (int)(x * (1.0 / (half + rest)) + copysign(0.5, x));
        r = (x - turns * half) - turns * rest;
    } else {
        r = isfinite(x) ? dbt_reduce_large_angle(x, &turns) : (double)NAN;
    }
    const double sign = 1 - 2 * (turns & 1), z = r * r;
    /* Taylor series of both, side by side, for at most a quarter of a turn: 1/21!, 1/20! ... */
    const dbt_two squares = { z, z };
    dbt_two sum = { 1.0 / 51090942171709440000.0, 1.0 / 2432902008176640000.0 };
    sum = (dbt_two){ -1.0 / 121645100408832000.0, -1.0 / 6402373705728000.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 355687428096000.0, 1.0 / 20922789888000.0 } + squares * sum;
    sum = (dbt_two){ -1.0 / 1307674368000.0, -1.0 / 87178291200.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 6227020800.0, 1.0 / 479001600.0 } + squares * sum;
    sum = (dbt_two){ -1.0 / 39916800.0, -1.0 / 3628800.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 362880.0, 1.0 / 40320.0 } + squares * sum;
    sum = (dbt_two){ -1.0 / 5040.0, -1.0 / 720.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 120.0, 1.0 / 24.0 } + squares * sum;
    sum = (dbt_two){ -1.0 / 6.0, -1.0 / 2.0 } + squares * sum;
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
