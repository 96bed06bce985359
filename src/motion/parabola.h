/* Local regression: smooths values by the parabola that fits best around each. A mean would flatten
 * peaks, and near the ends ignore the gradient. Knows only numbers. */
#ifndef DBT_MOTION_PARABOLA_H
#define DBT_MOTION_PARABOLA_H

#include "base/vecquat.h"

/* Sums over the values near 0. Begin with { 0 }. */
typedef struct dbt_parabola {
    double powers[5];    /* of weight * x^i */
    dbt_vec3 moments[3]; /* of weight * x^i * value */
} dbt_parabola;

/* Adds a value at x in (-1, 1). Its weight is a raised cosine, which is 0 at both ends. */
static inline void dbt_parabola_add(dbt_parabola *parabola, double x, dbt_vec3 value)
{
    double power = 0.5 + 0.5 * dbt_cos(DBT_PI * x);
    for (int i = 0; i < 5; i++) {
        parabola->powers[i] += power;
        if (i < 3)
            parabola->moments[i] = dbt_vec3_add_scaled(parabola->moments[i], power, value);
        power *= x;
    }
}

/* Returns the value at 0 of the parabola a + b x + c x^2 with the least weighted square error, by
 * Cramer's rule. otherwise: returned if the parabola is not unique. */
static inline dbt_vec3 dbt_parabola_at_0(const dbt_parabola *parabola, dbt_vec3 otherwise)
{
    const double *s = parabola->powers;
    const dbt_vec3 *m = parabola->moments;
    const double a = s[2] * s[4] - s[3] * s[3], b = s[2] * s[3] - s[1] * s[4],
                 c = s[1] * s[3] - s[2] * s[2];
    const double all = s[0] * a + s[1] * b + s[2] * c;
    if (!(all > 1e-9 * s[0] * s[0] * s[0]))
        return otherwise;
    const dbt_vec3 sum =
        dbt_vec3_add_scaled(dbt_vec3_add_scaled(dbt_vec3_scale(m[0], a), b, m[1]), c, m[2]);
    return dbt_vec3_scale(sum, 1.0 / all);
}

#endif
