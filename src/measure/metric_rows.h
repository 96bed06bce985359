/* The metric rows of cuts: as CSV for files, as numbers for comparing cuts, or both. */
#ifndef DBT_MEASURE_METRIC_ROWS_H
#define DBT_MEASURE_METRIC_ROWS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "measure/metrics.h"
#include "method/tuning.h"

/* The columns of a cut's rows besides the metrics. */
typedef struct dbt_cut_labels {
    const char *sequence;
    int cut;                     /* from 1 */
    double at;                   /* seconds */
    const char *method;          /* "": unknown */
    const dbt_tuning *tuning;    /* for the settings column; NULL: empty */
    const char *source, *target; /* paths of the clips; NULL: empty */
} dbt_cut_labels;

/* The rows of a cut as numbers. Texts are as the CSV has them: a byte that is not UTF-8 becomes
 * U+FFFD. */
typedef struct dbt_cut_rows {
    const char *sequence, *method; /* method "": unknown */
    int cut;                       /* from 1 */
    double at;                     /* seconds */
    int n_joints;
    const char **joints;             /* [n_joints] names */
    double (*values)[DBT_N_METRICS]; /* [n_joints + 1]; the last row is over all joints; NAN: no
                                        value */
} dbt_cut_rows;

/* Metric rows of several cuts. Zero-initialise, then set wants_csv (fills csv), wants_cuts (fills
 * cuts) or both; release with dbt_metric_rows_release. */
typedef struct dbt_metric_rows {
    bool wants_csv, wants_cuts;
    dbt_buffer csv;     /* without a header */
    dbt_cut_rows *cuts; /* stb_ds list */
    dbt_arena memory;   /* of the cuts' arrays and texts */
} dbt_metric_rows;

/* Appends the header line, with line feed, to csv. */
void dbt_metric_rows_header(dbt_buffer *csv);

/* Appends a row, with line feed, to csv. joint: a name; "*": all joints. A metric that is NAN
 * becomes an empty field. Numbers have nine significant digits. */
void dbt_metric_rows_line(dbt_buffer *csv, const dbt_cut_labels *labels, const char *joint,
                          const double row[DBT_N_METRICS]);

/* Appends the rows of cut labels->cut, of each joint and over all joints, to csv if wants_csv, and
 * to cuts if wants_cuts; texts are copied. labels->at is ignored: the metrics have the time.
 * metrics: complete (dbt_metrics_end). */
void dbt_metric_rows_add(dbt_metric_rows *rows, const dbt_metrics *metrics,
                         const dbt_cut_labels *labels);

/* Fills empty rows from CSV without a header, which may be damaged: csv if wants_csv, cuts if
 * wants_cuts. segments: [n_cuts + 1], whose paths, not NULL, replace those of the clips in csv;
 * NULL: the paths stay. Fails with DBT_E_SYNTAX, without a position, and leaves the rows empty
 * unless the CSV has all rows of the cuts 1 to n_cuts, in order, and no others. Each metric must be
 * a finite number; those of feet may be empty, which becomes NAN. */
DBT_CHECK bool dbt_metric_rows_read(dbt_metric_rows *rows, const char *csv, int n_cuts,
                                    const dbt_segment *segments, dbt_error *err);

/* Frees csv, cuts and their texts. Leaves the rows empty; wants_csv and wants_cuts stay. Safe
 * twice.
 */
void dbt_metric_rows_release(dbt_metric_rows *rows);

#endif
