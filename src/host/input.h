/* Files that are read whole, and may change while they are. */
#ifndef DBT_HOST_INPUT_H
#define DBT_HOST_INPUT_H

#include "base/error.h"
#include "host/place.h"

#include <time.h>

/* What changes when a file does. */
typedef struct dbt_file_version {
    long long size;
    struct timespec modified, changed;
} dbt_file_version;

/* The bytes of a file: mapped where it is a regular one, else read. */
typedef struct dbt_input {
    const char *path; /* borrowed */
    const char *bytes;
    size_t size;
    bool mapped;
    dbt_file_id id;
    dbt_file_version version; /* when it was opened */
} dbt_input;

/* Reads a file, or standard input for "-"; no output replaces it until it is released.
 * The file may change while its bytes are used: dbt_input_check fails then. Fails with
 * DBT_E_IO or DBT_E_MEMORY. */
DBT_CHECK bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err);

/* The same, never mapped: bytes that stay as they are, of a file that did not change
 * while it was read. For readers that rely on a second look at what they saw before. */
DBT_CHECK bool dbt_input_copy(const char *path, dbt_input *input, dbt_error *err);

/* Fails with DBT_E_IO where the file of that name is no longer what was opened. To be
 * called when the bytes were read, and again before an output made of them counts. */
DBT_CHECK bool dbt_input_check(const dbt_input *input, dbt_error *err);

void dbt_input_release(dbt_input *input);

/* For handlers: the file that is mapped at an address, "an input" to most of them where
 * there are very many; NULL: none. Async-signal-safe. */
const char *dbt_mapped_path(const void *address);

#endif
