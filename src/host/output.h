/* Atomic output files: written to a temporary file that then replaces the old file.
 *
 * Callers open, write and complete all outputs, check that no input has changed (dbt_input_check),
 * and commit all. Until the commit every failure leaves the old file; a failed commit does not undo
 * earlier ones. An input that changes between check and commit is not detected.
 *
 * The temporary file is locked: until the commit no other process can open the output, if the file
 * system has locks. A signal or lack of memory removes the file (host/temporary.h). After SIGKILL
 * it remains, without a lock; the next run that opens the output removes it.
 *
 * The folder host knows files, folders, terminals, signals and threads of the process. It does not
 * know clips, skeletons or motion. */
#ifndef DBT_HOST_OUTPUT_H
#define DBT_HOST_OUTPUT_H

#include "base/error.h"
#include "base/sink.h"
#include "host/file_identity.h"

/* A file being written: a temporary file in the folder of the file to replace. Devices, pipes and
 * standard output ("-") are written directly. Free with dbt_output_free. */
typedef struct dbt_output dbt_output;

/* Opens an output, and creates missing folders. Free with dbt_output_free. path: borrowed. sync:
 * the commit syncs the file, its name and these folders to the disk. Returns NULL with DBT_E_IO if
 * path is empty, a folder, a dangling link or not writable, or fails dbt_output_check. Also if it
 * has the form of a temporary name, or another process is writing it. Also if the temporary file
 * cannot be created with the rights of the old file, or its name belongs to a file that is not
 * dbtool's. err->file: the output's name, NULL if path is empty. */
dbt_output *dbt_output_open(const char *path, bool sync, dbt_error *err);

/* Buffers an output to standard output, a pipe or a device in memory until dbt_output_complete,
 * because written bytes could not be undone. No effect on other outputs. */
void dbt_output_buffer(dbt_output *output);

/* Returns a sink that writes to the output, which it borrows. dbt_output_complete reports the first
 * failed write. */
dbt_sink dbt_output_sink(dbt_output *output);

/* Writes buffered bytes, and syncs the temporary file if asked to. Fails with DBT_E_IO if any write
 * or the sync failed. Call it once; neither commits nor closes the file. */
DBT_CHECK bool dbt_output_complete(dbt_output *output, dbt_error *err);

/* Fills err with DBT_E_IO and the reason of the first failed write; leaves it unchanged if none
 * failed. output: may be NULL. */
void dbt_output_explain(const dbt_output *output, dbt_error *err);

/* Replaces the old file by the completed one, and records it as written (dbt_record_written); does
 * nothing for an output written directly. Fails with DBT_E_IO if the old file is now an input, or
 * not a regular file, or if the temporary file was removed or cannot be renamed. With sync also
 * fails if the folder cannot be synced; the old file is then replaced. Does not free the output.
 * Never returns if the replacement fails while the process is ending. */
DBT_CHECK bool dbt_output_commit(dbt_output *output, dbt_error *err);

/* Writes bytes[n]. dbt_output_complete reports a failure. */
void dbt_output_add(dbt_output *output, const void *bytes, size_t n);

/* Writes bytes[size] as a whole file, as dbt_output_open, _add, _complete and _commit do, and fails
 * as they do. */
DBT_CHECK bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync,
                                dbt_error *err);

/* Frees an output, unlocks and closes its file (but standard output), and removes its temporary
 * file unless it was committed or another file has its name. Buffered bytes are dropped. output:
 * may be NULL. */
void dbt_output_free(dbt_output *output);

/* The name of an output for messages: "standard output" for "-". */
const char *dbt_output_name(const char *path);

/* Finds the files that writing to path would destroy: replaced[0] the old file, replaced[1] a file
 * with the name of the temporary file. All 0: none. For "-" only a regular file as standard output.
 */
enum { DBT_N_REPLACED = 2 };
void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED]);

/* Fails with DBT_E_IO if writing to path would destroy an input, or an output of this process. */
DBT_CHECK bool dbt_output_check(const char *path, dbt_error *err);

#endif
