"""mutants.py [FILE | --first N | --stale]: count how many wrong lines the tests notice.

Puts each mutant of mutants.txt, of FILE, or the first N of them into a copy of the tree, builds it, and runs the tests
until one fails: those of its folder and those that speak of the same things first. Lists the mutants that no test notices: each needs a test. Fails if fewer
than 95 % are noticed. Takes an hour or more, so .ci/run tries only the first.

With --stale it only lists the mutants whose line is no longer in the sources, and fails if there is one.
"""
import glob
import math
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
WORK = os.path.join(TOP, "build", "mutants")
SECONDS = 900  # for a step; a mutant may loop for ever
LEAST = 0.95
N_LIKELY = 20

# After the programs in C: the quickest scripts first.
SCRIPTS = ["golden", "cli", "batch", "dialects", "locale", "power", "swaps", "writers", "memory", "faults", "hostile"]
EXTRA = {"dialects": ["make_clips", "make_dialects"], "power": ["fault_shim.so"], "swaps": ["fault_shim.so"], "faults": ["fault_shim.so"]}


def read_mutants(chosen):
    with open(os.path.join(HERE, "mutants.txt"), encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
    return [line for line in lines if not chosen or line[0] == chosen]


def run(tree, *command):
    """Whether the command succeeded in time."""
    try:
        return subprocess.run(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=SECONDS, check=False,
                              env=dict(os.environ, FAIL_FAST="1")).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def make_tree(number):
    tree = os.path.join(WORK, str(number))
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(os.path.join(tree, "build"))
    files = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, stdout=subprocess.PIPE, check=True).stdout.decode()
    for name in files.split("\0")[:-1]:
        os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
        shutil.copy2(os.path.join(TOP, name), os.path.join(tree, name))
    for name in glob.glob(os.path.join(TOP, "build", "*.*")):  # what is built already
        shutil.copy2(name, os.path.join(tree, "build"))
    for name in ("src", "tests"):
        if os.path.isdir(os.path.join(TOP, "build", name)):
            shutil.copytree(os.path.join(TOP, "build", name), os.path.join(tree, "build", name))
    if not build(tree):
        sys.exit("mutants: the tree does not build")
    return tree


def build(tree):
    return run(tree, "make", "-j2", "all-tests")


def programs(tree, folder):
    """The tests in C, those of src/FOLDER first."""
    found = []
    for at, _, names in os.walk(os.path.join(tree, "tests")):
        found += [(os.path.basename(at) != folder, name[:-2]) for name in names
                  if name.startswith(("test_", "prop_")) and name.endswith(".c")]
    return [os.path.join("build", "tests", name) for _, name in sorted(found)]


def likely_cases(tree, text):
    """The cases of tests/cli that share most words with the text. A word counts by how few cases have it, and in a
    long case for less."""
    def words(of):
        return set(re.findall("[a-z]{3,}", of.lower()))

    cases = {}
    for path in glob.glob(os.path.join(tree, "tests", "cli", "*", "*.sh")):
        name = os.path.relpath(path, os.path.join(tree, "tests", "cli"))[:-3]
        with open(path, encoding="utf-8", errors="replace") as f:
            cases[name] = words(name + f.read())

    def weight(word):
        n_having = sum(word in having for having in cases.values())
        return math.log(len(cases) / n_having) if n_having else 0

    weights = {word: weight(word) for word in words(text)}

    def likeness(name):
        return sum(weights[word] for word in cases[name] & weights.keys()) / math.sqrt(len(cases[name]))

    return sorted(cases, key=likeness, reverse=True)[:N_LIKELY]


def killer(tree, mutant):
    """The test that fails first, or None."""
    name, _, _, holds = mutant
    for program in programs(tree, name.split("/")[1]):
        if not run(tree, program):
            return os.path.basename(program)
    for case in likely_cases(tree, name + " " + holds):
        if not run(tree, "bash", "tests/test_cli.sh", "build/dbtool", case):
            return case
    for name in SCRIPTS:
        script = os.path.join("tests", "test_%s.sh" % name)
        more = [os.path.join("build", "tests", extra) for extra in EXTRA.get(name, [])]
        if not run(tree, "bash", script, "build/dbtool", *more):
            return os.path.basename(script)
    if not run(tree, "python3", "tests/oracle.py", "matrix", "--dbtool", "build/dbtool", "--clips", "testdata/bvh"):
        return "oracle.py"
    return None


def try_mutant(tree, mutant):
    name, old, new, _ = mutant
    path = os.path.join(tree, name)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if text.count(old) != 1:
        return "STALE"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(old, new))
    found = killer(tree, mutant) if build(tree) else "NOT BUILT"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return found


def list_stale():
    stale = 0
    for name, old, _, _ in read_mutants(None):
        with open(os.path.join(TOP, name), encoding="utf-8") as f:
            if f.read().count(old) != 1:
                print("stale: %s: %s" % (name, old))
                stale += 1
    return stale > 0


def main():
    if sys.argv[1:] == ["--stale"]:
        return list_stale()
    if sys.argv[1:2] == ["--first"]:
        mutants = read_mutants(None)[:int(sys.argv[2])]
    else:
        mutants = read_mutants(sys.argv[1] if len(sys.argv) > 1 else None)
    trees = Queue()
    for number in range(min(len(os.sched_getaffinity(0)), len(mutants))):
        trees.put(make_tree(number))
    begun = time.monotonic()

    def one(mutant):
        tree = trees.get()
        found = try_mutant(tree, mutant)
        trees.put(tree)
        print("%-24s %s: %s" % (found or "LIVES", mutant[0], mutant[3]), flush=True)
        return found

    with ThreadPoolExecutor(trees.qsize()) as pool:
        results = list(pool.map(one, mutants))
    died = sum(r not in (None, "STALE", "NOT BUILT") for r in results)
    for mutant, result in zip(mutants, results):
        if result in (None, "STALE", "NOT BUILT"):
            print("%s: %s\n    - %s\n    + %s" % (result or "lives", mutant[0], mutant[1], mutant[2]))
    print("%d of %d mutants die, %d s" % (died, len(mutants), time.monotonic() - begun))
    return 0 if died >= LEAST * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
