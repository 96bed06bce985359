/* Exponentials with the same bits on every machine: computed by sums, products, rounding and powers
 * of two only. */
#ifndef DBT_BASE_EXPONENTIAL_H
#define DBT_BASE_EXPONENTIAL_H

#include "base/inline.h"

#define DBT_LN_2 0.69314718055994530942

/* e^x, within one unit in the last digit; 0 or infinity beyond the range of doubles, NAN for NAN.
 */
DBT_CONST double dbt_exp(double x);

/* 2^x, with the error and range of dbt_exp; exact for whole x. */
DBT_CONST double dbt_exp2(double x);

/* e^x - 1, with the error of dbt_exp, also for x near 0; -1 or infinity beyond the range of
 * doubles, NAN for NAN. */
DBT_CONST double dbt_expm1(double x);

#endif
