/* One side of a comparison: reads and checks its CSV files. Rows are not copied: each is stored as
 * a pointer into the file's bytes (base/csv.h), with hashes of its key. */
#ifndef DBT_DIFF_DIFF_SIDE_H
#define DBT_DIFF_DIFF_SIDE_H

#include "base/buffer.h"
#include "base/csv.h"
#include "base/name_table.h"
#include "host/input.h"
#include "measure/metric.h"

#include <stdint.h>

/* Sets file, line and column of *err to `at`, a position in the bytes of a CSV file; code and
 * message stay. err: may be NULL. Always returns false. */
bool dbt_diff_locate(const dbt_input *input, const char *at, dbt_error *err);

/* The fields of a row, indexed by dbt_column; they point into the file's bytes. Empty: the file
 * lacks the column, or the cell is empty. */
typedef struct dbt_diff_fields {
    dbt_csv_field of[DBT_N_COLUMNS + 1]; /* the last entry: the row's last unknown column */
} dbt_diff_fields;

/* The key that identifies a row. Texts are unquoted and NUL-terminated; "" for an empty cell. */
typedef struct dbt_diff_key {
    const char *sequence, *cut, *joint, *method;
} dbt_diff_key;

/* The filter that selects rows of the files. */
typedef struct dbt_diff_filter {
    const char *method;        /* only its rows; NULL: all rows */
    const char *const *joints; /* globs[n_joints]; a row must match one of them. None: all rows. '*'
                                  by itself matches the row over all joints */
    size_t n_joints;
} dbt_diff_filter;

enum { DBT_DIFF_METHODS = 16 }; /* maximum length of dbt_diff_side.methods, for suggestions */

/* A file of a side and its header. */
typedef struct dbt_diff_file {
    const dbt_input *input; /* borrowed for the life of the side */
    short *columns;         /* [n_fields]: index into dbt_diff_fields.of */
    int n_fields;
    size_t first_row; /* index of its first row in dbt_diff_side.rows */
} dbt_diff_file;

/* A row: its position in the bytes of its file, and hashes. */
typedef struct dbt_diff_row {
    const char *at; /* first byte of the row */
    uint32_t hash;  /* of sequence, cut and joint */
    uint32_t method_hash, settings_hash;
} dbt_diff_row;

/* All rows of a side. Zero-initialise; release with dbt_diff_side_release. */
typedef struct dbt_diff_side {
    dbt_diff_filter filter; /* its texts are borrowed */
    dbt_diff_file *files;   /* [n_files] */
    size_t n_files;
    dbt_diff_row *rows;  /* [n_rows], those that the filter selects, in the order of the files */
    size_t n_rows, room; /* room: allocated rows */
    size_t n_read;       /* rows before filtering */
    bool has[DBT_N_METRICS];         /* one of the files has the column */
    dbt_names unknown;               /* unknown columns, with owned names */
    char *methods[DBT_DIFF_METHODS]; /* the first distinct methods, before filtering */
    uint32_t method_hashes[DBT_DIFF_METHODS];
    size_t n_methods;
    bool has_method; /* a row has the filter's method, whatever its joint */
    bool *glob_used; /* [n_joints]: a row matched the glob */
    dbt_buffer key;  /* texts of the last dbt_diff_row_key; reserved for the longest key */
} dbt_diff_side;

/* Reads the header and all rows of the CSV files inputs[n], which stay borrowed, into *side
 * (zeroed), and checks every metric's value. Of an input, only path, bytes and size are read. A
 * file without rows is no failure.
 *
 * Fails, with file, line and column: DBT_E_SYNTAX (malformed CSV, wrong number of fields),
 * DBT_E_NUMBER (a value is neither empty nor a finite number), DBT_E_LIMIT (more than
 * DBT_DIFF_MAX_COLUMNS; without a position: more than 2^32 - 2 rows), DBT_E_FORMAT (an empty file,
 * JSON or BVH; no column sequence, cut or joint; a known column other than `at` occurs twice).
 * Release the side even then. */
DBT_CHECK bool dbt_diff_side_read(dbt_diff_side *side, const dbt_input *inputs, size_t n,
                                  dbt_diff_filter filter, dbt_error *err);

/* Frees all that the side owns, not the borrowed inputs and filter, and zeroes it. Safe twice. */
void dbt_diff_side_release(dbt_diff_side *side);

/* Sets *fields to those of a row, an index into side->rows. */
void dbt_diff_side_fields(const dbt_diff_side *side, size_t row, dbt_diff_fields *fields);

/* Returns the key of a row, an index into side->rows. Its texts are in side->key and valid until
 * the next call for the side. Not from two threads. */
dbt_diff_key dbt_diff_row_key(const dbt_diff_side *side, size_t row);

/* Returns whether two rows have the same text in a column; empty equals empty. */
bool dbt_diff_same_field(const dbt_diff_fields *a, const dbt_diff_fields *b, int column);

#endif
