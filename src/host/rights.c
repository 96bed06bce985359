#include "host/rights.h"

#include <errno.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

/* The bits for the owner, for the group and for all others. */
enum { OWNER = 0700, ALL = 0777 };

/* Some file systems have no permissions of their own and refuse. They have given the file the same
 * mode anyway. */
static bool set_mode(int fd, mode_t mode)
{
    struct stat st;
    if (fchmod(fd, mode) == 0)
        return true;
    const int failure = errno;
    if (fstat(fd, &st) == 0 && (st.st_mode & ALL) == mode)
        return true;
    errno = failure;
    return false;
}

typedef enum list_state { NO_LIST, LIST_KEPT, LIST_LOST } list_state;

#ifdef __linux__
static const char list_name[] = "system.posix_acl_access";

static bool has_no_list(int number)
{
    return number == ENODATA || number == ENOTSUP;
}

/* Gives fd the access list of a file if may_keep, which also sets its mode. If the file has none,
 * removes what fd may have inherited from its folder. */
static list_state keep_list(int fd, const char *path, bool may_keep)
{
    char list[8192]; /* a thousand entries */
    const ssize_t size = lgetxattr(path, list_name, list, sizeof list);
    if (size < 0 && has_no_list(errno))
        return fremovexattr(fd, list_name) == 0 || has_no_list(errno) ? NO_LIST : LIST_LOST;
    return may_keep && size > 0 && fsetxattr(fd, list_name, list, (size_t)size, 0) == 0 ? LIST_KEPT
                                                                                        : LIST_LOST;
}
#else
static list_state keep_list(int fd, const char *path, bool may_keep)
{
    (void)fd;
    (void)path;
    (void)may_keep;
    return NO_LIST;
}
#endif

bool dbt_keep_rights(int fd, const char *replaced, const struct stat *st)
{
    const mode_t before = st->st_mode & ALL;
    mode_t mode = before;
    struct stat now;
    if (fstat(fd, &now) != 0)
        return false;
    /* With another owner, the old one counts as one of the group or of the others. */
    if (now.st_uid != st->st_uid && fchown(fd, st->st_uid, (gid_t)-1) != 0)
        mode &= OWNER | (mode & OWNER) >> 3 | (mode & OWNER) >> 6;
    const bool has_group = now.st_gid == st->st_gid || fchown(fd, (uid_t)-1, st->st_gid) == 0;
    /* With another group, the old one counts as others, and others are the group. */
    if (!has_group) {
        const mode_t both = mode & (mode >> 3) & 07;
        mode = (mode & OWNER) | both << 3 | both;
    }
    switch (keep_list(fd, replaced, has_group && mode == before)) {
    case LIST_KEPT: return true;
    case LIST_LOST: mode &= OWNER; break;
    case NO_LIST: break;
    }
    return set_mode(fd, mode);
}
