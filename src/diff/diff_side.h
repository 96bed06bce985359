/* One side of a comparison of metrics: the rows of one or more CSV files, read in
 * place, each checked once, kept as a pointer and a hash, and found by key. */
#ifndef DBT_DIFF_DIFF_SIDE_H
#define DBT_DIFF_DIFF_SIDE_H

#include "base/csv.h"
#include "base/table.h"
#include "measure/metric.h"

#include <stdint.h>

/* A CSV file in memory. Borrowed for the life of what reads it. */
typedef struct dbt_diff_text {
    const char *bytes;
    size_t size;
    const char *file; /* its name, for messages */
} dbt_diff_text;

/* What a row is known by. */
typedef enum dbt_diff_key_column {
    DBT_KEY_SEQUENCE,
    DBT_KEY_CUT,
    DBT_KEY_METHOD,
    DBT_KEY_JOINT,
    DBT_N_KEYS
} dbt_diff_key_column;

/* What is shown of a row, and never compared. */
typedef enum dbt_diff_label {
    DBT_LABEL_SETTINGS,
    DBT_LABEL_SOURCE,
    DBT_LABEL_TARGET,
    DBT_N_LABELS
} dbt_diff_label;

extern const char *const dbt_diff_label_names[DBT_N_LABELS];

/* A row's fields by what they are, in whatever order the file has them: first the
 * keys, then the metrics, then the labels. Empty: the file lacks the column, or the cell is
 * empty. */
enum {
    DBT_FIRST_LABEL = DBT_N_KEYS + DBT_N_METRICS,
    DBT_N_DIFF_FIELDS = DBT_FIRST_LABEL + DBT_N_LABELS
};
typedef struct dbt_diff_fields {
    dbt_csv_field of[DBT_N_DIFF_FIELDS + 1]; /* the last: whatever is not read */
} dbt_diff_fields;

/* Where keys are put together. Zero-initialise; one for each key in use. */
typedef struct dbt_diff_scratch {
    char *bytes;
    size_t capacity;
} dbt_diff_scratch;

void dbt_diff_scratch_release(dbt_diff_scratch *scratch);

/* A row's key, NUL-terminated, in a scratch until that is used again. Where a method
 * was taken out of the sequence, "{method}" stands in its place. */
typedef struct dbt_diff_key {
    const char *sequence, *cut, *joint, *method;
    size_t size; /* bytes from sequence on to the end of joint, NULs included */
} dbt_diff_key;

/* Which rows of the files belong to the side. */
typedef struct dbt_diff_filter {
    const char *method;        /* only its rows, and taken out of sequence; NULL: all */
    const char *const *joints; /* globs[n_joints]: only theirs; none: all. '*' is the name */
    size_t n_joints;           /* of the row over all joints */
} dbt_diff_filter;

enum { DBT_DIFF_METHODS = 16 }; /* as many are told by name */

typedef struct dbt_diff_file {
    dbt_diff_text text;
    short *roles; /* [n_fields] index into dbt_diff_fields.of */
    int n_fields;
    int n_key_fields; /* after these there is no key */
    size_t first_row; /* of the side */
} dbt_diff_file;

typedef struct dbt_diff_row {
    const char *at;       /* its first byte */
    uint32_t hash;        /* of the key */
    uint32_t method_hash; /* of the method alone */
} dbt_diff_row;

/* Zero-initialise but for the key; release with dbt_diff_side_release. */
typedef struct dbt_diff_side {
    dbt_hash_key hash_key;
    dbt_diff_filter filter;
    dbt_diff_file *files; /* [n_files] */
    size_t n_files;
    dbt_diff_row *rows; /* [n_rows], in the order of the files */
    size_t n_rows, capacity;
    size_t n_read;                   /* rows before the filter */
    bool has[DBT_N_METRICS];         /* columns that any file has */
    char **unknown;                  /* stb_ds list: names of columns that are no metric */
    char *methods[DBT_DIFF_METHODS]; /* the first distinct ones before the filter */
    uint32_t method_hashes[DBT_DIFF_METHODS];
    size_t n_methods;
    bool by_method;  /* the method is part of the key */
    bool *glob_used; /* [n_joints] a row matched that glob */
    dbt_table table; /* of the rows, by their hashes */
} dbt_diff_side;

/* Reads all rows and checks every field of them. Fails with DBT_E_FORMAT (empty, a
 * key's column missing or there twice), DBT_E_SYNTAX (no CSV, a wrong number of
 * fields), DBT_E_NUMBER (a figure that is none), DBT_E_LIMIT or DBT_E_MEMORY, with
 * the place; what was read stays to be released. */
DBT_CHECK bool dbt_diff_side_read(dbt_diff_side *side, const dbt_diff_text *texts, size_t n,
                                  dbt_diff_filter filter, dbt_error *err);

/* Makes rows be found by key. Fails with DBT_E_FORMAT where two have the same one,
 * naming both places, or DBT_E_MEMORY. */
DBT_CHECK bool dbt_diff_side_index(dbt_diff_side *side, bool by_method, dbt_error *err);

void dbt_diff_side_release(dbt_diff_side *side);

/* The fields of a row. */
void dbt_diff_side_fields(const dbt_diff_side *side, size_t row, dbt_diff_fields *fields);

/* The key in a row's fields; false where there is no memory for it. */
DBT_CHECK bool dbt_diff_side_key(const dbt_diff_side *side, const dbt_diff_fields *fields,
                                 dbt_diff_scratch *scratch, dbt_diff_key *key);

/* Whether two keys are the same, with the method where it is a part. */
bool dbt_diff_same_key(const dbt_diff_key *a, const dbt_diff_key *b, bool by_method);

/* A hash of n bytes of a key. */
uint32_t dbt_diff_hash(const dbt_diff_side *side, const char *bytes, size_t n);

#endif
