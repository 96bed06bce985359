/* Files that are written whole or not at all. */
#ifndef DBT_HOST_OUTPUT_H
#define DBT_HOST_OUTPUT_H

#include "base/error.h"
#include "base/sink.h"
#include "host/place.h"

/* A file being written under a temporary name beside its place. Devices and pipes
 * are written as they are, standard output ("-") too. */
typedef struct dbt_output dbt_output;

/* Fails with DBT_E_IO where the place is a directory, may not be written, is being
 * written by another process or fails dbt_output_check, and where something that no
 * run can have left has the temporary's name; err->file is path. */
dbt_output *dbt_output_open(const char *path, dbt_error *err);

/* Keeps in memory, until it is complete, what goes to standard output, a pipe or a
 * device: what was written there cannot be taken back. Other outputs need none of it. */
void dbt_output_hold(dbt_output *output);

/* For dbt_bvh_writer and buffers; the first failure is kept for dbt_output_complete. */
dbt_sink dbt_output_sink(dbt_output *output);

/* Everything is on its way to the disk (on it, where sync): closes the file and
 * returns whether all writes succeeded. */
DBT_CHECK bool dbt_output_complete(dbt_output *output, bool sync, dbt_error *err);

/* Fills err with the reason, where a write failed; NULL is fine. */
void dbt_output_explain(const dbt_output *output, dbt_error *err);

/* Puts a completed file in its place, unless that has become an input's. */
DBT_CHECK bool dbt_output_commit(dbt_output *output, dbt_error *err);

/* A whole file in one go: opened, written, completed, committed. */
DBT_CHECK bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync,
                                dbt_error *err);

/* Frees the output; what was not committed is removed. NULL is fine. */
void dbt_output_free(dbt_output *output);

/* What is lost when path is written: the file that is there, and one that has the
 * name of its temporary. */
enum { DBT_N_REPLACED = 2 };
void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED]);

/* Fails where one of these is an input, or was written by this process. */
DBT_CHECK bool dbt_output_check(const char *path, dbt_error *err);

/* Opens what is closed of the standard streams, so that no file takes its number
 * and is written to by mistake; using such a stream still fails. */
void dbt_fill_standard_streams(void);

#endif
