/* The rule by which one transition is better than another. Of those that are smooth, whose largest
 * jerks are at most `smooth` times the clips' own, the one that moves the character least; where
 * none is smooth, the least jerky one. What is alike in that goes by the velocity jump. */
#ifndef DBT_MEASURE_STANDING_H
#define DBT_MEASURE_STANDING_H

#include "measure/metric.h"

#define DBT_USUAL_SMOOTH 1.5 /* half above the clips' own jerk */

typedef struct dbt_standing {
    bool smooth;     /* both jerk peak ratios are at most the limit */
    double figure;   /* displacement_u_s where smooth, else the greater of the two ratios */
    double vel_jump; /* ang_vel_jump_deg_s */
} dbt_standing;

/* A figure as the CSV has it, to nine digits: figures that are equal there are equal. */
double dbt_nine_digits(double figure);

/* Of a row over several joints; smooth is the limit. */
dbt_standing dbt_standing_of(const double row[DBT_N_METRICS], double smooth);

/* Below 0: a is the better one. 0: a tie. */
int dbt_standing_compare(const dbt_standing *a, const dbt_standing *b);

#endif
