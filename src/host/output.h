/* Writes files whole or not at all: to a temporary file that is then renamed into place. */
#ifndef DBT_HOST_OUTPUT_H
#define DBT_HOST_OUTPUT_H

#include "base/error.h"
#include "base/sink.h"
#include "host/place.h"

/* A file being written, under a temporary name in the folder of the file that it replaces. Devices,
 * pipes and standard output ("-") are written directly. */
typedef struct dbt_output dbt_output;

/* Makes missing folders. sync: the file, its name and these folders are on the disk when it is
 * committed. Fails with DBT_E_IO where path is a directory, is not writable, is being written by
 * another process, or fails dbt_output_check; and where the temporary's name is taken by something
 * that dbtool cannot have left there. err->file is path. */
dbt_output *dbt_output_open(const char *path, bool sync, dbt_error *err);

/* Keeps what goes to standard output, a pipe or a device in memory until it is complete, because it
 * could not be taken back. Has no effect on other outputs. */
void dbt_output_buffer(dbt_output *output);

/* For dbt_bvh_writer and buffers. The first failed write is kept for dbt_output_complete. */
dbt_sink dbt_output_sink(dbt_output *output);

/* Writes out all bytes. Fails where any write failed. */
DBT_CHECK bool dbt_output_complete(dbt_output *output, dbt_error *err);

/* If a write has failed, fills err with its reason. output may be NULL. */
void dbt_output_explain(const dbt_output *output, dbt_error *err);

/* Renames a completed file into place. Fails where an input is there by now. */
DBT_CHECK bool dbt_output_commit(dbt_output *output, dbt_error *err);

/* Writes bytes. dbt_output_complete reports a failure. */
void dbt_output_add(dbt_output *output, const void *bytes, size_t n);

/* Writes a whole file: open, write, complete, commit. */
DBT_CHECK bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync,
                                dbt_error *err);

/* Frees the output; removes the temporary of one that was not committed. May be NULL. */
void dbt_output_free(dbt_output *output);

/* The name of an output for messages: "standard output" for "-". */
const char *dbt_output_name(const char *path);

/* The files that are lost when path is written: the old file, and one that has the name of its
 * temporary. */
enum { DBT_N_REPLACED = 2 };
void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED]);

/* Fails where one of these is an input, or was written by this process. */
DBT_CHECK bool dbt_output_check(const char *path, dbt_error *err);

#endif
