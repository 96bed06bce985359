/* Compares the metrics of two sides, OLD and NEW, row by row: what is worse, better or missing.
 * Lower is better. It works on bytes in memory and does no input or output. */
#ifndef DBT_DIFF_DIFF_H
#define DBT_DIFF_DIFF_H

#include "base/arena.h"
#include "diff/diff_side.h"

enum { DBT_OLD, DBT_NEW, DBT_N_SIDES };
extern const char *const dbt_diff_side_names[DBT_N_SIDES]; /* OLD, NEW */

/* The noise floor of a metric, in its unit. Changes up to it do not count; nor do values below it
 * as the base of a percentage. Every metric of measure/metric.h has one. */
double dbt_diff_floor(dbt_metric metric);

/* Sets floors[DBT_N_METRICS] of all metrics of a unit, "deg/s3", of n bytes. Returns false if there
 * is none. */
bool dbt_diff_set_floors(double *floors, const char *unit, size_t n, double floor);

typedef struct dbt_diff_spec {
    const dbt_diff_text *texts[DBT_N_SIDES]; /* borrowed until dbt_diff_free */
    size_t n_texts[DBT_N_SIDES];
    dbt_diff_filter
        filters[DBT_N_SIDES];    /* a method on both sides or on none; joints equal on both */
    bool columns[DBT_N_METRICS]; /* columns to compare if both sides have them */
    double floors[DBT_N_METRICS];
    bool gated;        /* there is a limit: values that are worse by more fail */
    double fail_above; /* percent of |old| */
    bool fail_missing; /* values missing in NEW fail too */
    size_t top;        /* how many of a column's worst and best changes are kept */
} dbt_diff_spec;

/* What became of a value: one metric of a row. */
typedef enum dbt_diff_state {
    DBT_VALUE_NONE, /* on neither side, or not to be compared */
    DBT_VALUE_ONLY_OLD,
    DBT_VALUE_ONLY_NEW,
    DBT_VALUE_SAME, /* equal, except for noise */
    DBT_VALUE_WORSE,
    DBT_VALUE_BETTER
} dbt_diff_state;

typedef struct dbt_diff_value {
    dbt_diff_state state;
    bool fails;               /* worse by more than the limit, or missing where that fails */
    double both[DBT_N_SIDES]; /* old and new, if worse or better */
    double percent;           /* of |old|; infinite where |old| is below the floor */
} dbt_diff_value;

/* A value that changed, and its rows. */
typedef struct dbt_diff_change {
    double both[DBT_N_SIDES];
    double percent;
    uint32_t rows[DBT_N_SIDES];
} dbt_diff_change;

/* The changes of a column for the worse, or for the better. */
typedef struct dbt_diff_changes {
    size_t n;             /* all */
    dbt_diff_change *top; /* stb_ds list: the greatest spec.top of them, greatest first */
} dbt_diff_changes;

typedef struct dbt_diff_column {
    bool compared;              /* asked for, and both sides have it */
    bool missing;               /* asked for, and only OLD has it */
    size_t n_values;            /* on both sides */
    size_t n_failing;           /* worse by more than the limit */
    size_t n_only[DBT_N_SIDES]; /* values on one side only, in rows that both have */
    dbt_diff_changes worse, better;
} dbt_diff_column;

typedef struct dbt_diff {
    dbt_diff_spec spec;
    dbt_diff_side sides[DBT_N_SIDES];
    bool by_method;             /* the method is part of the key */
    size_t n_rows;              /* rows on both sides */
    size_t n_only[DBT_N_SIDES]; /* rows on one side only */
    dbt_diff_column columns[DBT_N_METRICS];
    size_t n_compared;       /* columns */
    size_t n_values;         /* values on both sides; 0: nothing was compared */
    size_t n_failing;        /* values worse by more than the limit */
    size_t n_missing_values; /* values only in OLD, in rows that both have */
    size_t n_missing_columns;
    uint32_t *match;  /* [rows of OLD]: the matching row of NEW, from 1; 0: none */
    bool *fails;      /* [rows of OLD]: a value of the row fails */
    bool *matched;    /* [rows of NEW]: a row of OLD matches it */
    dbt_arena memory; /* of these arrays */
} dbt_diff;

/* Reads, joins and compares both sides. Of rows with one key, those with equal settings match, and
 * the others in their order. NULL with err: as dbt_diff_side_read fails, or DBT_E_PARAM where a
 * filter leaves no row, or no column can be compared or is missing. */
dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err);
void dbt_diff_free(dbt_diff *diff); /* NULL is fine */

/* The values of a row of OLD that matches one of NEW: values[DBT_N_METRICS]. */
void dbt_diff_row_values(const dbt_diff *diff, size_t old_row, dbt_diff_value *values);

/* Whether a row is on that side only. */
bool dbt_diff_is_only(const dbt_diff *diff, int side, size_t row);

/* The most important change among all values that fail; NULL if none fails or none was kept.
 * *metric is its column. */
const dbt_diff_change *dbt_diff_worst(const dbt_diff *diff, int *metric);

#endif
