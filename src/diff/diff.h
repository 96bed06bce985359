/* Compares the metrics of two sides row by row: what is worse, better, missing.
 * Lower is better. Pure: bytes in, figures out. */
#ifndef DBT_DIFF_DIFF_H
#define DBT_DIFF_DIFF_H

#include "diff/diff_side.h"

enum { DBT_OLD, DBT_NEW, DBT_N_SIDES };

/* A change no larger than this is noise, and so is a figure below it, as what a change
 * is a percentage of; in the metric's unit. Never fails for a metric of metric.h. */
double dbt_diff_floor(dbt_metric metric);

/* Sets floors[DBT_N_METRICS] of all metrics of a unit ("deg/s3"), or of the one of
 * that name, n bytes; false, and nothing set, where there is neither. */
bool dbt_diff_set_unit_floor(double *floors, const char *name, size_t n, double floor);
bool dbt_diff_set_metric_floor(double *floors, const char *name, size_t n, double floor);

typedef struct dbt_diff_spec {
    const dbt_diff_text *texts[DBT_N_SIDES]; /* borrowed until dbt_diff_free */
    size_t n_texts[DBT_N_SIDES];
    dbt_diff_filter filters[DBT_N_SIDES]; /* of both a method, or of neither; joints alike */
    bool columns[DBT_N_METRICS];          /* to be compared, where both sides have them */
    double floors[DBT_N_METRICS];
    bool gated;            /* with a limit: figures worse by more than that fail */
    double fail_above;     /* percent of |old| */
    bool fail_missing;     /* figures that NEW lacks fail, too */
    size_t top;            /* how many of a column's worst and best are kept */
    int n_threads;         /* 1 or 2; nothing but time depends on it, */
    dbt_hash_key hash_key; /* nor on this */
} dbt_diff_spec;

/* What became of one figure. */
typedef enum dbt_diff_state {
    DBT_BODY_NONE, /* on neither side, or not to be compared */
    DBT_BODY_ONLY_OLD,
    DBT_BODY_ONLY_NEW,
    DBT_BODY_SAME, /* but for noise */
    DBT_BODY_WORSE,
    DBT_BODY_BETTER
} dbt_diff_state;

typedef struct dbt_diff_figure {
    dbt_diff_state state;
    bool fails;       /* worse by more than the limit, or missing where that fails */
    double values[2]; /* old and new, where worse or better */
    double percent;   /* of |old|; infinite where that is below the floor */
} dbt_diff_figure;

/* A figure that changed, with its place. */
typedef struct dbt_diff_change {
    double values[2];
    double percent;
    uint32_t rows[2]; /* on each side */
} dbt_diff_change;

typedef struct dbt_diff_column {
    bool compared;  /* asked for, and both sides have it */
    bool missing;   /* asked for, and only OLD has it */
    size_t figures; /* that both sides have */
    size_t worse, better;
    size_t failing;                /* worse by more than the limit */
    size_t only[DBT_N_SIDES];      /* figures that only that side has, in rows that both have */
    dbt_diff_change *worst, *best; /* [n_worst], [n_best]: most changed first */
    size_t n_worst, n_best;
} dbt_diff_column;

typedef struct dbt_diff {
    dbt_diff_spec spec;
    dbt_diff_side sides[DBT_N_SIDES];
    bool by_method;             /* the method is part of the key */
    size_t n_rows;              /* that both sides have */
    size_t n_only[DBT_N_SIDES]; /* that only that side has */
    dbt_diff_column columns[DBT_N_METRICS];
    size_t n_compared;        /* columns */
    size_t n_figures;         /* that both sides have: none, and nothing was compared */
    size_t n_failing;         /* figures that are worse by more than the limit */
    size_t n_missing_figures; /* that only OLD has, in rows that both have */
    size_t n_missing_columns;
    uint32_t *match; /* [rows of OLD] the row of NEW, from 1; 0: none */
    bool *fails;     /* [rows of OLD] some figure does */
    bool *taken;     /* [rows of NEW] some row of OLD matches */
} dbt_diff;

/* Reads, joins and compares. NULL with err: what dbt_diff_side_read and _index fail
 * with; DBT_E_PARAM where a filter leaves no row, or no column is left to compare or to
 * be missed. */
dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err);
void dbt_diff_free(dbt_diff *diff); /* NULL is fine */

/* The figures of a row of OLD that NEW has, too: figures[DBT_N_METRICS]. */
void dbt_diff_row_figures(const dbt_diff *diff, size_t old_row, dbt_diff_figure *figures);

/* The row's key, in scratch; false where there is no memory for it. */
DBT_CHECK bool dbt_diff_row_key(const dbt_diff *diff, int side, size_t row,
                                dbt_diff_scratch *scratch, dbt_diff_key *key);

/* Whether a row is on that side only. */
bool dbt_diff_is_only(const dbt_diff *diff, int side, size_t row);

/* The change that counts most of all figures that fail; NULL where none does or
 * none was kept. *metric is its column. */
const dbt_diff_change *dbt_diff_worst(const dbt_diff *diff, int *metric);

#endif
