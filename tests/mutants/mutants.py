"""mutants.py [--n N] [--seed S] [FOLDER|FILE ...]: count how many wrong lines the tests notice.

Draws N (40) lines of src, or of those folders and files of it, and puts one mistake into each: another comparison, another
sign, a constant that is off by one, a condition turned around, a statement left out. Each mutant is built in a copy of the
tree, and the tests of `make check` run until one fails: those of its folder and those that speak of the same things first.
Lists the mutants that no test notices: each needs a test, or is the same program. Fails if fewer than 80 % are noticed, as
some of the lines that are drawn only make dbtool faster. The same seed and sources draw the same mutants.
"""
import argparse
import glob
import math
import os
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
WORK = os.path.join(TOP, "build", "mutants")
SECONDS = 1800  # for a step; a mutant may loop for ever
LEAST = 0.8
N_LIKELY = 20
# Whatever make, or which jobs, this runs in: what it runs is not of them.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "JOBS_DIR", "THOROUGH", "CI")}
ENVIRONMENT.update(FAIL_FAST="1", JOBS_STOP="yes")

# Each mistake: what it replaces, and by what.
MISTAKES = [(r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "),
            (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" \+= ", " -= "),
            (r"\+\+;", "--;"), (r"\b1\b", "2"), (r"\b0\b", "1"), (r"\b0\.5\b", "0.6"), (r"\btrue\b", "false"),
            (r"\bfalse\b", "true"), (r"\bif \((?!!)([^()]*)\)", r"if (!(\1))"), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
            (r"^(\s+)(?!return|break|continue|goto|case)([\w>.\[\]-]+ [+*/-]?= [^;{}]*|[\w>.-]+\([^;{}]*\));$", r"\1;")]


def draw(n, seed, chosen):
    """n mutants: file, number of the line, the line and the wrong one."""
    files = subprocess.run(["git", "ls-files", "src/*.c"], cwd=TOP, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    files = [f for f in files if "manual_tables" not in f and not f.endswith("_windows.c")]
    files = [f for f in files if not chosen or any(f == c or f.startswith(c.rstrip("/") + "/") for c in chosen)]
    candidates = []
    for name in files:
        with open(os.path.join(TOP, name), encoding="utf-8") as f:
            lines = f.read().split("\n")
        for k, line in enumerate(lines):
            if not line.startswith(" ") or line.lstrip().startswith(("*", "/*", "#", "\"", "static const", "{ ")):
                continue
            code = line.split("/*")[0].rstrip()
            for old, new in MISTAKES:
                for m in re.finditer(old, code):
                    wrong = code[:m.start()] + m.expand(new) + code[m.end():]
                    candidates.append((name, k, line, wrong))
    rng = random.Random(seed)
    return rng.sample(candidates, min(n, len(candidates)))


def run(tree, *command):
    """Whether the command succeeded in time."""
    try:
        return subprocess.run(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=SECONDS, check=False,
                              env=ENVIRONMENT).returncode == 0
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
    if not build(tree, "all-tests"):
        sys.exit("mutants: the tree does not build")
    return tree


def build(tree, *targets):
    return run(tree, "make", "-j2", *targets)


def programs(tree, folder):
    """The tests in C of src/FOLDER."""
    found = sorted(glob.glob(os.path.join(tree, "tests", folder, "test_*.c")) + glob.glob(os.path.join(tree, "tests", folder, "prop_*.c")))
    return [os.path.join("build", "tests", os.path.basename(path)[:-2]) for path in found]


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
    name, _, line, _ = mutant
    for program in programs(tree, name.split("/")[1]):
        if not build(tree, program) or not run(tree, program):
            return os.path.basename(program)
    for case in likely_cases(tree, name + " " + line):
        if not run(tree, "bash", "tests/test_cli.sh", "build/dbtool", case):
            return case
    if not run(tree, "make", "check"):
        failed = [path for path in glob.glob(os.path.join(tree, "build", "check", "*.result"))
                  if " 0 failed" not in open(path, encoding="utf-8", errors="replace").readline()]
        return os.path.basename(failed[0])[:-len(".result")] if failed else "make check"
    return None


def try_mutant(tree, mutant):
    name, k, _, wrong = mutant
    path = os.path.join(tree, name)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = text.split("\n")
    lines[k] = wrong
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines))
    found = killer(tree, mutant) if build(tree, "build/dbtool") else "NOT BUILT"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return found


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--n", type=int, default=40)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("chosen", nargs="*")
    a = ap.parse_args()
    mutants = draw(a.n, a.seed, a.chosen)
    if not mutants:
        sys.exit("mutants: no line of these files can be changed")
    trees = Queue()
    for number in range(min(len(os.sched_getaffinity(0)), len(mutants))):
        trees.put(make_tree(number))

    def one(mutant):
        tree = trees.get()
        found = try_mutant(tree, mutant)
        trees.put(tree)
        print("%-24s %s:%d: %s" % (found or "LIVES", mutant[0], mutant[1] + 1, mutant[3].strip()), flush=True)
        return found

    with ThreadPoolExecutor(trees.qsize()) as pool:
        results = list(pool.map(one, mutants))
    for mutant, result in zip(mutants, results):
        if result is None:
            print("lives: %s:%d\n    - %s\n    + %s" % (mutant[0], mutant[1] + 1, mutant[2].strip(), mutant[3].strip()))
    built = [r for r in results if r != "NOT BUILT"]
    died = sum(r is not None for r in built)
    print("%d of %d mutants die" % (died, len(built)))
    return 0 if died >= LEAST * len(built) else 1


if __name__ == "__main__":
    sys.exit(main())
