/* Reads whole files, and finds out when one changes meanwhile. */
#ifndef DBT_HOST_INPUT_H
#define DBT_HOST_INPUT_H

#include "base/error.h"
#include "host/place.h"

/* A regular file's inode, size and times. They change when the file does, except by stores through
 * a shared mapping. */
typedef struct dbt_file_version {
    bool is_known; /* false: no regular file */
    unsigned long long inode;
    long long size;
    dbt_file_time modified, changed;
} dbt_file_version;

/* The bytes of a file, in memory that nobody else changes. */
typedef struct dbt_input {
    const char *path; /* borrowed */
    const char *bytes;
    size_t size;
    dbt_file_id id;
    dbt_file_version version; /* when it was opened */
} dbt_input;

/* Reads a file, or standard input for "-". Until it is released, no output may replace it. A pipe
 * is waited for; a signal that stops the work gently (host/end_signals.h) ends the wait. Fails with
 * DBT_E_IO, also where the file changes while it is read. After a failure only the version is set,
 * if a regular file was opened. From any thread. */
DBT_CHECK bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err);

/* Reads at most the first `most` bytes of a file that is no pipe, for a first look. They may mix
 * two versions of the file. */
DBT_CHECK bool dbt_input_read_start(const char *path, size_t most, dbt_input *input,
                                    dbt_error *err);

/* Fails with DBT_E_IO where the file of that name is no longer the one that was opened, or has
 * changed. Call it before an output made from the file is committed. */
DBT_CHECK bool dbt_input_check(const dbt_input *input, dbt_error *err);

void dbt_input_release(dbt_input *input);

/* The name of an input for messages: "standard input" for "-". */
const char *dbt_input_name(const char *path);

#endif
