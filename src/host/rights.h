/* Who may use a file: its owner, its group and its permissions. */
#ifndef DBT_HOST_RIGHTS_H
#define DBT_HOST_RIGHTS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the empty file of fd the owner, the group and the permissions of the file `replaced`, whose
 * status is st. In no case may a user do more with fd than with the replaced file: where its owner
 * or group cannot be set, fd gets fewer permissions; where it has a POSIX access list (known on
 * Linux only), fd gets those of its owner alone. Set-ID bits are not copied. False with errno. */
bool dbt_keep_rights(int fd, const char *replaced, const struct stat *st);

#endif
