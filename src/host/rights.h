/* Who may use a file: its owner, its group, its permissions and its access list. */
#ifndef DBT_HOST_RIGHTS_H
#define DBT_HOST_RIGHTS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the empty file of fd the owner, the group, the permissions and the POSIX access list of the
 * file `replaced`, whose status is st. If this process may not set one of them, fd gets fewer
 * permissions: in no case may a user do more with fd than with the replaced file. Set-ID bits are
 * not kept. Access lists are known on Linux only. False with errno. */
bool dbt_keep_rights(int fd, const char *replaced, const struct stat *st);

#endif
