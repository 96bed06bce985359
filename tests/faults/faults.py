"""faults.py DBTOOL SHIM [NAME...]: fault injection. Runs every command with failing system calls and allocations.

SHIM, tests/faults/fault_shim.c, is preloaded. With THOROUGH=yes each call of each command fails in turn, once alone and
once with all later calls. Otherwise every fourth call fails, in one of the two modes; commands begin at different calls.
Of the allocations, the first from each site fails. A site is four equal return addresses. Sites that an earlier command
has are not tried again.

Each run must write the bytes of an undisturbed run, or fail. If it fails,

- its status is 2 (1 for a job of a batch, or a sequence of a report), and one line names the reason;
- each output is the whole new one, the old one, or absent;
- no other file is left, and no memory is lost.

A file that is replaced keeps its owner, group, permissions and access list, and a symbolic link still points to it.
If one of these cannot be kept, nobody may have more rights for the new file than for the old one.

The test also fails if no command meets one of the faults: the names of the calls have then changed.
"""
import csv
import errno
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import rights
import xxh64

CLIPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testdata", "bvh")
HANGS_AFTER = 300  # seconds
ALL = bool(os.environ.get("THOROUGH"))
OLD = b"what was there before\n"
F_SETPIPE_SZ = 1031

# Each call, and what it fails with: one of these in turn. dbtool only prints it.
FAULTS = {"open": (errno.EACCES, errno.EMFILE), "fstat": (errno.EIO,), "stat": (errno.EACCES,),
          "lstat": (errno.EACCES,), "access": (errno.EACCES,), "read": (errno.EIO,),
          "write": (errno.ENOSPC, errno.EIO), "fsync": (errno.EIO,), "ftruncate": (errno.EIO,),
          "flock": (errno.ENOLCK,), "fcntl": (errno.EMFILE,), "close": (errno.EDQUOT,), "rename": (errno.EACCES,),
          "fchmod": (errno.EPERM,), "fchown": (errno.EPERM,), "lgetxattr": (errno.EIO,), "fremovexattr": (errno.EPERM,),
          "realpath": (errno.EACCES,), "mkdir": (errno.EACCES,), "opendir": (errno.EMFILE,), "readdir": (errno.EIO,),
          "pthread_create": (errno.EAGAIN,), "alloc": (errno.ENOMEM,)}
CALLS = list(FAULTS) + ["unlink"]  # as the shim counts them
RIGHTS = {"fchown", "lgetxattr", "fremovexattr"}  # a new file then has fewer rights
NO_HARM = {"flock", "realpath", "pthread_create"} | RIGHTS  # dbtool succeeds without them
# Faults of other kinds.
BESIDES = ("unlink", "stdout", "vanishing", "small write", "end among threads", "taken")

PLAN = {"defaults": {"out": "{name}.bvh"},
        "jobs": [{"name": "one", "method": "dead-clamp", "limits": "limits.json",
                  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
                 {"name": "two", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 0.5}],
                  "layers": [{"joints": ["*Arm"], "clips": [{"clip": "run.bvh", "at": 0.2, "fade": 0.1}]}]}]}


SMALL = "--hidden 4 --layers 1 --iterations 2 --batch 4"
TINY = SMALL + " --window 0.1"

JOB_OUTPUTS = {"one": "one.bvh", "two": "two.bvh", "walk+run": "deep/er/out.bvh"}


# The access list of every third output, and a folder's for new files. It gives their group fewer rights than the mode.
A_LIST = rights.entries((rights.USER_OBJ, 6), (rights.USER, 6, 4001), (rights.USER, 0, 4002), (rights.GROUP_OBJ, 0),
                        (rights.GROUP, 4, 4003), (rights.MASK, 6), (rights.OTHER, 4))
OTHER_OWNER, OTHER_GROUP = 4005, 4004  # of every third output, if the tests run as root


class Command:
    """A command line, the files that it writes, and the files and folders that its messages may name."""

    def __init__(self, name, line, outputs=(), stdin=None, appends=(), folders=(), lists=(),
                 links=None, kept_blocks=0, needs=(), first_rights=0, inherits=False):
        self.name, self.line, self.outputs = name, line.split(), list(outputs)
        self.stdin, self.appends, self.folders = stdin, list(appends), list(folders)
        self.lists = list(lists)  # more names of messages
        self.kept_blocks = kept_blocks  # blocks that libc does not free: stdout's buffer, threads, the time zone, the environment
        self.links = links or {}  # outputs that are links: {link: target}
        self.needs = set(needs)  # calls of NO_HARM without which it fails
        self.first_rights = first_rights  # of the first output, see Place.give_rights
        self.inherits = inherits  # an access list for new files, from the folder
        self.is_batch = self.line[0] == "batch"
        self.runs_no_job = "--validate" in self.line

    def temporaries(self):
        """The names of the temporary files of the outputs."""
        return {os.path.join(os.path.dirname(name), ".%s.dbtool-tmp" % os.path.basename(name))
                for name in [self.links.get(name, name) for name in self.outputs]}


COMMANDS = [
    Command("blend", "blend -q walk.bvh run.bvh --at 1 -m dead-halflife -o out.bvh --metrics out.csv --extrapolation e.bvh "
            "--sync --fail-if ang_vel_jump_deg_s>0 --gate-report gate.md", ["out.bvh", "out.csv", "e.bvh", "gate.md"]),
    Command("blend-dash", "blend -q - run.bvh --at 1 -m dead-clamp --limits limits.json", stdin="walk.bvh"),
    Command("batch", "batch -q -j 1 plan.json --metrics out.csv --journal journal --fail-if ang_vel_jump_deg_s>0",
            ["one.bvh", "two.bvh", "out.csv"], appends=["journal"]),
    Command("batch-resume", "batch -q -j 1 plan.json --metrics out.csv --journal journal --resume "
            "--fail-if ang_vel_jump_deg_s>0",
            ["one.bvh", "two.bvh", "out.csv"], appends=["journal"]),
    Command("batch-threads", "batch -q -j 2 plan.json --journal journal", ["one.bvh", "two.bvh"],
            appends=["journal"]),
    Command("batch-crowd", "batch -q -j 4 crowd.json", ["crowd%d.bvh" % i for i in range(12)]),
    Command("batch-preflight", "batch -q -j 1 --preflight full --memory 0 --validate plan.json"),
    Command("batch-folders", "batch -q -j 1 - ", ["deep/er/out.bvh"], stdin="folders.json",
            folders=["deep", "deep/er"]),
    Command("blend-best", "blend -q walk.bvh run.bvh --at best:1..1.1 --from best -o out.bvh", ["out.bvh"],
            kept_blocks=1),
    Command("blend-auto", "blend -q walk.bvh run.bvh walk.bvh --at 0.9,1 -m auto --candidates dead-two-sided,crossfade "
            "-o out.bvh", ["out.bvh"]),
    Command("suggest", "suggest -q -j 1 walk.bvh run.bvh - --per-pair 2 --memory 0 --up auto -o list.txt", ["list.txt"],
            stdin="blended.bvh"),
    Command("suggest-plan", "suggest -q -j 1 walk.bvh run.bvh --weight *=2 --root Hips --format plan -o olds/p.json",
            ["olds/p.json"], needs=["realpath"], lists=["olds", "."]),
    Command("suggest-page", "suggest -q -j 1 walk.bvh --top 3 --at 1..1.1 --format html -o page.html", ["page.html"]),
    Command("metrics", "metrics -q - blended.bvh --at 1 -o out.csv --sync", ["out.csv"], stdin="walk.bvh"),
    Command("metrics-clips", "metrics -q blended.bvh --at 1 --source walk.bvh --target run.bvh"),
    Command("graph", "graph -q -j 1 walk.bvh run.bvh --play 2f --below 1e9 -o graph.json", ["graph.json"]),
    Command("graph-walk", "graph -q -j 1 walk.bvh run.bvh --play 2f --below 1e9 --walk 5 -o walk.json",
            ["walk.json"]),
    Command("loop", "loop -q -j 1 walk.bvh -o out.bvh --min 2f --before 0 -t 0 --repeat 2 --metrics out.csv --sync "
            "--report out.html", ["out.bvh", "out.csv", "out.html"]),
    Command("loop-dash", "loop -q -j 2 - --min 2f --before 0 -t 1f --in-place", stdin="walk.bvh",
            kept_blocks=1),
    Command("compare", "compare -q -j 1 walk.bvh run.bvh --at 1 --methods cut,crossfade,dead-clamp --keep kept "
            "--format json --sync -o table", ["table", "kept/cut.bvh", "kept/crossfade.bvh", "kept/dead-clamp.bvh"],
            folders=["kept"]),
    Command("compare-text", "compare -q -j 1 - run.bvh --at 1 -m cut,crossfade --with blended.bvh", stdin="walk.bvh"),
    Command("report", "report -q -j 1 walk.bvh run.bvh --at 1 --methods cut,dead-clamp --with blended.bvh "
            "--context 3f --sync -o out.html", ["out.html"]),
    Command("report-best", "report -q -j 1 walk.bvh run.bvh --at best:1..1.1 --from best --methods cut --context 3f "
            "-o out.html", ["out.html"]),
    Command("report-plan", "report -q -j 1 plan.json --context 3f -o out.html", ["out.html"]),
    Command("diff", "diff old.csv new.csv", lists=["old.csv", "new.csv"], kept_blocks=1),
    Command("diff-junit", "diff -q - new.csv --format junit -o report.xml --fail-above 1", ["report.xml"],
            stdin="old.csv", kept_blocks=4),
    Command("diff-folders", "diff -q olds news --format markdown", lists=["olds", "news", "olds/a.csv", "news/a.csv"], kept_blocks=1),
    Command("diff-pattern", "diff -q olds/?.csv news/?.csv", lists=["olds/a.csv", "news/a.csv"], kept_blocks=1),
    Command("info", "info -q walk.bvh - -o info.txt", ["info.txt"], stdin="run.bvh", kept_blocks=1),
    Command("info-link", "info -q walk.bvh -o link.txt", ["link.txt"], links={"link.txt": "linked.txt"}, kept_blocks=1),
    Command("info-list", "info -q walk.bvh -o info.txt", ["info.txt"], first_rights=1, kept_blocks=1),
    Command("info-inherits", "info -q walk.bvh -o info.txt", ["info.txt"], first_rights=2, inherits=True, kept_blocks=1),
    Command("info-limits", "info -q --limits walk.bvh run.bvh -o new.json", ["new.json"]),
    Command("train", "train -q walk.bvh run.bvh -o new.safetensors -j 1 " + TINY, ["new.safetensors"],
            kept_blocks=3),
    Command("blend-learned", "blend -q walk.bvh run.bvh --at 1 -m dead-learned:model=m.safetensors -o out.bvh",
            ["out.bvh"], lists=["m.safetensors"]),
    Command("train-bridge", "train --bridge -q walk.bvh run.bvh -o new.safetensors -j 1 --holdout run.bvh " + SMALL,
            ["new.safetensors"], kept_blocks=3),
    Command("blend-bridge", "blend -q walk.bvh run.bvh --at 1 --gap 0.2 -m bridge-learned:model=bridge.safetensors "
            "-o out.bvh", ["out.bvh"], lists=["bridge.safetensors"]),
    Command("methods", "methods", kept_blocks=1),
    Command("methods-one", "methods dead-decay", kept_blocks=1),
    Command("methods-json", "methods --format json", kept_blocks=1),
    Command("methods-response", "methods dead-decay --response x0=1", kept_blocks=1),
    Command("batch-dry", "batch -n plan.json", kept_blocks=1),
    Command("help", "blend -h", kept_blocks=1),
    Command("overview", "-h", kept_blocks=1),
    Command("version", "--version", kept_blocks=1),
]


def read_report(path):
    """The shim's counts: calls, failed, live, quick, also, then one for each of CALLS."""
    n = 5 + len(CALLS)
    with open(path, "rb") as f:
        numbers = f.read()  # each a long of dbtool's
    return struct.unpack("=%d%s" % (n, "q" if len(numbers) == 8 * n else "i"), numbers)


class Result:
    def __init__(self, status, stdout, stderr, files, report):
        self.status, self.stdout, self.files = status, stdout, files
        self.stderr = stderr.decode("utf-8", "replace").splitlines()
        self.calls, self.failed, self.live, self.quick, self.also = report[:5]
        self.each = dict(zip(CALLS, report[5:]))
        self.spoiled = None  # a file whose rights or link changed


class Pipe:
    """A pipe that holds all that a run reads or writes, as files have few bytes."""

    def __init__(self, data=b""):
        self.end, self.fd = os.pipe()
        fcntl.fcntl(self.fd, F_SETPIPE_SZ, 1 << 20)
        if data:
            os.write(self.fd, data)

    def close(self):
        """Ends the bytes. Returns the end to read from."""
        os.close(self.fd)
        return self.end

    def received(self):
        with open(self.close(), "rb") as f:
            return f.read()


class Narrow:
    """A standard output for at most `room` bytes: a pipe without reader; room 0: a full device."""

    def __init__(self, room):
        self.room = room
        if room == 0:
            self.fd = os.open("/dev/full", os.O_WRONLY)
            return
        self.end, self.fd = os.pipe()
        size = fcntl.fcntl(self.fd, F_SETPIPE_SZ, 1)  # to one page
        self.room = min(room, size)
        self.filled = os.write(self.fd, bytes(size - self.room))
        os.set_blocking(self.fd, False)

    def received(self):
        os.close(self.fd)
        if self.room == 0:
            return b""
        with open(self.end, "rb") as f:
            return f.read()[self.filled:]


class Waiting:
    """A dbtool that the shim stops before its start. Each run is a copy, so that its libraries are loaded once."""

    def __init__(self, line, folder, shim):
        self.socket, end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(HANGS_AFTER)
        env = {k: v for k, v in os.environ.items() if not k.startswith("FAULT_")}
        env.update(LD_PRELOAD=shim, FAULT_SERVE=str(end.fileno()), LC_ALL="C")
        env["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0:" + env.get("ASAN_OPTIONS", "")  # the shim counts blocks
        self.process = subprocess.Popen(line, cwd=folder, env=env, pass_fds=[end.fileno()], start_new_session=True)
        end.close()

    def run(self, stdin, narrow, settings):
        """(status, standard output, standard error); stdin: bytes for a pipe, or None."""
        out, err = narrow or Pipe(), Pipe()
        given = Pipe(stdin) if stdin is not None else None
        files = [given.close() if given else os.open(os.devnull, os.O_RDONLY), out.fd, err.fd]
        message = "".join("FAULT_%s=%s\0" % (name.upper(), value) for name, value in settings.items())
        socket.send_fds(self.socket, [message.encode()], files)
        try:
            status = os.waitstatus_to_exitcode(*struct.unpack("i", self.socket.recv(4)))
        except TimeoutError:
            os.killpg(self.process.pid, signal.SIGKILL)
            status = "hang"
        os.close(files[0])
        return status, out.received(), err.received()

    def end(self):
        self.socket.close()
        self.process.wait()


class Place:
    """A folder with the inputs, in which one command runs many times."""

    def __init__(self, dbtool, shim, inputs, scratch, command):
        self.dbtool, self.shim, self.command = dbtool, shim, command
        self.folder = os.path.join(scratch, command.name)
        self.report = self.folder + ".report"
        self.waiting = {}  # by their lines
        shutil.copytree(inputs, self.folder)
        self.has_lists = self.find_lists()
        if command.name == "batch-resume":
            self.run(before=None, line=[a for a in command.line if a != "--resume"])
            self.journal = self.read("journal")
            self.first = self.read("one.bvh")
        self.inputs = {} if command.outputs else self.tree()

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        try:
            with open(self.path(name), "rb") as f:
                return f.read()
        except FileNotFoundError:
            return None

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data)

    def tree(self):
        found = set()
        for folder, folders, files in os.walk(self.folder):
            for name in folders + files:
                found.add(os.path.relpath(os.path.join(folder, name), self.folder))
        return found

    def clear(self, before):
        """Restore the outputs: with old content, or absent."""
        c = self.command
        for name in c.outputs + c.appends + list(c.links.values()) + sorted(c.temporaries()):
            if os.path.lexists(self.path(name)):
                os.remove(self.path(name))
        for name in reversed(c.folders):
            if os.path.isdir(self.path(name)):
                os.rmdir(self.path(name))
        if before:
            for name in c.folders:
                os.mkdir(self.path(name))
            for i, name in enumerate(c.outputs):
                if name in c.links:
                    os.symlink(c.links[name], self.path(name))
                self.write(name, before)
                self.give_rights(self.path(name), (i + c.first_rights) % 3)
        if c.name == "batch-resume" and hasattr(self, "journal"):
            self.write("journal", self.journal + b'{"name": "on')  # torn, to be cut off
            self.write("one.bvh", self.first)
            if os.path.exists(self.path("two.bvh")):
                os.remove(self.path("two.bvh"))  # to be made again

    def give_rights(self, path, kind):
        if rights.LIST in os.listxattr(path):  # inherited from the folder
            os.removexattr(path, rights.LIST)
        os.chmod(path, 0o640)
        if kind == 0 and os.geteuid() == 0:
            os.chown(path, OTHER_OWNER, OTHER_GROUP)
            os.chmod(path, 0o475)
        if kind == 1 and self.has_lists:
            os.setxattr(path, rights.LIST, A_LIST)

    def find_lists(self):
        """Whether the file system has access lists. If the command inherits, the folder gives one to each new file."""
        try:
            os.setxattr(self.folder, rights.DEFAULT, A_LIST)
        except OSError as e:
            print("SKIP access lists: %s" % e)
            return False
        if not self.command.inherits:
            os.removexattr(self.folder, rights.DEFAULT)
        return True

    def attributes(self, name):
        """The rights of a file, and whether it is a link, which replacing must keep; None: no file."""
        path = self.path(name)
        return (rights.Rights(path), os.path.islink(path)) if os.path.exists(path) else None

    def run(self, before, line=None, stdout=None, **settings):
        if line is None:
            self.clear(before)
        if os.path.exists(self.report):
            os.remove(self.report)
        attributes = {name: self.attributes(name) for name in self.command.outputs}
        line = (self.dbtool, *(line or self.command.line))
        if line not in self.waiting:
            self.waiting[line] = Waiting(line, self.folder, self.shim)
        data = self.read(self.command.stdin) if self.command.stdin else None
        status, written, stderr = self.waiting[line].run(data, stdout, dict(settings, report=self.report))
        if status == "hang":
            del self.waiting[line]
        names = self.command.outputs + self.command.appends
        files = {name: self.read(name) for name in names}
        report = read_report(self.report) if os.path.exists(self.report) else (0, 0, 0, 1, 0) + (0,) * len(CALLS)
        result = Result(status, written, stderr, files, report)
        for name, before in attributes.items():
            now = self.attributes(name)
            if not before or not now or now == before:
                continue
            who = rights.gains(before[0], now[0])
            allowed = before[0].list or (result.failed and settings.get("call") in RIGHTS)
            if who or now[1] != before[1] or not allowed:
                result.spoiled = "%s becomes %s, was %s; more rights for: %s" % (name, now, before, who)
        return result


def rows_without(table, names):
    return b"".join(row for row in table.splitlines(True) if row.split(b",")[0].decode() not in names)


class Checker:
    """What is wrong with a run, compared with the undisturbed one."""

    def __init__(self, place, right):
        self.place, self.right, self.command = place, right, place.command
        self.pages = {}  # of a report, by its missing jobs
        self.sums = {}  # of the outputs: size and hash

    def names(self):
        c = self.command
        files = [a for a in c.line if "." in a and not a.startswith("-")] + c.outputs + c.appends + c.folders
        return set(files + c.lists + ["walk.bvh", "run.bvh", "limits.json", "standard input", "standard output",
                                      "cannot write standard output"])

    def wrong(self, run, before, call, number, left=frozenset()):
        """left: temporary files that could not be removed."""
        if run.status == "hang":
            return "hangs"
        if not isinstance(run.status, int) or run.status < 0:
            return "dies of signal %d: %s" % (-run.status, run.stderr)
        extra = self.place.tree() - self.allowed() - left
        if extra:
            return "leaves %s" % sorted(extra)
        if run.spoiled:
            return run.spoiled
        lines = list(run.stderr)
        for line in self.right.stderr:
            if line in lines:
                lines.remove(line)
        if run.status == self.right.status and not lines:
            return self.wrong_success(run)
        if call in NO_HARM - self.command.needs and not self.command.links:
            return "status %s, though dbtool can do without the call: %s" % (run.status, lines)
        return self.wrong_failure(run, before, call, number, lines)

    def allowed(self):
        c = self.command
        return self.place.base | set(c.outputs + c.appends + c.folders + list(c.links.values()))

    def wrong_success(self, run):
        if run.stdout != self.right.stdout:
            return "succeeds with other output"
        for name in self.command.outputs:
            if run.files[name] != self.right.files[name]:
                return "succeeds with another %s" % name
        if run.stderr != self.right.stderr:
            return "succeeds, and says %s" % run.stderr
        return self.wrong_journal(run) or self.wrong_memory(run)

    def wrong_failure(self, run, before, call, number, lines):
        jobs = [re.match(r"dbtool: job '([^']*)': ", line) for line in lines]
        failed = {job.group(1) for job in jobs if job}
        several = self.command.name == "info" or len(failed) == len(lines)  # a line a file, or a job
        if len(lines) != 1 and not (several and len(lines) == 2 <= run.failed):
            return "says %d lines: %s" % (len(lines), lines)
        if run.status != (1 if failed and not self.command.runs_no_job else 2):
            return "status %s with %s" % (run.status, lines)
        for line, job in zip(lines, jobs):
            problem = self.wrong_line(line, line[job.end():] if job else line[len("dbtool: "):], call, number)
            if problem:
                return problem
        if not self.right.stdout.startswith(run.stdout) and call != "stdio":  # stdio writes on after a failure
            return "fails with other output"
        for name in self.command.outputs:
            if run.files[name] not in self.after_failure(name, before, failed):
                return "leaves another %s" % name
        return self.wrong_journal(run) or self.wrong_memory(run)

    def wrong_line(self, line, rest, call, number):
        cause = "out of memory" if call == "alloc" else os.strerror(number)
        causes = {cause}
        if self.command.name in ("diff-folders", "diff-pattern"):  # glob allocates; stat decides what is a folder
            causes |= {os.strerror({"alloc": errno.ENOMEM, "stat": errno.EISDIR}.get(call, number))}
        if call == "realpath" and call not in self.command.needs:
            causes = {"a link that cannot be followed"}
        if not line.startswith("dbtool: ") or not line.endswith(tuple(causes)):
            return "says %s, expected %s" % (line, cause)
        if call != "alloc" and rest.split(":")[0].strip("'/") not in self.names():
            return "names no file: %s" % line
        return None

    def after_failure(self, name, before, failed):
        """The allowed contents of an output after these jobs, or the whole command, failed."""
        if failed and self.command.line[0] == "report":
            return {self.page_without(failed, before)}
        if failed and name == "out.csv":
            return {rows_without(self.right.files[name], failed)}
        if failed and name not in {JOB_OUTPUTS[job] for job in failed}:
            return {self.right.files[name]}
        return {self.right.files[name], self.before(name, before)}

    def page_without(self, failed, before):
        """The report of a plan without these jobs; the old file if no job is left."""
        key = frozenset(failed)
        if key not in self.pages:
            whole = self.place.read("plan.json")
            plan = json.loads(whole)
            plan["jobs"] = [job for job in plan["jobs"] if job["name"] not in failed]
            self.place.write("plan.json", json.dumps(plan).encode())
            self.pages[key] = self.place.run(None).files["out.html"] if plan["jobs"] else None
            self.place.write("plan.json", whole)
        return self.pages[key] or before

    def before(self, name, before):
        if self.command.name == "batch-resume" and name == "one.bvh":
            return self.place.first
        return None if self.command.name == "batch-resume" and name == "two.bvh" else before

    def wrong_journal(self, run):
        """Check that each line of the journal is whole, except for a torn last one, and that the output of each job that is
        done is complete."""
        for name in self.command.appends:
            before = self.place.journal if self.command.name == "batch-resume" else b""
            if not (run.files[name] or b"").startswith(before):
                return "loses what the journal had"
            for line in (run.files[name] or b"")[len(before):].splitlines(True):
                if not line.endswith(b"\n"):
                    continue
                if line == xxh64.JOURNAL_HEADER:
                    continue
                try:
                    entry = json.loads(line)
                except ValueError:
                    return "breaks the journal: %r" % line[:80]
                if xxh64.journal_line(line[:line.rindex(b', "check"')]) != line:
                    return "gives a line of the journal a wrong check: %r" % line[-80:]
                out = entry["out"]
                if entry["status"] == "done" and run.files[out] != self.right.files[out]:
                    return "has %s as done in the journal" % out
                if entry["status"] == "done" and self.sum_of(out) != (entry["size"], entry["hash"]):
                    return "has another %s as done in the journal" % out
        return None

    def sum_of(self, out):
        if out not in self.sums:
            data = self.right.files[out]
            self.sums[out] = len(data), "%016x" % xxh64.xxh64(data)
        return self.sums[out]

    def wrong_memory(self, run):
        if not run.quick and run.live > self.right.live:
            return "loses %d blocks of memory" % (run.live - self.right.live)
        return None


class Faults:
    def __init__(self, place, is_slow):
        self.place, self.command, self.is_slow = place, place.command, is_slow
        self.passed, self.failures, self.counts = 0, [], {}
        self.step = 9 if is_slow else 1 if ALL else 3  # between the calls of vanishing() and uncleaned()
        place.base = place.tree() - set(self.command.outputs + self.command.appends)
        self.right = place.run(before=None)
        self.checker = Checker(place, self.right)
        self.sites = {} if is_slow else self.find_sites()

    def find_sites(self):
        """{site of allocations: (number of its first allocation, what the outputs were before)}"""
        path = self.place.folder + ".sites"
        sites = {}
        for before in (OLD, None):
            self.place.run(before, call="alloc", sites=path)
            with open(path, encoding="ascii") as f:
                for line in f:
                    number, site = line.split()
                    sites.setdefault(site, (int(number), before))
        return sites

    def check(self, what, problem):
        if problem:
            self.failures.append("%s: %s: %s" % (self.command.name, what, problem))
        else:
            self.passed += 1

    def everything(self):
        if self.command.name == "batch-threads":  # its threads call in any order
            for n in range(1, self.place.run(None, call="write", short=997).calls, 1 if ALL and not self.is_slow else 10):
                self.write_in_pieces(n, 0)
            return self
        if self.command.name == "batch-crowd":
            self.end_among_threads()
            return self
        again = self.place.run(before=OLD)
        self.check("undisturbed", self.checker.wrong(again, OLD, "", 0))
        self.check("undisturbed", None if self.right.status in (0, 1) and self.right.live <= self.command.kept_blocks else
                   "status %s, %d blocks of memory lost: %s" % (self.right.status, self.right.live, self.right.stderr))
        for size in (61,) if self.is_slow else (1 << 12, 61):
            run = self.place.run(before=OLD, short=size)
            self.check("%d bytes at once, interrupted" % size, self.checker.wrong(run, OLD, "short", 0)
                       or (None if run.status == self.right.status else "status %s" % run.status))
        # The number of allocations depends on how threads share work.
        self.tries = 5 if "-j 2" in " ".join(self.command.line) else 1
        made = {None: [self.right], OLD: [again]}
        for before, runs in made.items():
            runs += [self.place.run(before) for _ in range(self.tries - 1)]
        for call in FAULTS:
            self.each(call, {before: min(run.each[call] for run in runs) for before, runs in made.items()})
        self.deep_write()
        self.full_output()
        self.uncleaned()
        if not self.command.appends:
            self.vanishing()
        if self.command.name == "blend":
            self.taken()
        return self

    def taken(self):
        """Another process renames each temporary file right after dbtool makes it, and makes another file of that name. Only
        its owner may open the temporary."""
        opened = []

        def take(path):
            for _ in range(1000):
                if os.path.exists(path):
                    if os.stat(path).st_mode & 0o77:
                        opened.append(path)
                    os.rename(path, self.place.folder + ".taken")
                    self.place.write(path, b"of another")
                    self.met("taken")
                    return
                time.sleep(0.002)
        for name in sorted(self.command.temporaries()):
            other = threading.Thread(target=take, args=(self.place.path(name),))
            other.start()
            run = self.place.run(OLD, slow=200)
            other.join()
            self.check("%s is taken" % name, self.checker.wrong(run, OLD, "", 0) or
                       ("others may open it" if opened else None) or
                       (None if run.status == self.right.status else "status %s: %s" % (run.status, run.stderr)))

    def end_among_threads(self):
        """An allocation that fails ends dbtool: it removes the files that other threads are writing. The jobs are alike, and
        each is met at other moments."""
        calls = self.place.run(None, call="alloc").calls
        for n in range(calls // 2, calls, 7 if ALL and not self.is_slow else 32):
            run = self.place.run(None, call="alloc", nth=n, errno=errno.ENOMEM, slow=10)
            if run.quick:
                self.met("end among threads")
            self.check("allocation %d of %d fails among threads" % (n, calls), self.wrong_batch(run))

    def met(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def each(self, call, made):
        """made: the number of calls, by what the outputs were before. Some calls need an old output, others need none."""
        calls = max(made.values())
        self.counts[call] = calls
        # One if runs are slow.
        step = max(4, calls) if self.is_slow else 1 if ALL else 4
        chosen = [(n, OLD if n % 2 else None) for n in range(1 + COMMANDS.index(self.command) % step, calls + 1, step)]
        if call == "alloc" and not self.is_slow:
            chosen = sorted(self.sites.values(), key=lambda site: site[0])
        for n, before in chosen:
            if self.command.links:
                before = OLD
            if made[before] < n:
                before = None if before else OLD
            if made[before] < n:
                continue
            run = None
            for keep in (0, 1) if ALL or call == "alloc" else (n // step % 2,):
                if keep and run and self.tries == 1 and run.calls == n:
                    break  # no later call could have failed
                if keep and call == "alloc" and n % 4:
                    break  # the later allocations are few, and mostly the same
                number = FAULTS[call][(n + keep) % len(FAULTS[call])]
                run = self.place.run(before, call=call, nth=n, errno=number, keep=keep)
                what = "%s %d of %d%s fails (%s)" % (call, n, calls, " and all after" * keep, errno.errorcode[number])
                if not run.failed:
                    self.check(what, "it was not made")
                    continue
                if keep and self.command.is_batch:
                    self.check(what, self.wrong_batch(run))
                else:
                    self.check(what, self.checker.wrong(run, before, call, number))
                if self.command.appends and (call != "alloc" or n % 16 == 0):
                    self.check(what + ", then resumed", self.wrong_resumed())

    def vanishing(self):
        """An input is removed or truncated before each call that uses it."""
        inputs = set(self.place.base) & {"walk.bvh", "run.bvh", "m.safetensors", "old.csv", "new.csv", "plan.json", "limits.json"}
        inputs = sorted(name for name in inputs if name in " ".join(self.command.line))
        for name in inputs:
            data, age = self.place.read(name), os.stat(self.place.path(name)).st_mtime_ns
            for call in ("open", "fstat", "read"):
                for n in range(1, self.counts[call] + 1, self.step):
                    for way in ("unlink", "truncate") if ALL else ("unlink",) if n % 2 else ("truncate",):
                        run = self.place.run(OLD, call=call, nth=n, **{way: name})
                        if not run.failed:
                            continue
                        self.met("vanishing")
                        self.place.write(name, data)
                        os.utime(self.place.path(name), ns=(age, age))
                        self.check("%s before %s %d: %s" % (way, call, n, name), self.wrong_vanished(run, name))

    def wrong_vanished(self, run, name):
        """The run must have read the input before, or name it in its message."""
        if run.status == self.right.status and run.stderr == self.right.stderr:
            return self.checker.wrong_success(run)
        lines = [line for line in run.stderr if line not in self.right.stderr]
        named = re.compile(r"dbtool: (job '[^']*': )?%s:" % re.escape("standard input" if self.command.stdin == name
                                                                       else name))
        if run.status not in (1, 2) or not lines or not all(named.match(line) for line in lines):
            return "status %s: %s" % (run.status, run.stderr)
        extra = self.place.tree() - self.checker.allowed() - {name}
        if extra:
            return "leaves %s" % sorted(extra)
        for out in self.command.outputs:
            if not self.command.is_batch and run.files[out] not in (self.right.files[out], OLD):
                return "leaves another %s" % out
        return None

    def deep_write(self):
        """The disk is full in the middle of an output that is written in small pieces."""
        chosen = {2}
        if not self.is_slow:
            calls = self.place.run(before=None, call="write", short=997).calls
            chosen = {2, calls // 4, calls // 2, calls * 3 // 4, calls - 1} & set(range(1, calls + 1))
        for n in sorted(chosen):
            self.write_in_pieces(n, 1)

    def full_output(self):
        """Standard output takes no or not all bytes. The shim cannot make writes by stdio fail."""
        size = len(self.right.stdout)
        call = "write" if self.counts["write"] else "stdio"
        rooms = {size // 2} if self.is_slow else {0, size // 2, size - 1}
        for room in sorted(rooms) if size > 1 else ():
            narrow = Narrow(room)
            run = self.place.run(OLD, stdout=narrow)
            self.met("stdout")
            what = "standard output has room for %d of %d bytes" % (narrow.room, size)
            problem = self.checker.wrong(run, OLD, call, errno.EAGAIN if room else errno.ENOSPC)
            self.check(what, problem or ("succeeds" if run.status == self.right.status else None))

    def uncleaned(self):
        """A call fails, and then the temporary file cannot be removed: the message names the first failure, and another run
        removes the file."""
        left = frozenset(self.command.temporaries())
        for call, number in (("ftruncate", errno.EIO), ("fchmod", errno.EPERM), ("write", errno.ENOSPC),
                             ("close", errno.EDQUOT), ("rename", errno.EACCES)):
            for n in range(1, self.counts[call] + 1, self.step):
                run = self.place.run(OLD, call=call, nth=n, errno=number, also="unlink")
                if not run.also:
                    continue
                self.met("unlink")
                what = "%s %d fails (%s), then unlink" % (call, n, errno.errorcode[number])
                self.check(what, self.checker.wrong(run, OLD, call, number, left))
                if self.command.appends:
                    problem = self.wrong_resumed()
                else:
                    again = self.place.run(None, line=self.command.line)
                    problem = (self.checker.wrong(again, OLD, "", 0) or
                               (None if again.status == self.right.status else "status %s" % again.status))
                remains = left & self.place.tree()
                self.check(what + ", then again", problem or ("leaves %s" % sorted(remains) if remains else None))

    def write_in_pieces(self, n, keep):
        run = self.place.run(OLD, call="write", nth=n, errno=errno.ENOSPC, short=997, keep=keep)
        self.counts["small write"] = self.counts.get("small write", 0) + run.failed
        what = "write %d in small pieces fails" % n
        self.check(what, self.wrong_batch(run) if self.command.is_batch else
                   self.checker.wrong(run, OLD, "write", errno.ENOSPC))
        if self.command.appends:
            self.check(what + ", then resumed", self.wrong_resumed())

    def wrong_batch(self, run):
        """Check a run in which several jobs may fail."""
        if run.status == self.right.status and run.stderr == self.right.stderr:
            return self.checker.wrong_success(run)
        if run.status not in (1, 2):
            return "status %s: %s" % (run.status, run.stderr)
        lines = [line for line in run.stderr if line not in self.right.stderr]
        if not lines or not all(line.startswith("dbtool: ") for line in lines):
            return "says %s" % run.stderr
        extra = self.place.tree() - self.checker.allowed()
        if extra:
            return "leaves %s" % sorted(extra)
        if run.spoiled:
            return run.spoiled
        for name in self.command.outputs:
            known = {self.right.files[name], OLD, None}
            known.add(self.checker.before(name, None))
            if name == "out.csv":
                known |= {rows_without(self.right.files[name], names)
                          for names in ({"one"}, {"two"}, {"one", "two"})}
            if run.files[name] not in known:
                return "leaves another %s" % name
        return self.checker.wrong_journal(run) or self.checker.wrong_memory(run)

    def wrong_resumed(self):
        line = self.command.line + ["--resume"] * ("--resume" not in self.command.line)
        run = self.place.run(None, line=line)
        if run.status != self.right.status or run.stderr != self.right.stderr:
            return "status %s: %s" % (run.status, run.stderr)
        return self.checker.wrong_success(run)


def make_inputs(dbtool, folder):
    os.mkdir(folder)
    for name in ("walk", "run"):  # every sixth frame: a clip's length changes no call
        with open(os.path.join(CLIPS, "ok_%s.bvh" % name), encoding="ascii") as f:
            lines = f.read().splitlines(True)
        first = lines.index("MOTION\n") + 3
        kept = lines[first::6]
        with open(os.path.join(folder, name + ".bvh"), "w", encoding="ascii") as f:
            f.writelines(lines[:first - 2] + ["Frames: %d\n" % len(kept), "Frame Time: 0.1\n"] + kept)
    with open(os.path.join(folder, "plan.json"), "w", encoding="utf-8") as f:
        json.dump(PLAN, f, indent=1)
    with open(os.path.join(folder, "folders.json"), "w", encoding="utf-8") as f:
        json.dump([{"out": "deep/er/out.bvh", "cuts": PLAN["jobs"][0]["cuts"]}], f)
    with open(os.path.join(folder, "crowd.json"), "w", encoding="utf-8") as f:
        json.dump([{"name": "crowd%d" % i, "out": "{name}.bvh", "until": 1.1, "cuts": PLAN["jobs"][0]["cuts"]}
                   for i in range(12)], f)
    for line in ("train -q walk.bvh run.bvh -o m.safetensors -j 1 " + TINY,
                 "train --bridge -q walk.bvh run.bvh -o bridge.safetensors -j 1 " + SMALL,
                 "info --limits walk.bvh run.bvh -o limits.json",
                 "blend -q walk.bvh run.bvh --at 1 -o blended.bvh --metrics old.csv --name same",
                 "blend -q walk.bvh run.bvh --at 1 -m cut --name same --metrics new.csv -o /dev/null"):
        subprocess.run([dbtool] + line.split(), cwd=folder, check=True, stderr=subprocess.DEVNULL)
    for name in ("old", "new"):
        os.mkdir(os.path.join(folder, name + "s"))
        shutil.copy(os.path.join(folder, name + ".csv"), os.path.join(folder, name + "s", "a.csv"))


def main():
    dbtool, shim = (os.path.abspath(path) for path in sys.argv[1:3])
    with open(dbtool, "rb") as f:
        is_slow = b"__asan_init" in f.read()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    memory = "/dev/shm"  # where fsync takes no time
    chosen = [c for c in COMMANDS if len(sys.argv) < 4 or c.name in sys.argv[3:]]
    if b"built without" in subprocess.run([dbtool, "report", "x.bvh"], stderr=subprocess.PIPE, check=False).stderr:
        print("SKIP report: dbtool was built without Chart.js")
        chosen = [c for c in chosen if c.line[0] != "report"]
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as scratch:
        inputs = os.path.join(scratch, "inputs")
        make_inputs(dbtool, inputs)
        with ThreadPoolExecutor(2) as pool:
            every = list(pool.map(lambda c: Faults(Place(dbtool, shim, inputs, scratch, c), is_slow), chosen))
            met = set()
            for faults in every:
                faults.sites = {site: call for site, call in faults.sites.items() if site not in met}
                met |= set(faults.sites)
            done = list(pool.map(Faults.everything, every))
        for waiting in (waiting for faults in done for waiting in faults.place.waiting.values()):
            waiting.end()
    for faults in done:
        made = ", ".join("%s %d" % item for item in faults.counts.items() if item[1])
        print("%-16s %5d passed: %s" % (faults.command.name, faults.passed, made))
    failures = [line for faults in done for line in faults.failures]
    made = {call: sum(faults.counts.get(call, 0) for faults in done)
            for call in list(FAULTS) + list(BESIDES)}
    print("in all: " + ", ".join("%s %d" % item for item in made.items()))
    if len(sys.argv) < 4:
        failures += ["no command: %s is never met" % call for call, n in made.items() if n == 0]
    for line in failures:
        print("FAILED " + line)
    print("%d passed, %d failed" % (sum(f.passed for f in done), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
