/* The temporary files that outputs are written to. Each is renamed into place (dbt_output_commit)
 * or removed: by dbt_output_free, by dbt_remove_temporaries when the process dies, or by the next
 * run, with dbt_remove_stale_temporary. */
#ifndef DBT_HOST_TEMPORARY_H
#define DBT_HOST_TEMPORARY_H

#include <stdbool.h>
#include <sys/types.h>

/* ".NAME.dbtool-tmp" in the folder of place. The name is always the same, so that a run after a
 * crash finds and removes the file. The caller frees it. */
char *dbt_temporary_name(const char *place);

/* Whether path has the form of a temporary's name. No output may have one. */
bool dbt_is_temporary_name(const char *path);

/* Makes and locks a new file of that name. The process removes it however it ends, until
 * dbt_forget_temporary; name must live that long. Returns the descriptor, or -1 with errno in
 * failure. EBUSY: another process is writing it. in_the_way: something has that name and cannot be
 * removed; EEXIST: because it is no temporary. */
int dbt_make_temporary(char *name, mode_t mode, int *failure, bool *in_the_way);

void dbt_forget_temporary(char *name);

/* Whether the name no longer belongs to the open file: somebody removed it or, on a file system
 * without locks, replaced it. */
bool dbt_has_lost_temporary(int fd, const char *name);

/* Removes the temporary of path that an earlier run left, unless another process is writing it. */
void dbt_remove_stale_temporary(const char *path);

/* For the end of the process: removes all temporaries. From then on no thread makes another, or
 * reports that its own has gone. Async-signal-safe. */
void dbt_remove_temporaries(void);

/* Blocks for ever if another thread is ending the process and removing the temporaries. Call it
 * before reporting that one has gone, which is then no failure. */
void dbt_wait_where_dying(void);

#endif
