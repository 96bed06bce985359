/* Candidates: what is compared at the cuts of a job, with the results, and their ranking: the order
 * of compare's rows and of the report's methods. */
#ifndef DBT_RUN_RANKING_H
#define DBT_RUN_RANKING_H

#include "host/output.h"
#include "run/work.h"

/* A method that makes the cuts, or a finished file that any program made. */
typedef struct dbt_candidate {
    char *label;      /* owned: as the user wrote it; NULL: the job's own methods */
    const char *file; /* borrowed: path of the finished BVH file; NULL: the candidate is a method */
    dbt_tuning tuning;  /* for all cuts, if there is a label. Of a file: a jump at each cut, which
                           only places the clips that the file is measured against */
    const dbt_job *job; /* borrowed; NULL at first */
    dbt_work work;
    bool *misses; /* [n_cuts]: a file never shows the clip after that cut; owned, NULL: a method */
    double
        *cut_rows; /* [n_cuts][DBT_N_METRICS], rows over the joints asked for; NULL until it ran */
    const dbt_observer *observer; /* sees every frame; borrowed, NULL: none */
    char *kept;                   /* owned: path of its BVH; NULL: not kept */
    dbt_output *output;           /* writes that BVH; borrowed, NULL: none */
    dbt_error err;                /* code DBT_OK: it did not fail */
    double row[DBT_N_METRICS];    /* the row over the cuts asked for */
    bool is_last;                 /* it misses one of these cuts' clips */
    size_t rank;                  /* from 1; candidates that tie share one */
    bool ties;                    /* another one has the same rank */
} dbt_candidate;

void dbt_candidates_free(dbt_candidate *list); /* an stb_ds list; NULL is fine */

/* Sets a candidate's row from its cuts first to last, which count from 1: the largest value of each
 * column, and the root mean square of rms columns; NAN where a cut's value is. Sets is_last. */
void dbt_sum_cuts(dbt_candidate *candidate, int first, int last);

/* A value rounded to six digits; noise becomes 0. Values that are equal then look equal. */
double dbt_six_digits(double x);

/* Fails with DBT_E_LIMIT if n methods are more than may be compared. */
DBT_CHECK bool dbt_check_compared(size_t n, dbt_error *err);

/* The least value of each column among the candidates (stb_ds list, rows set), rounded to six
 * digits. Noise counts as 0. */
void dbt_find_least(const dbt_candidate *candidates, double least[DBT_N_METRICS]);

/* Whether a candidate has the least value of a column, to six digits. */
bool dbt_is_best(const dbt_candidate *candidate, const double least[DBT_N_METRICS], int metric);

/* Whether feet slide over 5 units more with a value of a metric than with the least of a table. */
bool dbt_slides_more(int metric, double value, double least);

/* What ranks candidates: the rule of measure/standing.h, with the limit in the first candidate's
 * job; or one metric. */
typedef struct dbt_ranking {
    bool by_rule;
    dbt_metric metric; /* the metric that ranks; with the rule: the metric that it uses for smooth
                          transitions */
} dbt_ranking;

/* Describes the ranking in a few words. */
void dbt_ranking_text(const dbt_ranking *ranking, double smooth, dbt_buffer *out);

/* Sets the ranks of the candidates (stb_ds list, rows set), and writes their indexes into
 * order[n], best first; NULL: nowhere. Those with is_last come after all others. Values equal to
 * nine digits tie; with a metric, noise counts as 0. Ties share a rank. Among them, with a metric,
 * the smaller target error comes first in order, then the earlier one in the list; with the rule,
 * the earlier one in the list. */
void dbt_rank(dbt_candidate *candidates, const dbt_ranking *ranking, ptrdiff_t *order);

#endif
