"""power.py DBTOOL SHIM: simulates a power failure after each call that changes a disk.

SHIM (fault_shim.c) logs these calls. The simulated disk loses all that POSIX allows: bytes of a file without fsync of the
file, and names in a folder without fsync of the folder. Two things are tested.

- The order, in an undisturbed run. A file has all its bytes on the disk before it is renamed. When a journal gets a line,
  and at the end, every output is on the disk under its name, and so are the folders made for it. Every line of the
  journal is on the disk before another output is renamed, and at the end. A file that replaces another never has more
  readers than the old file.
- Each power failure. An output is the whole new one, the old one, or absent. Then the command runs again in a folder with
  what the disk has kept (a batch with --resume), and writes the bytes of an undisturbed run.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

CLIPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "bvh")
OLD = b"what was there before\n"
OLD_MODE = 0o600
PLAN = [{"name": name, "out": out, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": at}]}
        for name, out, at in (("one", "one.bvh", 0.4), ("two", "deep/er/two.bvh", 0.5), ("three", "old.bvh", 0.6))]
# A name, the command, what is added when it runs again, the journal, the outputs.
COMMANDS = [
    ("blend", "blend -q walk.bvh run.bvh --at 0.5 -o old.bvh --metrics out.csv --sync", "", None, ["old.bvh", "out.csv"]),
    ("batch", "batch -q -j 1 plan.json --journal logs/jobs --metrics out.csv", " --resume", "logs/jobs",
     ["one.bvh", "deep/er/two.bvh", "old.bvh", "out.csv"]),
    ("batch --sync", "batch -q -j 1 plan.json --sync", "", None, ["one.bvh", "deep/er/two.bvh", "old.bvh"]),
    ("compare", "compare -q -j 1 walk.bvh run.bvh --at 0.5 --methods cut,dead-linear --keep kept --sync -o logs/table", "",
     None, ["logs/table", "kept/cut.bvh", "kept/dead-linear.bvh"]),
]


class Disk:
    """A folder, as processes see it (folders) and as the disk keeps it when the power fails (kept): {folder: {name: inode}}.
    A folder's inode is None. data[inode] are the bytes that the disk keeps of a file, size[inode] its size, and synced[inode]
    its size at the last fsync, -1 after a later write."""

    def __init__(self, root, trace):
        self.root, self.trace = root, trace
        self.folders, self.kept, self.data, self.size, self.synced = {}, {}, {}, {}, {}
        for folder, below, files in os.walk(root):
            self.folders[folder] = {}
            for name in below + files:
                path = os.path.join(folder, name)
                inode = os.stat(path).st_ino
                self.folders[folder][name] = inode if name in files else None
                if name in files:
                    with open(path, "rb") as f:
                        self.data[inode] = f.read()
                    self.size[inode] = self.synced[inode] = len(self.data[inode])
            self.kept[folder] = dict(self.folders[folder])
        self.inode_of_folder = {os.stat(folder).st_ino: folder for folder in self.folders}

    def path(self, text):
        return os.path.normpath(os.path.join(self.root, text))

    def name(self, path, inode):
        if os.path.dirname(path) in self.folders:
            self.folders[os.path.dirname(path)][os.path.basename(path)] = inode

    def follow(self, number, line):
        """Follow line `number` (from 1) of the log; return the call, the inode and the new path."""
        what, inode, size, _, path, to = line.rstrip("\n").split("\t")
        inode, size = int(inode), int(size)
        path = self.path(path) if path else None
        if what == "make":
            self.name(path, inode)
            self.data[inode], self.size[inode], self.synced[inode] = b"", 0, 0
        elif what == "write":
            self.size[inode], self.synced[inode] = size, -1
        elif what == "sync" and inode in self.inode_of_folder:
            folder = self.inode_of_folder[inode]
            self.kept[folder] = dict(self.folders[folder])
        elif what == "sync":
            with open(os.path.join(self.trace, "%d.data" % number), "rb") as f:
                self.data[inode] = f.read()
            self.synced[inode] = size
        elif what == "rename":
            del self.folders[os.path.dirname(path)][os.path.basename(path)]
            self.name(self.path(to), inode)
        elif what == "unlink":
            self.folders.get(os.path.dirname(path), {}).pop(os.path.basename(path), None)
        elif what == "mkdir":
            self.name(path, None)
            self.folders[path], self.kept[path] = {}, {}
            self.inode_of_folder[inode] = path
        return what, inode, to and os.path.relpath(self.path(to), self.root)

    def is_safe(self, name):
        """Whether the disk keeps all bytes of a file, its name, and the names of its folders."""
        path = self.path(name)
        inode = self.folders[os.path.dirname(path)][os.path.basename(path)]
        while path != self.root:
            folder, base = os.path.split(path)
            if base not in self.kept[folder] or self.kept[folder][base] != self.folders[folder][base]:
                return False
            path = folder
        return self.synced[inode] == self.size[inode]

    def write_kept(self, to):
        pending = [self.root]
        while pending:
            folder = pending.pop()
            there = os.path.join(to, os.path.relpath(folder, self.root))
            os.makedirs(there, exist_ok=True)
            for name, inode in self.kept[folder].items():
                if inode is None:
                    pending.append(os.path.join(folder, name))
                else:
                    with open(os.path.join(there, name), "wb") as f:
                        f.write(self.data[inode])


class Power:
    def __init__(self, dbtool, shim, scratch, command):
        self.dbtool, self.shim, self.scratch = dbtool, shim, scratch
        self.name, line, again, self.journal, self.outputs = command
        self.line, self.again = line.split(), (line + again).split()
        self.failures, self.n_cuts = [], 0

    def fresh(self, name):
        folder = os.path.join(self.scratch, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        return folder

    def start(self):
        folder = self.fresh("work")
        for clip in ("walk", "run"):
            shutil.copy(os.path.join(CLIPS, "ok_%s.bvh" % clip), os.path.join(folder, clip + ".bvh"))
        os.mkdir(os.path.join(folder, "logs"))
        with open(os.path.join(folder, "old.bvh"), "wb") as f:
            f.write(OLD)
        os.chmod(os.path.join(folder, "old.bvh"), OLD_MODE)
        with open(os.path.join(folder, "plan.json"), "w", encoding="utf-8") as f:
            json.dump(PLAN, f)
        return folder

    def run(self, folder, line, cut=None):
        """(result, lines of the log). The power fails after `cut` calls; 0: never; None: without SHIM and log."""
        environment = dict(os.environ)
        if cut is not None:
            trace = self.fresh("trace")
            environment.update(LD_PRELOAD=self.shim, FAULT_TRACE=trace, FAULT_CUT=str(cut),
                               ASAN_OPTIONS="verify_asan_link_order=0:" + environment.get("ASAN_OPTIONS", ""))
        status = subprocess.run([self.dbtool] + line, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, check=False)
        if cut is None:
            return status, []
        with open(os.path.join(trace, "log"), encoding="utf-8") as f:
            return status, f.readlines()

    def read(self, folder):
        files = {}
        for name in self.outputs:
            path = os.path.join(folder, name)
            files[name] = open(path, "rb").read() if os.path.exists(path) else None
        return files

    def fail(self, text):
        self.failures.append("%s: %s" % (self.name, text))

    def traced(self, cut):
        """A run whose power fails after `cut` calls (0: never): (the disk before it, result, log)."""
        folder = self.start()
        disk = Disk(folder, os.path.join(self.scratch, "trace"))
        return disk, *self.run(folder, self.line, cut)

    def check_order(self):
        """Check the order of calls of an undisturbed run; their number."""
        placed, journal = [], None
        disk, _, log = self.traced(0)
        for number, line in enumerate(log, 1):
            what, inode, to = disk.follow(number, line)
            if what == "make" and "old.bvh" in line and int(line.split("\t")[3], 8) & ~OLD_MODE:
                self.fail("the file that replaces another is open to more readers while it is written")
            if what == "make" and self.journal and line.split("\t")[4].endswith(self.journal):
                journal = inode
            if what == "rename" and disk.synced[inode] != disk.size[inode]:
                self.fail("%s is renamed before its bytes are synced" % to)
            if what == "rename" and journal and placed and not disk.is_safe(self.journal):
                self.fail("%s is put in place before the journal's last line is safe" % to)
            if what == "rename":
                placed.append(to)
            if what == "write" and inode == journal:
                self.must_be_safe(disk, placed, "before the journal says so")
        self.must_be_safe(disk, placed + ([self.journal] if self.journal else []), "at the end")
        if sorted(placed) != sorted(self.outputs):
            self.fail("outputs %s, expected %s" % (placed, self.outputs))
        return len(log)

    def must_be_safe(self, disk, names, when):
        for name in names:
            if not disk.is_safe(name):
                self.fail("%s is not on the disk %s" % (name, when))

    def check_cuts(self, whole, n_lines):
        for cut in range(1, n_lines + 1):
            disk, status, log = self.traced(cut)
            if status.returncode != -9 or len(log) != cut:
                self.fail("cut %d: status %d after %d calls" % (cut, status.returncode, len(log)))
                continue
            for number, line in enumerate(log, 1):
                disk.follow(number, line)
            kept = self.fresh("kept")
            disk.write_kept(kept)
            last = log[-1].split("\t")[0]
            for name, found in self.read(kept).items():
                if found not in (whole[name], OLD if name == "old.bvh" else None):
                    self.fail("cut %d (%s): %s is half written" % (cut, last, name))
            status, _ = self.run(kept, self.again)
            if status.returncode != 0 or self.read(kept) != whole:
                self.fail("cut %d (%s): run again, status %d, %s" % (cut, last, status.returncode, status.stderr))
            self.n_cuts += 1

    def everything(self):
        folder = self.start()
        status, _ = self.run(folder, self.line)
        whole = self.read(folder)
        if status.returncode != 0 or None in whole.values():
            return self.fail("status %d: %s" % (status.returncode, status.stderr))
        return self.check_cuts(whole, self.check_order())


def main():
    dbtool, shim = (os.path.abspath(path) for path in sys.argv[1:3])
    memory = "/dev/shm"  # where fsync takes no time
    failures, n_cuts = [], 0
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as scratch:
        for command in COMMANDS:
            power = Power(dbtool, shim, scratch, command)
            power.everything()
            print("%-14s %3d power cuts" % (power.name, power.n_cuts))
            failures += power.failures
            n_cuts += power.n_cuts
    for line in failures:
        print("FAILED " + line)
    print("%d passed, %d failed" % (n_cuts + len(COMMANDS), len(failures)))
    return 1 if failures or n_cuts == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
