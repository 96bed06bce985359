/* Exponentials, the same bytes on every machine: only sums, products, rounding and powers of two.
 */
#ifndef DBT_BASE_EXPONENTIAL_H
#define DBT_BASE_EXPONENTIAL_H

#include "base/inline.h"

#define DBT_LN_2 0.69314718055994530942

/* e^x, within a unit in the last place; 0 or infinity beyond the range of doubles, NAN for NAN. */
DBT_CONST double dbt_exp(double x);

/* 2^x, likewise; exact for whole x. */
DBT_CONST double dbt_exp2(double x);

/* e^x - 1, likewise, also for small x. */
DBT_CONST double dbt_expm1(double x);

#endif
