/* Joins the rows of two sides, OLD and NEW, by key and compares their metrics: worse, better or
 * missing. Lower is better. The folder knows tables of metrics and the report formats of 'dbtool
 * diff'; it does not know clips or options. */
#ifndef DBT_DIFF_DIFF_H
#define DBT_DIFF_DIFF_H

#include "base/arena.h"
#include "diff/diff_side.h"

enum { DBT_OLD, DBT_NEW, DBT_N_SIDES };
extern const char *const dbt_diff_side_names[DBT_N_SIDES]; /* OLD, NEW */

/* Returns the default noise floor of a metric, in its unit. Changes up to the floor do not count;
 * an old value below it is no base of a percentage. Every metric of measure/metric.h has a floor.
 */
double dbt_diff_floor(dbt_metric metric);

/* Sets the entries of floors[DBT_N_METRICS] of all metrics whose unit equals unit[n], such as
 * "deg/s3"; the others stay. Returns false, without a change, if no metric has that unit. */
bool dbt_diff_set_floors(double *floors, const char *unit, size_t n, double floor);

/* The inputs of a comparison, and which changes fail. */
typedef struct dbt_diff_spec {
    const dbt_input *inputs[DBT_N_SIDES]; /* CSV files; borrowed until dbt_diff_free */
    size_t n_inputs[DBT_N_SIDES];
    dbt_diff_filter
        filters[DBT_N_SIDES];    /* a method on both sides or on none; joints equal on both */
    bool columns[DBT_N_METRICS]; /* columns to compare if both sides have them */
    double floors[DBT_N_METRICS];
    bool gated;        /* values that are worse by more than fail_above fail */
    double fail_above; /* percent of |old|, or of 0 if |old| is below the floor */
    bool fail_missing; /* values missing in NEW fail too */
    size_t top;        /* number of worst and of best changes stored for each column */
} dbt_diff_spec;

/* The result of comparing one value: one metric of a row. */
typedef enum dbt_diff_state {
    DBT_VALUE_NONE, /* on neither side, or the column is not compared */
    DBT_VALUE_ONLY_OLD,
    DBT_VALUE_ONLY_NEW,
    DBT_VALUE_SAME, /* equal, except for noise */
    DBT_VALUE_WORSE,
    DBT_VALUE_BETTER
} dbt_diff_state;

/* One compared value. */
typedef struct dbt_diff_value {
    dbt_diff_state state;
    bool fails;               /* worse by more than the limit, or missing while fail_missing */
    double both[DBT_N_SIDES]; /* old and new, if worse or better; else undefined */
    double percent; /* of |old|, if worse or better, else 0; negative: better; +-infinite: |old| is
                       0 or below the floor */
} dbt_diff_value;

/* A value that changed. */
typedef struct dbt_diff_change {
    double both[DBT_N_SIDES]; /* old and new */
    double percent;           /* as in dbt_diff_value */
    uint32_t row;             /* of OLD, from 0 */
} dbt_diff_change;

/* The changes of a column for the worse or for the better. */
typedef struct dbt_diff_changes {
    size_t n;             /* number of all changes */
    dbt_diff_change *top; /* stb_ds list: the spec.top changes of the greatest |percent|, greatest
                             first; NULL: none */
} dbt_diff_changes;

/* The results of one column. */
typedef struct dbt_diff_column {
    bool compared;              /* requested, and both sides have it */
    bool missing;               /* requested, and only OLD has it */
    size_t n_values;            /* on both sides */
    size_t n_failing;           /* worse by more than the limit */
    size_t n_only[DBT_N_SIDES]; /* values on one side only, in rows that both have */
    dbt_diff_changes worse, better;
} dbt_diff_column;

/* A finished comparison. Not from two threads: dbt_diff_row_key has a buffer in each side. */
typedef struct dbt_diff {
    dbt_diff_spec spec;
    dbt_diff_side sides[DBT_N_SIDES];
    bool by_method;             /* the key of a row includes its method */
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
    dbt_arena memory; /* owns match, fails and matched */
} dbt_diff;

/* Reads, joins and compares both sides; free with dbt_diff_free. The key of a row is sequence, cut,
 * joint and, if by_method, method. Rows with equal keys and settings match first; then those with
 * equal keys, in order. Copies *spec, but borrows its inputs and filters.
 *
 * Returns NULL on failure: as dbt_diff_side_read; DBT_E_PARAM: a side has rows, but none of its
 * method; a glob matches no joint of either side; or no column is compared. The last is no failure
 * if fail_missing is set and a column is missing; files without rows are none either. */
dbt_diff *dbt_diff_new(const dbt_diff_spec *spec, dbt_error *err);
void dbt_diff_free(dbt_diff *diff); /* NULL: nothing */

/* Compares a row of OLD (from 0) with its matching row: sets all of values[DBT_N_METRICS]. The row
 * must have a match. */
void dbt_diff_row_values(const dbt_diff *diff, size_t old_row, dbt_diff_value *values);

/* Returns whether a row of `side`, from 0, has no match on the other side. */
bool dbt_diff_is_only(const dbt_diff *diff, int side, size_t row);

/* Returns the failing change of the greatest percentage in all columns, and sets *metric to its
 * column. *diff owns it. Returns NULL, with *metric unchanged, if no value is worse by more than
 * the limit, or spec.top was 0. */
const dbt_diff_change *dbt_diff_worst(const dbt_diff *diff, int *metric);

#endif
