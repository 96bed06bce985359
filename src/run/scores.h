/* Ranks methods by what they measure at cuts: the order of compare's rows and of the report's
 * methods. */
#ifndef DBT_RUN_SCORES_H
#define DBT_RUN_SCORES_H

#include "base/arena.h"
#include "base/names.h"
#include "run/trial.h"

/* What ranks methods: the rule of measure/standing.h, or one metric. */
typedef struct dbt_ranking {
    bool by_rule;
    dbt_metric metric; /* the metric that ranks; with the rule: the metric that it uses for smooth
                          transitions */
    double smooth;     /* the largest seam ratio of a seamless cut */
} dbt_ranking;

/* The median and the 90th percentile over cuts. Of one cut both are its value. */
typedef enum dbt_quantile { DBT_MEDIAN, DBT_P90, DBT_N_QUANTILES } dbt_quantile;

/* A method over some cuts. */
typedef struct dbt_score {
    bool is_last; /* given: it ranks after all others */
    /* Results: */
    size_t n_seamless; /* seamless cuts */
    size_t n_wins;     /* cuts at which no method ranks before it */
    size_t worst;      /* index of the cut with its largest value of what ranks */
    double quantiles[DBT_N_QUANTILES][DBT_N_METRICS]; /* NAN: not measured at any cut */
    size_t rank;                                      /* from 1; methods that tie share one */
    bool ties;                                        /* another one has the same rank */
} dbt_score;

/* Fails with DBT_E_LIMIT if n methods are more than may be compared. */
DBT_CHECK bool dbt_check_compared(size_t n, dbt_error *err);

/* Scores and ranks n methods over the same cuts. rows[method * n_cuts + cut] has [DBT_N_METRICS].
 * By the rule, those with more seamless cuts come first, then those with the smaller median
 * displacement, if any cut is seamless, then those with the smaller median seam ratio; else those
 * with the smaller median of the metric. Values equal to nine digits tie; noise counts as 0. Writes
 * the indexes into order[n], best first; NULL: nowhere. Among ties, with a metric the smaller
 * target error comes first in order, then the lower index. Percentiles are interpolated linearly
 * between the two nearest values. */
void dbt_rank(dbt_score *scores, size_t n, const double *const *rows, size_t n_cuts,
              const dbt_ranking *ranking, size_t *order);

/* The smallest quantiles among n ranked methods, rounded to six digits. */
typedef struct dbt_least {
    double of[DBT_N_QUANTILES][DBT_N_METRICS];
} dbt_least;

void dbt_find_min(const dbt_score *scores, size_t n, dbt_least *least);

/* Whether a method has the smallest value of its column, to six digits. */
bool dbt_is_best(const dbt_score *score, const dbt_least *least, int metric, dbt_quantile of);

/* Whether feet slide over 5 units more with a value of a metric than with the least of a table. */
bool dbt_slides_more(int metric, double value, double least);

/* ---- methods over cuts of many sequences ---- */

typedef struct dbt_scored_cut {
    char *sequence;      /* owned */
    int cut;             /* in its sequence, from 1 */
    double at;           /* seconds; NAN: unknown */
    const double **rows; /* stb_ds list: of each method; NULL, or beyond the end: it has none */
    size_t n;            /* how many methods have one */
} dbt_scored_cut;

typedef struct dbt_scored_method {
    char *label;        /* owned; NULL until dbt_scores_finish names the tuning */
    dbt_tuning tuning;  /* without a label */
    const char *preset; /* the name of the preset that the tuning is; NULL: none */
    size_t number;      /* how many methods were added before it */
    size_t n_cuts;
    dbt_score score; /* over the cuts that all methods have */
} dbt_scored_method;

/* Zero-initialise; release with dbt_scores_release. */
typedef struct dbt_scores {
    dbt_names method_names;      /* indexes of methods by what distinguishes them */
    dbt_scored_method *methods;  /* stb_ds list; dbt_scores_finish ranks it */
    dbt_scored_cut *cuts;        /* stb_ds list, in the order of their first rows */
    dbt_scored_method *left_out; /* stb_ds list: methods without which there are common cuts */
    dbt_arena memory;            /* of the rows */
    size_t n_common;             /* cuts that all methods have */
    dbt_least least;
    const char *advice; /* how a user makes cuts common; ends the error if none is; NULL: none */
} dbt_scores;

/* Adds a cut; returns its index. */
size_t dbt_scores_add_cut(dbt_scores *scores, const char *sequence, int cut, double at);

/* The index of a method, which is added if it is new: by its label, or without one (NULL) by its
 * tuning. The texts that the tuning borrows must outlive the scores. */
size_t dbt_scores_method(dbt_scores *scores, const char *label, const dbt_tuning *tuning);

/* Whether the method has a row at the cut. */
bool dbt_scores_has(const dbt_scores *scores, size_t cut, size_t method);

/* Adds a copy of the row of a method at a cut, unless it has one. */
void dbt_scores_add(dbt_scores *scores, size_t cut, size_t method, const double row[DBT_N_METRICS]);

/* Adds the cuts of a trial that has run. Of equal methods at a cut the first counts. A file that
 * misses a cut's clip is last. */
void dbt_scores_add_trial(dbt_scores *scores, const char *sequence, const dbt_trial *trial);

/* Names the methods, and ranks them over the common cuts. `auto` at several lengths is one method,
 * as in CSV files, unless a cut has two of them. If no cut is common, leaves out the methods that
 * share the fewest cuts with others. Fails with DBT_E_PARAM if no two methods share a cut, with
 * DBT_E_LIMIT if there are more than DBT_MAX_COMPARED methods. */
DBT_CHECK bool dbt_scores_finish(dbt_scores *scores, const dbt_ranking *ranking, dbt_error *err);

/* Appends which methods were left out, and why, if any were. */
void dbt_scores_add_left_out(const dbt_scores *scores, dbt_buffer *out);

void dbt_scores_release(dbt_scores *scores);

#endif
