"""swaps.py DBTOOL SHIM: changes the target of a symbolic link, which names an output or a journal, during a run.

Another process may do this at any time (TOCTOU). Here SHIM (fault_shim.c) does it, at each call that uses files: during
that call alone, or from it on. In the end

- every file has the bytes that it had, except for a journal, which may have lost a torn last line;
- an output replaces only ordinary files, no input and no pipe. The pipe stands for all devices, which the test does not
  risk;
- the run has ended with an exit status of dbtool, and has left no temporary file.
"""
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

import faults
import xxh64

CLIPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "bvh")
CALLS = ("stat", "lstat", "open", "fstat", "access", "realpath", "flock", "read", "ftruncate", "write", "fsync",
         "close", "rename")
JOURNAL = xxh64.JOURNAL_HEADER
CONTENTS = {"ordinary": b"of another program", "other": b"to be replaced\n", "journal": JOURNAL + b'{"name": "on',
            "empty": b"", "plan.json": b'[{"name": "one", "out": "one.bvh", "cuts": [{"clip": "walk.bvh"}]},'
                                        b' {"name": "two", "out": "two.bvh", "cuts": [{"clip": "empty"}]}]'}

OUTPUT = "info -q walk.bvh -o link"
BATCH = "batch -q -j 1 plan.json --journal link --resume"
# A command, the target of its link, and the other target.
SWAPS = [(OUTPUT, "pipe", "walk.bvh"), (OUTPUT, "pipe", "ordinary"),
         (OUTPUT, "other", "pipe"), (OUTPUT, "other", "ordinary"), (OUTPUT, "other", "walk.bvh"),
         (BATCH, "journal", "ordinary"), (BATCH, "journal", "walk.bvh"), (BATCH, "journal", "plan.json"),
         (BATCH, "journal", "empty"), (BATCH, "journal", "pipe")]


class Run:
    """One run in a new folder: `link` points to `other` during call number n, or from it on."""

    def __init__(self, tools, folder, swap, call, n, keep):
        self.folder, self.swap = folder, swap
        os.mkdir(folder)
        shutil.copy(os.path.join(CLIPS, "ok_walk.bvh"), self.path("walk.bvh"))
        for name, data in CONTENTS.items():
            with open(self.path(name), "wb") as f:
                f.write(data)
        os.mkfifo(self.path("pipe"))
        self.names = os.listdir(folder)
        self.inodes = {name: os.stat(self.path(name)).st_ino for name in self.names}
        self.files = {name: open(self.path(name), "rb") for name in self.names if name != "pipe"}
        self.bytes = {name: f.read() for name, f in self.files.items()}
        reader = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        line, first, other = swap
        os.symlink(first, self.path("link"))
        self.report = folder + ".report"
        env = {k: v for k, v in os.environ.items() if not k.startswith("FAULT_")}
        env.update(LD_PRELOAD=tools[1], FAULT_REPORT=self.report, FAULT_CALL=call, FAULT_NTH=str(n), FAULT_SWAP="link",
                   FAULT_TO=other, FAULT_KEEP=str(keep), LC_ALL="C")
        env["ASAN_OPTIONS"] = "verify_asan_link_order=0:" + env.get("ASAN_OPTIONS", "")
        try:
            self.done = subprocess.run([tools[0]] + line.split(), cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                       capture_output=True, timeout=faults.HANGS_AFTER, check=False)
        except subprocess.TimeoutExpired:
            self.done = None
        os.close(reader)

    def path(self, name):
        return os.path.join(self.folder, name)

    def is_met(self):
        """Whether there was a call of that number."""
        return faults.read_report(self.report)[1] > 0

    def wrong(self):
        if not self.done or self.done.returncode not in (0, 1, 2):
            return "ends with %s" % (self.done or "a hang")
        for name, f in self.files.items():
            f.seek(0)
            now, was = f.read(), self.bytes[name]
            torn_off = name == "journal" and now.startswith(JOURNAL)
            if now != was and not torn_off:
                return "writes into %s: %r" % (name, now[:60])
        for name in self.names:
            is_output = name in self.swap and name in ("ordinary", "other") and self.swap[0] == OUTPUT
            if os.lstat(self.path(name)).st_ino != self.inodes[name] and not is_output:
                return "replaces %s" % name
        left = set(os.listdir(self.folder)) - set(self.names) - {"link", "one.bvh"}
        if left or not os.path.islink(self.path("link")):
            return "leaves %s" % (left or "no link")
        return None

    def close(self):
        for f in self.files.values():
            f.close()
        os.remove(self.report)
        shutil.rmtree(self.folder)


def main():
    tools = [os.path.abspath(path) for path in sys.argv[1:3]]
    memory = "/dev/shm"  # where fsync takes no time
    passed, failures = 0, []
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as scratch:
        for swap in SWAPS:
            n_met = 0
            for call, keep in itertools.product(CALLS, (0, 1)):
                for n in itertools.count(1):
                    run = Run(tools, os.path.join(scratch, "run"), swap, call, n, keep)
                    met, problem = run.is_met(), run.wrong()
                    run.close()
                    if not met:
                        break
                    n_met += 1
                    if problem:
                        failures.append("%s: link to %s, to %s %s %s %d: %s"
                                        % (swap + ("from" if keep else "during", call, n, problem)))
            passed += n_met
            print("%-40s %4d swaps" % ("%s to %s" % (swap[0].split()[0], " or ".join(swap[1:])), n_met))
            if n_met == 0:
                failures.append("%s: no swap" % (swap,))
    for line in failures:
        print("FAILED " + line)
    print("%d passed, %d failed" % (passed - len(failures), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
