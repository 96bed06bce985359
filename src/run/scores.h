/* Ranks methods by their metrics at cuts: the order of compare's rows and of the report's
 * methods. */
#ifndef DBT_RUN_SCORES_H
#define DBT_RUN_SCORES_H

#include "base/arena.h"
#include "base/name_table.h"
#include "run/candidate_trial.h"

/* The criterion of ranking: the rule of measure/seam_score.h, or one metric. */
typedef struct dbt_ranking {
    bool by_rule;
    dbt_metric metric; /* the metric that ranks; with the rule: its metric for smooth transitions */
    double smooth;     /* the largest seam ratio of a seamless cut */
} dbt_ranking;

/* The median and the 90th percentile over cuts. For one cut both are its value. */
typedef enum dbt_quantile { DBT_MEDIAN, DBT_P90, DBT_N_QUANTILES } dbt_quantile;

/* The statistics of a method over several cuts. */
typedef struct dbt_score {
    bool is_last; /* input: ranks after all others */
    /* Results: */
    size_t n_seamless; /* seamless cuts */
    size_t n_wins;     /* cuts at which no method is better */
    size_t worst;      /* index of the worst cut by the metric that ranks, with the rule by the seam
                          ratio; NAN is the worst value. An index in the rows of dbt_rank; after
                          dbt_scores_finish in `cuts` */
    double quantiles[DBT_N_QUANTILES][DBT_N_METRICS]; /* NAN: not measured at any cut */
    size_t rank;                                      /* from 1; ties have equal ranks: 1, 1, 3 */
    bool ties;                                        /* another method has the same rank */
} dbt_score;

/* Fails with DBT_E_LIMIT if n exceeds the limit of compared methods. */
DBT_CHECK bool dbt_check_compared(size_t n, dbt_error *err);

/* Scores and ranks n methods over the same n_cuts cuts, one or more. rows[method * n_cuts + cut]
 * has [DBT_N_METRICS]. NAN, not measured, does not count in medians, and else is worse than any
 * value. The rule compares, in this order: the number of seamless cuts; the median displacement, if
 * any cut is seamless; the median seam ratio. A metric compares its median. Values equal to nine
 * digits tie; noise is 0. scores[n]: is_last is read, all other members are set. order[n]: receives
 * indices, best first; NULL: not wanted. Ties are ordered by target error if a metric ranks, then
 * by index. Percentiles are interpolated linearly. */
void dbt_rank(dbt_score *scores, size_t n, const double *const *rows, size_t n_cuts,
              const dbt_ranking *ranking, size_t *order);

/* The minimum quantiles among n ranked methods, rounded to six digits; INFINITY where none was
 * measured. */
typedef struct dbt_score_minima {
    double of[DBT_N_QUANTILES][DBT_N_METRICS];
} dbt_score_minima;

/* Sets *min to the minimum quantiles of scores[n]. */
void dbt_find_min(const dbt_score *scores, size_t n, dbt_score_minima *min);

/* Returns whether a method has the minimum of its column, to six digits. false for metrics that are
 * not judged (dbt_metric_infos), and for NAN. */
bool dbt_is_best(const dbt_score *score, const dbt_score_minima *min, int metric, dbt_quantile of);

/* Returns whether feet slide by over 5 units more than the minimum of a table. false for metrics
 * other than sliding. */
bool dbt_slides_more(int metric, double value, double min);

/* ---- methods over cuts of many sequences ---- */

/* A cut with the rows of its methods. */
typedef struct dbt_scored_cut {
    const char *sequence;
    int cut;             /* number in its sequence, from 1 */
    double at;           /* seconds; NAN: unknown */
    const double **rows; /* stb_ds list, by method; NULL or beyond the end: the method has no row */
    size_t n;            /* number of methods with a row */
} dbt_scored_cut;

/* A method with its score. */
typedef struct dbt_scored_method {
    const char *label;  /* NULL until dbt_scores_finish sets it from the tuning */
    dbt_tuning tuning;  /* if there is no label */
    const char *preset; /* name of the preset equal to the tuning; NULL: none */
    size_t number;      /* index in the order of addition */
    size_t n_cuts;
    dbt_score score; /* over the common cuts */
} dbt_scored_method;

/* Methods over cuts of many sequences. Zero-initialise; release with dbt_scores_release. */
typedef struct dbt_scores {
    dbt_names method_names;      /* label or tuning to index of the method, from 1 */
    dbt_scored_method *methods;  /* stb_ds list; dbt_scores_finish sorts it, but not rows of cuts */
    dbt_scored_cut *cuts;        /* stb_ds list, in the order of their first rows */
    dbt_scored_method *left_out; /* stb_ds list: methods excluded so that there are common cuts */
    dbt_arena memory;            /* owns the rows and the texts */
    size_t n_common;             /* number of common cuts, which all methods have */
    dbt_score_minima minima;
    const char *advice; /* ends the error about no common cut; NULL: nothing */
} dbt_scores;

/* Adds a cut and returns its index. Copies `sequence`. cut: number in the sequence, from 1. at:
 * seconds; NAN: unknown. */
size_t dbt_scores_add_cut(dbt_scores *scores, const char *sequence, int cut, double at);

/* Returns the index of a method, added if new: by its label, which is copied, or if label is NULL
 * by its tuning, whose texts must outlive the scores. With a label tuning is not read. */
size_t dbt_scores_method(dbt_scores *scores, const char *label, const dbt_tuning *tuning);

/* Returns whether the method has a row at the cut. */
bool dbt_scores_has(const dbt_scores *scores, size_t cut, size_t method);

/* Adds a copy of the row of a method at a cut, by their indices; ignored if the method has a row
 * there. */
void dbt_scores_add(dbt_scores *scores, size_t cut, size_t method, const double row[DBT_N_METRICS]);

/* Adds the cuts of a completed trial; copies the name `sequence`. A candidate with a label is one
 * method; of one without, a plan's job, the row of each cut counts for the cut's method. Of equal
 * methods at a cut the first counts. A file that never shows a cut's clip ranks last. */
void dbt_scores_add_trial(dbt_scores *scores, const char *sequence, const dbt_trial *trial);

/* Names the methods and ranks them over the common cuts: sorts `methods`, sets their scores,
 * n_common, minima and left_out. `auto` with several lengths is one method, as in CSV files, unless
 * a cut has two of them. If no cut is common, excludes the methods with the fewest cuts in common
 * with others. Fails with DBT_E_PARAM if no two methods have a cut in common, or DBT_E_LIMIT for
 * more than DBT_MAX_COMPARED methods. Call it once, and add nothing afterwards. Release the scores
 * also after a failure. */
DBT_CHECK bool dbt_scores_finish(dbt_scores *scores, const dbt_ranking *ranking, dbt_error *err);

/* Appends a sentence with the names of excluded methods, their numbers of cuts and the reason; if
 * there are none, nothing. */
void dbt_scores_add_left_out(const dbt_scores *scores, dbt_buffer *out);

/* Frees all members and zeroes the scores. */
void dbt_scores_release(dbt_scores *scores);

#endif
