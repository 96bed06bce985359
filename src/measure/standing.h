/* The rule that decides which of two transitions is better; auto and compare use it. A transition
 * is seamless if its seam ratio is at most `smooth`. Seamless ones come first, and among them the
 * one that moves the character least. Of the others, the one with the least seam ratio is better.
 * The smaller seam ratio breaks a tie. Values tie if nine digits are equal; noise counts as 0. */
#ifndef DBT_MEASURE_STANDING_H
#define DBT_MEASURE_STANDING_H

#include "measure/metric.h"

/* Whether a value is so small that only the rounding of the file's numbers causes it. */
bool dbt_is_noise(double x);

#define DBT_USUAL_SMOOTH 1.5 /* half more abrupt than the clips themselves */

typedef struct dbt_standing {
    bool seamless;
    double seam;         /* seam_ratio */
    double displacement; /* displacement_u_s */
} dbt_standing;

/* The standing of a row over several joints. smooth is the limit of the seam ratio. */
dbt_standing dbt_standing_of(const double row[DBT_N_METRICS], double smooth);

/* Less than 0: a is better. 0: a tie. A value that was not measured is the worst. */
int dbt_judged_compare(double a, double b);
int dbt_standing_compare(const dbt_standing *a, const dbt_standing *b);

/* Whether a transition, of which only some frames were measured, is worse than best for certain:
 * more frames only raise its values. */
bool dbt_standing_has_lost(const dbt_standing *so_far, const dbt_standing *best);

#endif
