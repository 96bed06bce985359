/* One side of a comparison of metrics: reads and checks the rows of its CSV files in place
 * (base/csv.h), and keeps each as a pointer and hashes. */
#ifndef DBT_DIFF_DIFF_SIDE_H
#define DBT_DIFF_DIFF_SIDE_H

#include "base/buffer.h"
#include "base/csv.h"
#include "base/names.h"
#include "measure/metric.h"

#include <stdint.h>

/* A CSV file in memory, borrowed as long as it is in use. */
typedef struct dbt_diff_text {
    const char *bytes;
    size_t size;
    const char *file; /* name for messages */
} dbt_diff_text;

/* Adds the place in a text to an error. Returns false. */
bool dbt_diff_text_locate(const dbt_diff_text *text, const char *at, dbt_error *err);

/* A row's fields by column, whatever the file's order. Empty: the file lacks the column, or the
 * cell is empty. */
typedef struct dbt_diff_fields {
    dbt_csv_field of[DBT_N_COLUMNS + 1]; /* the last one takes the columns that are not known */
} dbt_diff_fields;

/* What a row is about, NUL-terminated. */
typedef struct dbt_diff_key {
    const char *sequence, *cut, *joint, *method;
} dbt_diff_key;

/* Which rows of the files belong to the side. */
typedef struct dbt_diff_filter {
    const char *method;        /* only its rows; NULL: all rows */
    const char *const *joints; /* globs[n_joints]: keep only their rows; none: all. '*' by itself
                                  means the row over all joints */
    size_t n_joints;
} dbt_diff_filter;

enum { DBT_DIFF_METHODS = 16 }; /* at most this many are named */

typedef struct dbt_diff_file {
    dbt_diff_text text;
    short *columns; /* [n_fields]: index into dbt_diff_fields.of */
    int n_fields;
    size_t first_row; /* number of its first row on the side */
} dbt_diff_file;

typedef struct dbt_diff_row {
    const char *at; /* first byte of the row */
    uint32_t hash;  /* of sequence, cut and joint */
    uint32_t method_hash, settings_hash;
} dbt_diff_row;

/* Zero-initialise all but the key; release with dbt_diff_side_release. */
typedef struct dbt_diff_side {
    dbt_diff_filter filter;
    dbt_diff_file *files; /* [n_files] */
    size_t n_files;
    dbt_diff_row *rows; /* [n_rows], in the order of the files */
    size_t n_rows, room;
    size_t n_read;                   /* rows before filtering */
    bool has[DBT_N_METRICS];         /* some file has the column */
    dbt_names unknown;               /* columns that are not known */
    char *methods[DBT_DIFF_METHODS]; /* the first different ones, before filtering */
    uint32_t method_hashes[DBT_DIFF_METHODS];
    size_t n_methods;
    bool *glob_used; /* [n_joints]: some row matched that glob */
    dbt_buffer key;  /* the texts of the last dbt_diff_row_key; has room for the longest */
} dbt_diff_side;

/* Reads all rows and checks every field. Fails with line and column: DBT_E_FORMAT (empty file, or a
 * column of the key is missing or there twice), DBT_E_SYNTAX (malformed CSV, wrong number of
 * fields), DBT_E_NUMBER (a value that is no number) or DBT_E_LIMIT. Release the side even then. */
DBT_CHECK bool dbt_diff_side_read(dbt_diff_side *side, const dbt_diff_text *texts, size_t n,
                                  dbt_diff_filter filter, dbt_error *err);

void dbt_diff_side_release(dbt_diff_side *side);

/* The fields of a row. */
void dbt_diff_side_fields(const dbt_diff_side *side, size_t row, dbt_diff_fields *fields);

/* The key of a row, valid until the side's next one is asked for. */
dbt_diff_key dbt_diff_row_key(const dbt_diff_side *side, size_t row);

/* Whether a column is the same text in two rows. */
bool dbt_diff_same_field(const dbt_diff_fields *a, const dbt_diff_fields *b, int column);

#endif
