/* Ease curves: blend weights from 0 to 1 for transitions and fades. Knows only numbers. */
#ifndef DBT_MOTION_CURVE_H
#define DBT_MOTION_CURVE_H

#include "base/vecquat.h"

/* Shapes of an ease curve. */
typedef enum dbt_curve {
    DBT_CURVE_SMOOTHSTEP,
    DBT_CURVE_LINEAR,
    DBT_CURVE_SMOOTHERSTEP,
    DBT_CURVE_SINUSOIDAL,
} dbt_curve;

/* Returns the weight at x in [0, 1]; 0 at 0, 1 at 1. */
static inline double dbt_curve_at(dbt_curve curve, double x)
{
    switch (curve) {
    case DBT_CURVE_LINEAR: return x;
    case DBT_CURVE_SMOOTHERSTEP: return x * x * x * (x * (6.0 * x - 15.0) + 10.0);
    case DBT_CURVE_SINUSOIDAL: return 0.5 * (1.0 - dbt_cos(DBT_PI * x));
    case DBT_CURVE_SMOOTHSTEP: break;
    }
    return x * x * (3.0 - 2.0 * x);
}

#endif
