/* The rule that decides which of two transitions is better; auto and compare use it. A transition
 * is seamless if its seam ratio is at most `smooth`. A seamless one is better than others; of two
 * others, one in which no joint spins, which only auto knows; then one within twice `smooth`, then
 * one within four times that. Of two within the same limit the one of smaller displacement is
 * better; of two within none, or at a tie, the one of smaller seam ratio. Values tie if nine digits
 * are equal; noise counts as 0.
 *
 * The limit is doubled because the least seam is a bad guide on clips that move very evenly: only a
 * transition of a second or more has it, in which feet slide. Up to four times the limit, people
 * who did not know the methods preferred the shorter transition. */
#ifndef DBT_MEASURE_SEAM_SCORE_H
#define DBT_MEASURE_SEAM_SCORE_H

#include "measure/metric.h"

/* Whether a value is so small that only the rounding of numbers in the file causes it. */
bool dbt_is_noise(double x);

#define DBT_USUAL_SMOOTH 1.5 /* the default limit: 1.5 times as abrupt as the clips */

enum { DBT_LARGE_SEAM = 3 }; /* the highest level of a seam score */

/* The values that the rule compares, rounded to nine digits; infinite: not measured. */
typedef struct dbt_seam_score {
    int level;   /* 0: seamless, 1: within twice the limit, 2: four times, 3: a larger seam */
    bool spins;  /* a joint turns half a turn too far; false: or it is unknown */
    double seam; /* seam_ratio */
    double displacement; /* displacement_u_s */
} dbt_seam_score;

/* Returns the seam score of a row over several joints, of which it reads seam_ratio and
 * displacement_u_s. smooth: the limit of the seam ratio. `spins` is false. */
dbt_seam_score dbt_seam_score_of(const double row[DBT_N_METRICS], double smooth);

/* Compares two values of a metric. Negative: a is better; 0: a tie. NAN, not measured, is the worst
 * value. */
int dbt_judged_compare(double a, double b);

/* Compares two seam scores by the rule. Negative: a is better; 0: a tie. */
int dbt_seam_score_compare(const dbt_seam_score *a, const dbt_seam_score *b);

/* Whether a transition is certain to be worse than `best`. so_far: its seam score over some of its
 * frames; more frames only raise the values. */
bool dbt_seam_score_has_lost(const dbt_seam_score *so_far, const dbt_seam_score *best);

#endif
