"""score.py: compare `-m auto` with the methods of engines. `make score` runs it.

    score.py --dbtool build/dbtool --corpus DIR [--pairs 1000] [--seed 1] [--jobs N] [--rigs]

A pair is two clips of one skeleton with a random cut, at least 0.5 s from the clips' ends. `compare` measures the
methods there, and once more at the best cut (`--at best --from best`). A table has for each method the percentage of
seamless cuts (`seam_ratio` at most 1.5), medians, and of `skate_u` also the 90th percentile. Then come the claims of
tests/README.md. All values are of the row `*`. With --rigs the clips of a pair have different rigs, drawn uniformly, and
the second clip is fitted to the rig of the first. Clips with equal joint names have one rig.
"""
import argparse
import csv
import io
import os
import random
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FREE = "auto:plant=false"
RIVAL = "dead-halflife:blend_time=0.2"
METHODS = ["auto", FREE, RIVAL, "crossfade:blend_time=0.25", "cut"]
PRESETS = ["unreal", "unreal-5.5", "unreal-inertialization"]
RULE = ["seam_ratio", "displacement_u_s"]  # of auto
OTHERS = ["skate_u", "sink_u", "lin_jerk_rms_u_s3", "lin_vel_jump_u_s", "ang_vel_jump_deg_s"]
ROOM = 0.5  # seconds beside a random cut, at least
SMOOTH = 1.5
PLACES = [("random cuts", False), ("best cuts", True)]


def header(path, words):
    """(the lines of the skeleton that begin with these words, the clip's duration)"""
    lines, frames = [], 0
    with open(path, errors="replace") as f:
        for line in f:
            word = line.split()
            if word[:1] == ["Frames:"]:
                frames = int(word[1])
            elif word[:2] == ["Frame", "Time:"]:
                return tuple(lines), (frames - 1) * float(word[2])
            elif word and word[0] in words:
                lines.append(" ".join(word))
    return tuple(lines), 0.0


def pairs_of(folder, n, rng, rigs):
    groups, words = {}, ("ROOT", "JOINT") if rigs else ("ROOT", "JOINT", "OFFSET", "End")
    for directory, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(directory, name)
            if not name.endswith(".bvh"):
                continue
            try:
                skeleton, seconds = header(path, words)
            except ValueError:
                continue
            if seconds > 2 * ROOM + 0.6:  # with --at best each clip plays for at least 0.5 s
                groups.setdefault(skeleton, []).append((path, seconds))
    cut = lambda a, b: (a[0], b[0], rng.uniform(ROOM, a[1] - ROOM), rng.uniform(ROOM, b[1] - ROOM))
    if rigs:
        chosen = [rng.sample(list(groups.values()), 2) for _ in range(n)]
        return [cut(rng.choice(one), rng.choice(other)) for one, other in chosen]
    clips = [clip for group in groups.values() if len(group) > 1 for clip in group]
    group_of = {clip[0]: group for group in groups.values() for clip in group}
    out = []
    while len(out) < n:
        a = rng.choice(clips)
        b = rng.choice(group_of[a[0]])
        if a[0] != b[0]:
            out.append(cut(a, b))
    return out


def rows(dbtool, a, b, at, start, rigs):
    listed = [x for m in METHODS for x in ("--methods", m)] + [x for p in PRESETS for x in ("--preset", p)]
    argv = [dbtool, "compare", a, b, "--at", at, "--from", start, *listed, "--format", "csv", "-q", "-j", "1"]
    p = subprocess.run(argv + ["--fit", "--up", "auto"] * rigs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.returncode != 0:
        raise RuntimeError("%s %s: %s" % (a, b, p.stderr.decode("utf-8", "replace").strip()))
    return {r["method"]: {c: float(r[c] or "nan") for c in RULE + OTHERS}
            for r in csv.DictReader(io.StringIO(p.stdout.decode("utf-8")))}


def measure(dbtool, pair, rigs):
    a, b, at, start = pair
    return [rows(dbtool, a, b, *(("best", "best") if best else ("%.4f" % at, "%.4f" % start)), rigs)
            for _, best in PLACES]


def median(values):
    values = [x for x in values if x == x]
    return statistics.median(values) if values else float("nan")


def p90(values):
    """The 90th percentile."""
    values = sorted(x for x in values if x == x)
    return values[min(len(values) - 1, int(0.9 * len(values)))] if values else float("nan")


def brief(x):
    return "–" if x != x else "%.0f" % x if abs(x) >= 999.5 else "%.3g" % x


def table(title, found, base):
    """Print a table; found: the rows of each pair; base: the displacement that others are divided by."""
    print("\n%s\n" % title)
    print("| method | seamless | median seam | worst in 100 | displacement | `skate_u`, 90 %% | %s |" % " | ".join("`%s`" % c for c in OTHERS))
    print("|---|---:|---:|---:|---:|---:|%s" % ("---:|" * len(OTHERS)))
    for name in METHODS + PRESETS:
        seams = sorted(r[name]["seam_ratio"] for r in found)
        moved = median([r[name]["displacement_u_s"] for r in found])
        print("| `%s` | %.1f %% | %s | %s | %s (%.2f) | %s | %s |" % (
            name, 100.0 * sum(x <= SMOOTH for x in seams) / len(seams), brief(median(seams)),
            brief(seams[min(len(seams) - 1, int(0.99 * len(seams)))]), brief(moved), moved / base,
            brief(p90([r[name]["skate_u"] for r in found])),
            " | ".join(brief(median([r[name][c] for r in found])) for c in OTHERS)))


def claims(results):
    def share(place, holds):
        return 100.0 * sum(holds(r[place]) for r in results) / len(results)

    def middle(place, column, name="auto"):
        return median([r[place][name][column] for r in results])

    def seamless(rows_of):
        return rows_of["auto"]["seam_ratio"] <= SMOOTH

    def is_worse(rows_of):
        return rows_of["auto"]["seam_ratio"] > rows_of[RIVAL]["seam_ratio"]

    def of(value, other):  # two zeros are no worse
        return value / other if other else 0.0 if value == 0 else float("inf")

    base = middle(0, "displacement_u_s", PRESETS[0])

    def slid(place, name):
        return p90([r[place][name]["skate_u"] for r in results])

    checks = [("seamless at random cuts, %", share(0, seamless), 98, False),
              ("seamless at best cuts, %", share(1, seamless), 99, False),
              ("displacement at random cuts, of unreal's, feet free", middle(0, "displacement_u_s", FREE) / base, 0.85, True),
              ("displacement at best cuts, of unreal's at random cuts", middle(1, "displacement_u_s", FREE) / base, 0.25, True),
              ("worse seam than dead-halflife of 0.2 s at random cuts, %", share(0, is_worse), 3, True),
              # of two seamless candidates auto chooses the one with less displacement
              ("the same at best cuts, %", share(1, is_worse), 10, True),
              ("the same at best cuts, where it is a seam, %",
               share(1, lambda r: is_worse(r) and not seamless(r)), 3, True),
              ]
    for place, (title, _) in enumerate(PLACES):
        checks += [("`skate_u` at %s, of unreal's" % title, of(middle(place, "skate_u"), middle(place, "skate_u", PRESETS[0])), 0.1, True),
                   ("the 90th percentile of that", of(slid(place, "auto"), slid(place, PRESETS[0])), 0.5, True),
                   ("`sink_u` at %s, of that with feet free" % title, of(middle(place, "sink_u"), middle(place, "sink_u", FREE)), 1, True)]
    checks += [("`%s` at random cuts, of unreal's" % c, middle(0, c) / middle(0, c, PRESETS[0]), most, True)
               for c, most in zip(OTHERS[2:], (0.75, 0.8, 1.3))]
    print()
    for what, value, limit, is_most in checks:
        holds = value <= limit if is_most else value >= limit
        print("%-60s %6.2f  (%s %g) %s" % (what, value, "at most" if is_most else "at least", limit,
                                           "" if holds else "MISSED"))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--corpus", required=True)
    ap.add_argument("--pairs", type=int, default=1000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--rigs", action="store_true")
    args = ap.parse_args()
    dbtool = os.path.abspath(args.dbtool)
    pairs = pairs_of(args.corpus, args.pairs, random.Random(args.seed), args.rigs)
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda p: measure(dbtool, p, args.rigs), pairs))
    base = median([r[0][PRESETS[0]]["displacement_u_s"] for r in results])
    print("%d pairs; displacement, units x s: the median, and its share of that of `--preset %s` at random cuts" % (
        len(pairs), PRESETS[0]))
    for place, (title, _) in enumerate(PLACES):
        table(title, [r[place] for r in results], base)
    claims(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
