/* The rule that decides which of two transitions is better; auto and compare use it. A transition
 * is smooth if both its jerk peak ratios are at most `smooth`. Smooth ones come first, and among
 * them the one that moves the character least. Of those that are not smooth, the one with the least
 * jerk ratio is better. The smaller velocity jump breaks a tie. Noise counts as 0. */
#ifndef DBT_MEASURE_STANDING_H
#define DBT_MEASURE_STANDING_H

#include "measure/metric.h"

/* Whether a value is so small that only the rounding of the file's numbers causes it. */
bool dbt_is_noise(double x);

#define DBT_USUAL_SMOOTH 1.5 /* half more than the clips' own jerk */

typedef struct dbt_standing {
    bool smooth;     /* both jerk peak ratios are at most the limit */
    double figure;   /* displacement_u_s if smooth, else the greater of the two ratios */
    double vel_jump; /* ang_vel_jump_deg_s */
} dbt_standing;

/* The standing of a row over several joints. smooth is the limit of the ratios. */
dbt_standing dbt_standing_of(const double row[DBT_N_METRICS], double smooth);

/* Less than 0: a is better. 0: a tie. */
int dbt_standing_compare(const dbt_standing *a, const dbt_standing *b);

#endif
