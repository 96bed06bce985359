#include "system/system.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
/* Permission bits: of the owner; of owner, group and others. */
enum { OWNER = 0700, ALL = 0777 };

/* Sets the mode of a file, permission bits of ALL. Succeeds on file systems without permissions,
 * which refuse, if the mode is already the same. Returns false with errno set. */
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

/* Whether the file at path has a POSIX access list, or fd has one that cannot be removed; true if
 * unknown, but false on systems other than Linux. Removes the list that fd may have inherited from
 * its folder. */
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

/* Never grants more rights than the replaced file has. If owner or group cannot be set, removes
 * permissions, and does not fail. If the replaced file has a POSIX access list (detected on Linux
 * only), leaves only those of the owner. Does not copy set-ID bits. Fails if a status cannot be
 * read, or the mode cannot be set. */
dbt_reason dbt_copy_rights(dbt_file file, const char *replaced)
{
    const int fd = (int)file;
    struct stat now, st;
    if (fstat(fd, &now) != 0 || lstat(replaced, &st) != 0)
        return dbt_reason_of(errno);
    if (!S_ISREG(st.st_mode)) /* replaced since the last check */
        return DBT_R_MISSING;
    mode_t mode = st.st_mode & ALL;
    /* With another owner, the old owner has the rights of the group or of others. */
    if (now.st_uid != st.st_uid && fchown(fd, st.st_uid, (gid_t)-1) != 0)
        mode &= OWNER | (mode & OWNER) >> 3 | (mode & OWNER) >> 6;
    const bool has_group = now.st_gid == st.st_gid || fchown(fd, (uid_t)-1, st.st_gid) == 0;
    /* With another group, members of the old group are others, and others may be in the new group.
     */
    if (!has_group) {
        const mode_t both = mode & (mode >> 3) & 07;
        mode = (mode & OWNER) | both << 3 | both;
    }
    if (has_list(replaced, fd))
        mode &= OWNER;
    return set_mode(fd, mode) ? 0 : dbt_reason_of(errno);
}
