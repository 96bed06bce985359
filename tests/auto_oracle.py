#!/usr/bin/env python3
"""auto_oracle.py: check that `-m auto` chooses the candidate that dbtool-internals(7), AUTO, prescribes.

The candidates are listed here. `dbtool compare` makes the cut with each of them, and the rule is applied to its CSV.

    auto_oracle.py [--dbtool build/dbtool] [--clips DIR] [--pairs N] [--seed N]

A pair is two clips of one skeleton and a random cut. Some pairs also have a third clip, a gap, a length (-t), a list of
candidates, a profile, or another limit (--smooth). With a third clip, the first cut of the candidates for the second has
the method that auto chose.
"""
import argparse
import csv
import io
import os
import random
import subprocess
import sys
from math import ceil, floor

TIMES = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 1.0]


def usual(gap, times):
    """The candidates in the order in which a tie is decided."""
    return ["%s:blend_time=%.9g,before=%.9g" % (method, t, t)
            for method in (["inertialize-two-sided"] if not gap else []) + ["dead-two-sided"]
            for t in times]


def nine(text):
    return float("%.9g" % float(text))


def judged(text):
    """The number to nine digits; 0 if rounding alone can be the cause."""
    return nine(text) if abs(float(text)) >= 1e-5 else 0.0


def score(row, smooth):
    """AUTO: smaller is better."""
    seam, moved = judged(row["seam_ratio"]), judged(row["displacement_u_s"])
    spins = float(row["overshoot_deg"]) > 180
    place = sum(seam > times * smooth for times in (1, 2, 4))
    return (place > 0, place > 0 and spins, place, seam if place == 3 else moved, seam)


class Tool:
    def __init__(self, path):
        self.path = path

    def rows(self, *argv):
        p = subprocess.run([self.path, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if p.returncode != 0:
            raise RuntimeError(p.stderr.decode("utf-8", "replace").strip())
        return list(csv.DictReader(io.StringIO(p.stdout.decode("utf-8"))))

    def chosen(self, clips, options):
        rows = self.rows("blend", *clips, *options, "-m", "auto", "-q", "-o", "/dev/null", "--metrics", "-")
        return [r["settings"] for r in rows if r["joint"] == "*"]

    def named(self, clips, options, candidates, smooth):
        """The settings that the rule chooses, their score, and the settings of the best three."""
        listed = [x for c in candidates for x in ("--methods", c)]
        rows = self.rows("compare", *clips, *options, *listed, "--format", "csv")
        ranked = sorted((score(r, smooth), candidates.index(r["method"]), r["settings"]) for r in rows)
        return ranked[0][2], ranked[0][0], [r[2] for r in ranked[:3]]


def shape(path):
    """(number of frames, frame time) of a clip."""
    frames, dt = 0, 0.0
    try:
        with open(path, errors="replace") as f:
            for line in f:
                if line.startswith("Frames:"):
                    frames = int(line.split(":")[1])
                if line.startswith("Frame Time:"):
                    dt = float(line.split(":")[1])
                    break
    except ValueError:
        pass
    return frames, dt


def length(path):
    frames, dt = shape(path)
    return (frames - 1) * dt


def in_frames(seconds, dt):
    """The number of frames of a transition of this length."""
    return ceil(seconds * (1 - 1e-4) / dt)


def can_end(candidate, a, b, start, factor):
    """Whether a transition to the time `start` of clip b ends before the clip; factor: the profile's maximum."""
    (_, dt), (frames, own) = shape(a), shape(b)
    if abs(own - dt) > 1e-4 * dt:
        end = (frames - 1) * own / dt
        frames = floor(end + min(1e-5 * end, 0.5) + 1e-4) + 1
    seconds = [float(x.split("=")[1]) for x in candidate.split(":")[-1].split(",") if x.startswith("blend_time=")]
    seconds = seconds[0] if seconds else 0.0 if candidate in ("cut", "bridge-linear") else 0.2
    return floor(start / dt + 0.5) + in_frames(seconds * factor, dt) <= frames - 1


def skeleton(path):
    names = []
    with open(path, errors="replace") as f:
        for line in f:
            if line.startswith("MOTION"):
                return tuple(names)
            word = line.split()
            if word[:1] in (["ROOT"], ["JOINT"], ["OFFSET"]):
                names.append(" ".join(word[1:]) if word[0] != "OFFSET" else "")
    return tuple(names)


def clips_in(folder, rng, most):
    """[paths of one skeleton], from at most `most` random files of a folder."""
    found = [os.path.join(d, f) for d, _, files in os.walk(folder) for f in sorted(files) if f.endswith(".bvh")]
    out = {}
    for path in sorted(rng.sample(sorted(found), min(most, len(found)))):
        if os.path.basename(path).startswith("bad") or os.path.getsize(path) > 4e6 or length(path) < 2.0:
            continue
        out.setdefault(skeleton(path), []).append(path)
    return [v for v in out.values() if len(v) > 1]


def case(tool, groups, rng, number):
    """Run a random case; what is wrong, or None."""
    group = rng.choice(groups)
    a, b = rng.sample(group, 2)
    at = rng.uniform(0.3, length(a) - 0.3)
    start = rng.uniform(0.0, length(b) - 1.0)
    options, times, candidates, smooth = [], TIMES, None, 1.5
    gap = number % 5 == 3
    if gap:
        options += ["--gap", "0.2"]
    third = number % 4 == 0
    if number % 4 == 1:
        times = [rng.choice([0.25, 0.5])]
    if third:
        times = [0.5]  # the first transition still runs when the second begins
    if number % 4 == 2:
        smooth = rng.choice([0.4, 0.8, 1.0, 3.0])
    if number % 6 == 4 and not third:
        candidates = ["dead-two-sided:blend_time=0.3,halflife=0.1", "cut", "dead-two-sided", "dead-decay:curve=linear",
                      "bridge-linear"]
        candidates = [c for c in candidates if ("two-sided" in c or "bridge" in c if gap else "bridge" not in c)]
        times = TIMES
    if number % 7 == 5:
        options += ["--profile", "*[Aa]rm*=1.5", "--skip", "*[Hh]ead*"]
    if number % 3 == 1:
        options += ["--align", "none"]
    auto = ["--smooth", repr(smooth)]
    if times is not TIMES:
        auto += ["-t", repr(times[0])]
    if candidates:
        auto += ["--candidates", ",".join(candidates)]
    cut = ["--at", "%.4f" % at, "--from", "%.4f" % start]
    clips = [a, b]
    listed = candidates or usual(gap, times)
    whole = [c for c in listed if third or can_end(c, a, b, float("%.4f" % start), 1.5 if number % 7 == 5 else 1)]
    listed = whole or listed
    try:
        if third:
            clips.append(rng.choice(group))
            later = at + rng.choice([0.05, 0.1, 0.2]) + (0.25 if gap else 0)
            cut = ["--at", "%.4f,%.4f" % (at, later), "--from", "%.4f" % start]
        found = tool.chosen(clips, options + auto + cut)
        named, by, first = tool.named([a, b], options + ["--at", "%.4f" % at, "--from", "%.4f" % start],
                                      listed, smooth)
    except RuntimeError as error:
        return str(error)
    if found[0] != named:
        return "%s: chose %s, the rule names %s (%s; then %s)" % (
            " ".join(clips + options + auto + cut), found[0], named, by, first[1:])
    if not third:
        return None
    return second(tool, clips, options + cut, found, listed, smooth)


def second(tool, clips, options, found, candidates, smooth):
    """Check the second cut with a plan that has a job for each candidate; what is wrong, or None."""
    import json
    import tempfile
    keys = {"--profile": "profile", "--skip": "skip", "--align": "align", "--gap": "gap"}
    given = dict(zip(options[::2], options[1::2]))
    at, start = given["--at"].split(","), given["--from"]
    with tempfile.TemporaryDirectory() as folder:
        def rows():
            jobs = []
            for i, method in enumerate(candidates):
                job = {"name": str(i), "out": "%d.bvh" % i, "cuts": [
                    {"clip": os.path.abspath(clips[0])},
                    {"clip": os.path.abspath(clips[1]), "at": float(at[0]), "from": float(start), "method": found[0]},
                    {"clip": os.path.abspath(clips[2]), "at": float(at[1]), "method": method}]}
                for option, key in keys.items():
                    if option in given and key == "profile":
                        glob, factor = given[option].split("=")
                        job[key] = {glob: float(factor)}
                    elif option in given:
                        job[key] = float(given[option]) if key == "gap" else given[option]
                jobs.append(job)
            plan = os.path.join(folder, "plan.json")
            with open(plan, "w") as f:
                json.dump(jobs, f)
            got = tool.rows("batch", plan, "-q", "--metrics", "-")
            return [r for r in got if r["joint"] == "*" and r["cut"] == "2"]

        ranked = sorted((score(r, smooth), i, r["settings"]) for i, r in enumerate(rows()))
    if found[1] != ranked[0][2]:
        return "second cut of %s: chose %s, the rule names %s" % (" ".join(clips + options), found[1], ranked[0])
    return None


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--clips", default="testdata/bvh")
    ap.add_argument("--pairs", type=int, default=12)
    ap.add_argument("--seed", type=int, default=1)
    args = ap.parse_args()
    rng = random.Random(args.seed)
    groups = clips_in(args.clips, rng, 300)
    tool, failed = Tool(os.path.abspath(args.dbtool)), 0
    for number in range(args.pairs):
        wrong = case(tool, groups, rng, number)
        if wrong:
            failed += 1
            print("FAIL %d: %s" % (number, wrong))
    print("%d passed, %d failed" % (args.pairs - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
