"""journal_mutations.py DBTOOL [N]: resume a batch N times (160), each with one to three wrong bytes in its journal.

Each run must give the same CSV, outputs and messages as the undisturbed run. Or it must be refused with one line that
names the journal.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

CLIPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "testdata", "bvh")
JOBS = 4
GATE = ["--fail-if", "ang_vel_jump_deg_s>1"]


def read(name):
    with open(name, "rb") as f:
        return f.read()


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)


def batch(dbtool, options):
    """Run the batch: status, messages, CSV and outputs."""
    if os.path.exists("out.csv"):
        os.remove("out.csv")
    done = subprocess.run([dbtool, "batch", "-q", "-j1", "plan.json", "--metrics", "out.csv",
                           "--journal", "journal"] + options, capture_output=True, check=False)
    files = [read(name) if os.path.exists(name) else None
             for name in ["out.csv"] + ["%d.bvh" % i for i in range(JOBS)]]
    return done.returncode, done.stderr, files


def mutate(data, random_):
    data = bytearray(data)
    for _ in range(random_.randint(1, 3)):
        at = random_.randrange(len(data))
        way = random_.randrange(4)
        if way == 0:
            data[at] = random_.randrange(256)
        elif way == 1:  # any byte becomes a digit
            data[at] = random_.choice(b"0123456789")
        elif way == 2:
            data[at] ^= 1 << random_.randrange(8)
        else:  # a digit becomes another digit
            digits = [i for i, byte in enumerate(data) if byte in b"0123456789"]
            data[random_.choice(digits)] = random_.choice(b"0123456789")
    return bytes(data)


def wrong(run, right):
    if run[0] == 2:
        lines = run[1].splitlines()
        good = len(lines) == 1 and lines[0].startswith(b"dbtool: journal:")
        return None if good else "is refused with %s" % lines
    if run[0] != right[0]:
        return "ends with %d" % run[0]
    if run[1] != right[1]:
        return "says %s" % run[1].splitlines()[:2]
    return None if run[2] == right[2] else "makes another CSV or output"


def main():
    dbtool, n = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 160
    random_, failed, refused = random.Random(7), 0, 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # each job is synced to the disk
    with tempfile.TemporaryDirectory(dir=memory) as scratch:
        os.chdir(scratch)
        for name in ("walk", "run"):
            shutil.copy(os.path.join(CLIPS, "ok_%s.bvh" % name), name + ".bvh")
        write("plan.json", b"".join(
            b'{"name": "%d", "out": "%d.bvh", "cuts": [{"clip": "walk.bvh"}, '
            b'{"clip": "run.bvh", "at": 0.%d}], "until": "1.1s"}\n' % (i, i, i + 2) for i in range(JOBS)))
        right = batch(dbtool, []), batch(dbtool, ["--resume"] + GATE)
        journal = read("journal")
        if right[0][0] != 0 or right[1][0] != 1:
            sys.exit("the undisturbed batch ends with %d and %d: %s" % (right[0][0], right[1][0], right[0][1]))
        for i in range(n):
            write("journal", mutate(journal, random_))
            run = batch(dbtool, ["--resume"] + GATE * (i % 2))
            problem = wrong(run, right[i % 2])
            refused += run[0] == 2
            if problem:
                failed += 1
                print("change %d: %s" % (i, problem))
    print("%d of %d changes lead to other results, %d are refused" % (failed, n, refused))
    sys.exit(failed > 0)


main()
