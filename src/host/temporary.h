/* The temporary files of outputs. Each replaces its target (dbt_output_commit) or is removed: by
 * dbt_output_free, by dbt_remove_temporaries when the process ends at a signal or out of memory,
 * or, after a crash, by the next run that opens the same output (dbt_make_temporary). A batch that
 * does not open it calls dbt_remove_stale_temporary. */
#ifndef DBT_HOST_TEMPORARY_H
#define DBT_HOST_TEMPORARY_H

#include "system/system.h"

#include <stdbool.h>

/* Returns ".NAME.dbtool-tmp" in the folder of `target`, whose name is NAME; a NAME over 200 bytes
 * is cut there, and followed by its hash. Deterministic, so that the run after a crash finds and
 * removes the file. Free with dbt_free. */
char *dbt_temporary_name(const char *target);

/* Whether a path has the form of a temporary file's name, which no output may have. */
bool dbt_is_temporary_name(const char *path);

/* Creates and locks a new file, which the caller closes. The process removes it at its end or at a
 * signal of host/end_signals.h, until dbt_forget_temporary. name: borrowed until then. *file:
 * DBT_NO_FILE on failure. is_private: as DBT_OPEN_PRIVATE.
 *
 * Returns 0 or the reason of the failure. DBT_BUSY: another process is writing the file.
 * DBT_R_EXISTS: a file with this name is not dbtool's, or cannot be removed. DBT_R_TOO_MANY: there
 * are 256 temporary files. Others: of dbt_open. Never returns while the process is ending. From any
 * thread. */
enum { DBT_BUSY = -1 };
dbt_reason dbt_make_temporary(char *name, bool is_private, dbt_file *file);

/* Ends the removal of a temporary file at the end of the process. name: the pointer from
 * dbt_make_temporary. From any thread. */
void dbt_forget_temporary(char *name);

/* Whether path no longer names the open file, because another program removed or replaced it. On a
 * file system without locks another run may do so. False if unknown. */
bool dbt_has_lost_name(dbt_file file, const char *path);

/* Removes the temporary file for `path` of an earlier run, unless another process is writing it. */
void dbt_remove_stale_temporary(const char *path);

/* Removes all temporary files, for the end of the process. First waits up to 1 s for threads that
 * are creating one; from then on no thread begins to create one. Async-signal-safe. */
void dbt_remove_temporaries(void);

/* Blocks forever if the process is ending; else returns at once. Call it before reporting a missing
 * temporary file: at the end of the process a missing one is expected. */
void dbt_wait_where_dying(void);

#endif
