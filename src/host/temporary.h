/* The temporary files that outputs are written to. Each is renamed into place (dbt_output_commit)
 * or removed: by dbt_output_free, by dbt_remove_temporaries when the process dies, or by the next
 * run, with dbt_remove_stale_temporary. */
#ifndef DBT_HOST_TEMPORARY_H
#define DBT_HOST_TEMPORARY_H

#include "system/system.h"

#include <stdbool.h>

/* ".NAME.dbtool-tmp" in the folder of place. The name is always the same, so that a run after a
 * crash finds and removes the file. The caller frees it. */
char *dbt_temporary_name(const char *place);

/* Whether path has the form of a temporary's name. No output may have one. */
bool dbt_is_temporary_name(const char *path);

/* Makes and locks a new file of that name. is_private: nobody else may open it. The process removes
 * it when it ends by itself or by a signal of host/end_signals.h, until dbt_forget_temporary; name
 * must live that long. *busy: where it fails, whether another process is writing it. Fails with
 * DBT_R_EXISTS where something has that name that is no temporary, or cannot be removed. */
dbt_reason dbt_make_temporary(char *name, bool is_private, dbt_file *file, bool *busy);

void dbt_forget_temporary(char *name);

/* Whether path no longer names the open file: another program has removed or replaced it or, on a
 * file system without locks, another run. False where that cannot be found out. */
bool dbt_has_lost_name(dbt_file file, const char *path);

/* Removes the temporary of path that an earlier run left, unless another process is writing it. */
void dbt_remove_stale_temporary(const char *path);

/* For the end of the process: removes all temporaries. From then on no thread makes another one.
 * Async-signal-safe. */
void dbt_remove_temporaries(void);

/* Never returns while the process is ending and removing the temporaries. Call it before reporting
 * that one is missing, which then is no failure. */
void dbt_wait_where_dying(void);

#endif
