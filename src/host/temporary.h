/* The temporary files that outputs are written to, and that no run leaves behind. */
#ifndef DBT_HOST_TEMPORARY_H
#define DBT_HOST_TEMPORARY_H

#include <stdbool.h>
#include <sys/types.h>

/* ".NAME.dbtool-tmp" beside place: known in advance, so that a run after a crash takes it away.
 * The caller frees it; NULL: no memory. */
char *dbt_temporary_name(const char *place);

/* Whether path has the form of a temporary's name, which no output may have. */
bool dbt_is_temporary_name(const char *path);

/* Makes a new file of that name, locked, which the process removes however it ends, until
 * dbt_forget_temporary. The name lives until then. Returns its descriptor, or -1 with errno in
 * failure: EBUSY where another process is writing it. in_the_way: something of that name is
 * there and cannot be taken away; EEXIST: it is not a regular file. */
int dbt_make_temporary(char *name, mode_t mode, int *failure, bool *in_the_way);

void dbt_forget_temporary(char *name);

/* Whether the name is no more that of the open file: somebody removed it, or, where the file
 * system has no locks, replaced it. */
bool dbt_has_lost_temporary(int fd, const char *name);

/* Removes a temporary that an earlier run left beside the place of path, unless
 * another process is writing it. */
void dbt_remove_stale_temporary(const char *path);

/* As the process ends: removes all temporaries, and lets no thread make another or report that
 * its own is gone; async-signal-safe. */
void dbt_remove_temporaries(void);

/* The thread that ends the process takes the temporaries away: that is no failure of others,
 * which would report it. To be called before one does. */
void dbt_wait_where_dying(void);

#endif
