/* Reads whole files, and finds out when one changes meanwhile. */
#ifndef DBT_HOST_INPUT_H
#define DBT_HOST_INPUT_H

#include "base/error.h"
#include "host/place.h"

#include <time.h>

/* A file's size and times: they change when the file does. */
typedef struct dbt_file_version {
    long long size;
    struct timespec modified, changed;
} dbt_file_version;

/* The bytes of a file: mapped if it is a regular file, else read into memory. */
typedef struct dbt_input {
    const char *path; /* borrowed */
    const char *bytes;
    size_t size;
    bool mapped;
    dbt_file_id id;
    dbt_file_version version; /* when it was opened */
} dbt_input;

/* Reads a file, or standard input for "-". Until it is released, no output may replace it. The file
 * may change while its bytes are used: dbt_input_check then fails. Fails with DBT_E_IO or
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err);

/* As dbt_input_read, but always into memory: the bytes cannot change afterwards, and a change
 * during the reading is an error. For readers that look twice at a byte and rely on finding it
 * again. */
DBT_CHECK bool dbt_input_copy(const char *path, dbt_input *input, dbt_error *err);

/* Fails with DBT_E_IO where the file of that name is no longer the one that was opened, or has
 * changed. Call it when the bytes were read, and again before an output made from them is
 * committed. */
DBT_CHECK bool dbt_input_check(const dbt_input *input, dbt_error *err);

void dbt_input_release(dbt_input *input);

/* The name of an input for messages: "standard input" for "-". */
const char *dbt_input_name(const char *path);

/* For signal handlers: the file that is mapped at an address. "an input" where too many files are
 * mapped to name it; NULL: none. Async-signal-safe. */
const char *dbt_mapped_path(const void *address);

#endif
