"""The rights of users for a file, by its owner, group, mode and POSIX access list (acl(5))."""
import itertools
import os
import stat
import struct

LIST, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"  # of a file; of a folder, for its new files
USER_OBJ, USER, GROUP_OBJ, GROUP, MASK, OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
NO_ID = 0xffffffff


def entries(*rows):
    """An access list in the kernel's format; a row is (tag, permissions[, user or group])."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *(row + (NO_ID,))[:3]) for row in rows)


class Rights:
    def __init__(self, path):
        st = os.stat(path)
        self.uid, self.gid, self.mode = st.st_uid, st.st_gid, stat.S_IMODE(st.st_mode)
        try:
            self.list = list(struct.iter_unpack("<HHI", os.getxattr(path, LIST)[4:]))
        except OSError:
            self.list = []

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return "%d:%d %o %s" % (self.uid, self.gid, self.mode, self.list)

    def of_user(self, uid, groups):
        """The permissions of a user in these groups."""
        rows = self.list or [(USER_OBJ, self.mode >> 6, 0), (GROUP_OBJ, self.mode >> 3 & 7, 0),
                             (MASK, 7, 0), (OTHER, self.mode & 7, 0)]
        of_tag = {tag: perm for tag, perm, _ in rows}
        if uid == self.uid:
            return of_tag[USER_OBJ]
        for tag, perm, who in rows:
            if tag == USER and who == uid:
                return perm & of_tag[MASK]
        of_groups = [perm for tag, perm, who in rows
                     if (tag == GROUP and who in groups) or (tag == GROUP_OBJ and self.gid in groups)]
        if not of_groups:
            return of_tag[OTHER]
        granted = 0
        for perm in of_groups:
            granted |= perm & of_tag.get(MASK, 7)
        return granted


def gains(old, new):
    """The users who have more rights for the new file than for the old one, except for its owner, who made it."""
    users = {old.uid, 54321} | {who for tag, _, who in old.list + new.list if tag == USER}
    groups = {old.gid, new.gid} | {who for tag, _, who in old.list + new.list if tag == GROUP}
    return ["user %d in groups %s" % (uid, sorted(chosen)) for uid in sorted(users - {new.uid})
            for n in range(len(groups) + 1) for chosen in itertools.combinations(groups, n)
            if new.of_user(uid, chosen) & ~old.of_user(uid, chosen)]
