/* One side of a comparison of metrics: reads and checks the rows of its CSV files in place
 * (base/csv.h), keeps each as a pointer and a hash, and finds them by key. */
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

/* A row's key, NUL-terminated. Where the filter names a method, "{method}" replaces it in the
 * sequence. */
typedef struct dbt_diff_key {
    const char *sequence, *cut, *joint, *method;
    size_t size; /* bytes from sequence to the end of joint, NULs included */
} dbt_diff_key;

/* Which rows of the files belong to the side. */
typedef struct dbt_diff_filter {
    const char *method;        /* keep only its rows, and replace it in sequence; NULL: all rows */
    const char *const *joints; /* globs[n_joints]: keep only their rows; none: all. '*' by itself
                                  means the row over all joints */
    size_t n_joints;
} dbt_diff_filter;

enum {
    DBT_DIFF_METHODS = 16, /* at most this many are named */
    DBT_DIFF_KEYS = 2      /* keys of a side in use at a time */
};

typedef struct dbt_diff_file {
    dbt_diff_text text;
    short *columns; /* [n_fields]: index into dbt_diff_fields.of */
    int n_fields;
    size_t first_row; /* number of its first row on the side */
} dbt_diff_file;

typedef struct dbt_diff_row {
    const char *at;       /* first byte of the row */
    uint32_t hash;        /* of the key */
    uint32_t method_hash; /* of the method alone */
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
    bool by_method;                 /* the method is part of the key */
    bool *glob_used;                /* [n_joints]: some row matched that glob */
    dbt_buffer keys[DBT_DIFF_KEYS]; /* each has room for the longest key */
    dbt_table table;                /* rows by their hashes */
} dbt_diff_side;

/* Reads all rows and checks every field. Fails with line and column: DBT_E_FORMAT (empty file, or a
 * column of the key is missing or there twice), DBT_E_SYNTAX (malformed CSV, wrong number of
 * fields), DBT_E_NUMBER (a value that is no number) or DBT_E_LIMIT. Release the side even then. */
DBT_CHECK bool dbt_diff_side_read(dbt_diff_side *side, const dbt_diff_text *texts, size_t n,
                                  dbt_diff_filter filter, dbt_error *err);

/* Builds the index of rows by key. Fails with DBT_E_FORMAT where two rows have one key, naming both
 * lines. */
DBT_CHECK bool dbt_diff_side_index(dbt_diff_side *side, bool by_method, dbt_error *err);

void dbt_diff_side_release(dbt_diff_side *side);

/* The fields of a row. */
void dbt_diff_side_fields(const dbt_diff_side *side, size_t row, dbt_diff_fields *fields);

/* The key of a row's fields, in keys[which]: valid until that is used again. Two threads may make
 * keys of one side at a time, each with its own `which`. */
dbt_diff_key dbt_diff_side_key(const dbt_diff_side *side, const dbt_diff_fields *fields, int which);

/* The same for a row of the side. */
dbt_diff_key dbt_diff_row_key(const dbt_diff_side *side, size_t row, int which);

/* Whether two keys are equal, method included if it is part of the key. */
bool dbt_diff_same_key(const dbt_diff_key *a, const dbt_diff_key *b, bool by_method);

/* The last place where word stands in text[n] as a whole word; NULL: none. If strict, '-' and '_'
 * are parts of words, so "cut" is not found in "jump-cut". */
char *dbt_diff_find_word(char *text, size_t n, const char *word, size_t n_word, bool strict);

#endif
