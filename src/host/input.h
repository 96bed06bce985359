/* Reads whole files, and detects files that change during use. */
#ifndef DBT_HOST_INPUT_H
#define DBT_HOST_INPUT_H

#include "base/error.h"
#include "host/file_identity.h"

/* A copy of the bytes of a file. Release with dbt_input_release. */
typedef struct dbt_input {
    const char *path;  /* borrowed */
    const char *bytes; /* [size]; may be NULL if size is 0 */
    size_t size;
    dbt_file_id id;
    dbt_file_status version; /* of a regular file at opening; else zeroed. Any change of the file
                                changes it, except stores through a shared mapping */
} dbt_input;

/* Reads a file, or standard input for "-", and protects it from outputs until dbt_input_release.
 * path: borrowed. Waits for a pipe until dbt_stop_signal. Fails with DBT_E_IO, also at a folder, at
 * a device of a megabyte or more, at a second use of standard input, and if the file changes during
 * reading. Fails with DBT_E_MEMORY. On failure only path and the version of a regular file are set,
 * and nothing needs a release. From any thread. */
DBT_CHECK bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err);

/* As dbt_input_read, for the first max_size bytes only: also protects the file, path borrowed,
 * until dbt_input_release; nothing to release on failure. Unless max_size is SIZE_MAX, it does not
 * check for changes, and does not set the version. So the bytes may mix two versions of the file,
 * and dbt_input_check detects no change. */
DBT_CHECK bool dbt_input_read_start(const char *path, size_t max_size, dbt_input *input,
                                    dbt_error *err);

/* Fails with DBT_E_IO if the path now leads to another file or none, or if the file has changed
 * since opening. Succeeds for a pipe or a device, and if the version is not known. Call it before
 * dbt_output_commit of an output that depends on the file. */
DBT_CHECK bool dbt_input_check(const dbt_input *input, dbt_error *err);

/* Frees the bytes, ends the protection, and zeroes *input. */
void dbt_input_release(dbt_input *input);

/* The name of an input for messages: "standard input" for "-". */
const char *dbt_input_name(const char *path);

#endif
