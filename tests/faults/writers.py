"""writers.py DBTOOL: other processes write to a clip while dbtool uses it.

- A writer replaces one version of a clip by another and back, up to ten times a millisecond: in place, after truncating
  the file, or by a rename. Each output must be made from one of the two versions, or the command must fail and make none.
- A clip is saved while a batch runs: the jobs that use it fail from then on, and the others are made.

The clips are in memory and on a disk.
"""
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time

HEAD = """HIERARCHY
ROOT Point
{
    OFFSET 0 0 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    End Site
    {
        OFFSET 0 1 0
    }
}
MOTION
Frames: %d
Frame Time: 0.01
"""
FRAMES = 1500
RUNS = 16
TRIES = 30


def clip(numbers):
    """A clip of one joint; all values of a frame are its number."""
    return ((HEAD % len(numbers)) + "".join(6 * ("%d.000000 " % n) + "\n" for n in numbers)).encode()


WHOLE = clip([1] * FRAMES), clip([2] * FRAMES)


# ---- writers: each writes a version over the other ----

def writing(path):
    fd = os.open(path, os.O_WRONLY)
    return lambda version: os.pwrite(fd, version, 0)


def reopening(path):
    def write(version):
        fd = os.open(path, os.O_WRONLY)
        os.pwrite(fd, version, 0)
        os.close(fd)
    return write


def saving(path):
    def write(version):
        with open(path, "wb") as f:
            f.write(version)
    return write


def renaming(path):
    def write(version):
        saving(path + ".new")(version)
        os.rename(path + ".new", path)
    return write


def go_on_writing(writer, path, versions, count):
    """Pauses after each version. Otherwise a busy machine would stop it within one, and a mixture would not change for a
    whole run, which no reader can notice."""
    write = writer(path)
    while True:
        for version in versions:
            write(version)
            time.sleep(0.0001)
        count.value += 1


class Tests:
    def __init__(self):
        self.passed, self.failures = 0, []

    def check(self, what, problem):
        if problem:
            self.failures.append("%s: %s" % (what, problem))
        else:
            self.passed += 1


def blend(dbtool, path, out):
    """Blends the clip with itself, so that the output has every value of the clip; returns (status, message)."""
    done = subprocess.run(dbtool + ["blend", "-q", path, path, "--at", "5", "-m", "cut", "-o", out], check=False,
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.returncode, done.stderr.decode()


def content(path):
    with open(path, "rb") as f:
        return f.read()


def check_writer(tests, dbtool, folder, writer, versions, name):
    path, out = os.path.join(folder, "clip.bvh"), os.path.join(folder, "made", "out.bvh")
    right = []
    for version in versions:
        with open(path, "wb") as f:
            f.write(version)
        blend(dbtool, path, out)
        right.append(content(out))
        os.remove(out)
    count = multiprocessing.Value("L", 0, lock=False)
    process = multiprocessing.Process(target=go_on_writing, args=(writer, path, versions, count), daemon=True)
    process.start()
    while count.value == 0 and process.is_alive():
        time.sleep(0.001)
    succeeded = mixed = 0
    problem = None if right[0] != right[1] else "both versions make the same output"
    runs = 0
    while process.is_alive() and not problem and (runs < RUNS or count.value < 2):
        runs += 1
        if os.path.exists(out):
            os.remove(out)
        status, message = blend(dbtool, path, out)
        if status == 0:
            succeeded += 1
            mixed += content(out) not in right
        elif status != 2 or not message.startswith("dbtool: " + path + ":"):
            problem = "status %s: %s" % (status, message)
        elif os.path.exists(out):
            problem = "fails and leaves an output"
    if not process.is_alive():
        problem = "the writer has ended"
    process.kill()
    process.join()
    print("%-50s %2d of %d made, written %d times" % (name, succeeded, runs, 2 * count.value))
    tests.check(name, problem or ("%d outputs of neither version" % mixed if mixed else None))


def check_batch(tests, dbtool, folder, options):
    """Save a clip that every other job uses, while the batch runs."""
    n_jobs = 160
    paths = [os.path.join(folder, name) for name in ("saved.bvh", "other.bvh")]
    out = os.path.join(folder, "made", "%d.bvh")
    jobs = [{"name": str(i), "out": out % i, "method": "cut",
             "cuts": [{"clip": paths[i % 2]}, {"clip": paths[1], "at": 5 + i / 100}]} for i in range(n_jobs)]
    plan = os.path.join(folder, "plan.json")
    with open(plan, "w", encoding="utf-8") as f:
        json.dump(jobs, f)
    for path in paths:
        with open(path, "wb") as f:
            f.write(WHOLE[0])
    line = dbtool + ["batch", "-q", plan] + options
    subprocess.run(line, check=True)
    right = [content(out % i) for i in range(n_jobs)]
    for i in range(n_jobs):
        os.remove(out % i)
    for _ in range(TRIES):  # on a busy machine the last job may be done before the clip is saved
        batch = subprocess.Popen(line, stderr=subprocess.PIPE)
        while not os.path.exists(out % 8) and batch.poll() is None:
            time.sleep(0.0005)
        with open(paths[0], "wb") as f:  # as cp does
            f.write(WHOLE[1])
        message = batch.communicate()[1].decode()
        there = [os.path.exists(out % i) for i in range(n_jobs)]
        if batch.returncode != 0 or not all(there) or [content(out % i) for i in range(n_jobs)] != right:
            break
        for i in range(n_jobs):
            os.remove(out % i)
        with open(paths[0], "wb") as f:
            f.write(WHOLE[0])
    users = there[0::2]
    problem = None
    if batch.returncode != 1:
        problem = "status %s: %s" % (batch.returncode, message[-300:])
    elif not all(there[1::2]):
        problem = "%d jobs that do not use the clip are not made" % there[1::2].count(False)
    elif any(content(out % i) != right[i] for i in range(n_jobs) if there[i]):
        problem = "an output is not that of the version before"
    elif "1" in options and any(users[users.index(False):]):
        problem = "a job that uses the clip is made after another failed"
    tests.check("batch %s" % " ".join(options), problem)
    for i in range(n_jobs):
        if there[i]:
            os.remove(out % i)


def main():
    program = os.path.abspath(sys.argv[1])
    tests = Tests()
    for place in sorted({tempfile.gettempdir()} | ({"/dev/shm"} if os.access("/dev/shm", os.W_OK) else set())):
        with tempfile.TemporaryDirectory(dir=place) as folder:
            os.mkdir(os.path.join(folder, "made"))
            # A write to a disk may go on after it set the time stamp, which nobody can notice: in-place
            # writers write to memory.
            for writer in (saving, renaming) + ((writing, reopening) if place == "/dev/shm" else ()):
                check_writer(tests, [program], folder, writer, WHOLE, "%s: %s" % (place, writer.__name__))
            for options in (["-j", "1"], ["-j", "2"], ["-j", "2", "--memory", "0"]):
                for _ in range(3):
                    check_batch(tests, [program], folder, options)
    for line in tests.failures:
        print("FAILED " + line)
    print("%d passed, %d failed" % (tests.passed, len(tests.failures)))
    return 1 if tests.failures else 0


if __name__ == "__main__":
    sys.exit(main())
