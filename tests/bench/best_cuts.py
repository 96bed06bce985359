#!/usr/bin/env python3
"""Measure how much better the best cuts are than random ones, on real motion.

    best_cuts.py --dbtool PATH --corpus DIR [--pairs N] [--draws N] [--seed N]

Uses the clips of the most common skeleton of DIR.

Splits: six times, 100 clips are split at a random frame, which both halves keep, and mixed with the other clips. The
first line counts how often the cheapest continuation of a first half is its second half.

Pairs: random pairs are joined by `dead-halflife`, at `--at best --from best` and at a random cut within the same
margins. The table has medians of the row `*`, and as a lower bound of the clips without a cut. There are two sets: with
the anchor that dbtool finds, and with ROOT as the anchor, as in engines. With ROOT random cuts are much worse.

The exit status is 1 if fewer than 99 of 100 second halves come first. Only the standard library is used.
"""
import argparse
import csv
import json
import os
import random
import sys
import tempfile
from statistics import median

from claims import Failed, run, skeletons

PLAY = 0.5                                           # seconds that each clip plays before and after a cut
COLUMNS = {"lin_vel_jump_u_s": 50, "displacement_u_s": 55, "skate_u": 20}    # target: per cent less


def split(clip, frame, folder, n):
    """The halves of a clip, as files."""
    with open(clip.path, encoding="utf-8", errors="surrogateescape") as f:
        lines = f.read().splitlines()
    motion = next(k for k, line in enumerate(lines) if line.startswith("Frame Time"))
    frames = [line for line in lines[motion + 1:] if line.strip()]
    halves = []
    for half, part in (("first", frames[:frame + 1]), ("second", frames[frame:])):
        head = ["Frames: %d" % len(part) if line.startswith("Frames") else line for line in lines[:motion + 1]]
        halves.append(os.path.join(folder, "%s%d.bvh" % (half, n)))
        with open(halves[-1], "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write("\n".join(head + part) + "\n")
    return halves


def count_found(dbtool, clips, n_splits, rng, folder):
    """The number of first halves whose cheapest continuation is their second half."""
    margin = round(PLAY / clips[0].dt)
    chosen = rng.sample([c for c in clips if c.n > 2 * margin + 1], n_splits)
    halves = [split(c, rng.randint(margin, c.n - 1 - margin), folder, n) for n, c in enumerate(chosen)]
    others = [c.path for c in clips if c not in chosen]
    table = run([dbtool, "suggest", "-q", "--at", "end", "--per-pair", "1", "--format", "csv",
                 *(path for pair in halves for path in pair), *others])
    first = {}
    for row in csv.DictReader(table.splitlines()):   # the cheapest first
        first.setdefault(row["a"], row["b"])
    return sum(first[a] == b for a, b in halves)


def medians(dbtool, clips, count, rng, folder, keys):
    """{column: medians of random cuts, best cuts, and the clips without a cut}."""
    margin = round(PLAY / clips[0].dt)
    jobs = []
    for n in range(count):
        a, b = rng.sample(clips, 2)
        at, start = "%df" % rng.randint(margin, a.n - 1), "%df" % rng.randint(0, b.n - 1 - margin)
        for kind, cut, method in (("random", (b, at, start), "dead-halflife"), ("best", (b, "best", "best"), "dead-halflife"),
                                  ("alone", (a, at, at), "cut")):
            jobs.append({"name": "%s%d" % (kind, n), "out": os.path.join(folder, "%s%d.out.bvh" % (kind, n)),
                         "method": method, "cuts": [{"clip": a.path}, {"clip": cut[0].path, "at": cut[1], "from": cut[2]}]})
    plan, table = os.path.join(folder, "plan.json"), os.path.join(folder, "table.csv")
    with open(plan, "w", encoding="utf-8") as f:
        json.dump({"defaults": {"window": 0.2, "play": PLAY, **keys}, "jobs": jobs}, f)
    run([dbtool, "batch", plan, "-q", "--metrics", table])
    with open(table, encoding="utf-8", newline="") as f:
        rows = {row["sequence"]: row for row in csv.DictReader(f) if row["joint"] == "*"}
    return {column: [median(float(rows["%s%d" % (kind, n)][column]) for n in range(count))
                     for kind in ("random", "best", "alone")] for column in COLUMNS}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--dbtool", required=True)
    options.add_argument("--corpus", required=True)
    options.add_argument("--pairs", type=int, default=200)
    options.add_argument("--splits", type=int, default=100)
    options.add_argument("--draws", type=int, default=6)
    options.add_argument("--least", type=float, default=0.99, help="share of second halves that must come first")
    options.add_argument("--seed", type=int, default=1)
    o = options.parse_args()
    dbtool, clips = os.path.abspath(o.dbtool), max(skeletons(os.path.abspath(o.corpus), PLAY + 0.1), key=len)
    with tempfile.TemporaryDirectory() as folder:
        rng = random.Random(o.seed)
        found = [count_found(dbtool, clips, o.splits, rng, folder) for _ in range(o.draws)]
        print("second halves that come first, of %d: %s; %.1f %% (target: %g %%)\n" %
              (o.splits, ", ".join(map(str, found)), 100 * sum(found) / o.splits / o.draws, 100 * o.least))
        print("| anchor | column | random cut | best cut | less by | target | without a cut |")
        print("|---|---|---|---|---|---|---|")
        with open(clips[0].path, encoding="utf-8", errors="replace") as f:
            root = next(line.split(None, 1)[1].strip() for line in f if line.startswith("ROOT"))
        for anchor, keys in (("found", {}), (root, {"root": root})):
            for column, (cut, best, alone) in medians(dbtool, clips, o.pairs, random.Random(o.seed), folder, keys).items():
                print("| %s | `%s` | %.4g | %.4g | %.0f %% | %d %% | %.4g |" %
                      (anchor, column, cut, best, 100 * (1 - best / cut), COLUMNS[column], alone))
    return sum(found) < o.least * o.splits * o.draws


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failed, OSError) as e:
        sys.exit(str(e))
