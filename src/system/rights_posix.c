#include "system/system.h"

#include <errno.h>
#include <sys/stat.h>
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

/* Whether a file has an access list. Removes the one that fd may have inherited from its folder. */
static bool has_list(const char *path, int fd)
{
#ifdef __linux__
    static const char name[] = "system.posix_acl_access";
    const bool has = lgetxattr(path, name, NULL, 0) >= 0 || (errno != ENODATA && errno != ENOTSUP);
    const bool has_none = fremovexattr(fd, name) == 0 || errno == ENODATA || errno == ENOTSUP;
    return has || !has_none;
#else
    (void)path;
    (void)fd;
    return false;
#endif
}

/* In no case may a user do more with the file than with the replaced one: where its owner or group
 * cannot be set, the file gets fewer permissions; where it has a POSIX access list (known on Linux
 * only), the file gets those of its owner alone. Set-ID bits are not copied. */
dbt_reason dbt_copy_rights(dbt_file file, const char *replaced)
{
    const int fd = (int)file;
    struct stat now, st;
    if (fstat(fd, &now) != 0 || lstat(replaced, &st) != 0)
        return dbt_reason_of(errno);
    if (!S_ISREG(st.st_mode)) /* it was a moment ago */
        return DBT_R_MISSING;
    mode_t mode = st.st_mode & ALL;
    /* With another owner, the old one counts as one of the group or of the others. */
    if (now.st_uid != st.st_uid && fchown(fd, st.st_uid, (gid_t)-1) != 0)
        mode &= OWNER | (mode & OWNER) >> 3 | (mode & OWNER) >> 6;
    const bool has_group = now.st_gid == st.st_gid || fchown(fd, (uid_t)-1, st.st_gid) == 0;
    /* With another group, the old one counts as others, and others are the group. */
    if (!has_group) {
        const mode_t both = mode & (mode >> 3) & 07;
        mode = (mode & OWNER) | both << 3 | both;
    }
    if (has_list(replaced, fd))
        mode &= OWNER;
    return set_mode(fd, mode) ? 0 : dbt_reason_of(errno);
}
