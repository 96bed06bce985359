"""score.py: compare `-m auto` with the methods of engines at random cuts. `make score` runs it.

    score.py --dbtool build/dbtool --corpus DIR [--pairs 1000] [--seed 1] [--jobs N] [--single N]

A pair is two clips of one skeleton and a random cut, far enough from the clips' ends for every candidate. At each cut
`compare` measures the methods over the same frames; and once more with `--at best --from best`, where dbtool also
chooses the cut. The table has medians and 95th percentiles of the row `*`, and how much each median differs from that of
Unreal's Dead Blending preset at the random cut.

With --single N, all candidates are measured on N of the pairs. On one half of them, the same rule, applied to medians,
finds the best single setting. On the other half `auto` is compared with it. `auto` wins a pair if both are smooth and it
has less displacement, or if it is smooth and the setting is not.
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

METHODS = ["cut", "crossfade:blend_time=0.25", "inertialize-quintic:blend_time=0.25", "auto"]
PRESETS = ["unreal", "unreal-5.5", "unreal-inertialization"]
BASE = "unreal"
BEST = "auto, at best"
PLANTED = "auto, at best, planted"
COLUMNS = ["ang_vel_jump_deg_s", "lin_vel_jump_u_s", "ang_jerk_peak_deg_s3", "lin_jerk_peak_u_s3", "displacement_u_s",
           "target_error_rms_deg", "skate_u"]
ROOM = 0.7  # seconds beside a cut: the longest candidate and the frames that its figures look at
SMOOTH = 1.5


def header(path):
    """The skeleton's lines, and how long the clip lasts."""
    lines, frames = [], 0
    with open(path, errors="replace") as f:
        for line in f:
            word = line.split()
            if word[:1] == ["Frames:"]:
                frames = int(word[1])
            elif word[:2] == ["Frame", "Time:"]:
                return tuple(lines), (frames - 1) * float(word[2])
            elif word[:1] in (["ROOT"], ["JOINT"], ["OFFSET"], ["End"]):
                lines.append(" ".join(word))
    return tuple(lines), 0.0


def pairs_of(folder, n, rng):
    groups = {}
    for directory, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(directory, name)
            if not name.endswith(".bvh"):
                continue
            try:
                skeleton, seconds = header(path)
            except ValueError:
                continue
            if seconds > 2 * ROOM + 1.2:  # --at best has each clip play for a while
                groups.setdefault(skeleton, []).append((path, seconds))
    clips = [clip for group in groups.values() if len(group) > 1 for clip in group]
    group_of = {clip[0]: group for group in groups.values() for clip in group}
    out = []
    while len(out) < n:
        a, seconds = rng.choice(clips)
        b, other = rng.choice(group_of[a])
        if a != b:
            out.append((a, b, rng.uniform(ROOM, seconds - ROOM), rng.uniform(ROOM, other - ROOM)))
    return out


class Tool:
    def __init__(self, path):
        self.path = path

    def run(self, *argv):
        return subprocess.run([self.path, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def rows(self, a, b, at, start, methods, presets=(), options=()):
        listed = [x for m in methods for x in ("--methods", m)] + [x for p in presets for x in ("--preset", p)]
        p = self.run("compare", a, b, "--at", at, "--from", start, *listed, *options, "--format", "csv", "-q", "-j", "1")
        if p.returncode != 0:
            raise RuntimeError("%s %s: %s" % (a, b, p.stderr.decode("utf-8", "replace").strip()))
        return {r["method"]: r for r in csv.DictReader(io.StringIO(p.stdout.decode("utf-8")))}

    def candidates(self):
        import json
        return json.loads(self.run("methods", "auto", "--format", "json").stdout)["candidates"]

    def plants(self):
        return b"--plant" in self.run("blend", "-h").stdout


def measure(tool, pair, planted):
    a, b, at, start = pair
    out = tool.rows(a, b, "%.4f" % at, "%.4f" % start, METHODS, PRESETS)
    out[BEST] = tool.rows(a, b, "best", "best", METHODS, PRESETS)["auto"]
    if planted:
        out[PLANTED] = tool.rows(a, b, "best", "best", METHODS, PRESETS, ["--plant"])["auto"]
    return out


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def brief(x):
    return "%.0f" % x if abs(x) >= 999.5 else "%.3g" % x


def table(results):
    names = [m for m in results[0]]
    base = {c: statistics.median(float(r[BASE][c]) for r in results) for c in COLUMNS}
    print("| method | " + " | ".join("`%s`" % c for c in COLUMNS) + " |")
    print("|---|" + "---:|" * len(COLUMNS))
    for name in sorted(names, key=lambda m: names.index(m) if m not in METHODS + PRESETS else
                       -100 + (METHODS[:3] + PRESETS + METHODS[3:]).index(m)):
        cells = []
        for c in COLUMNS:
            values = [float(r[name][c]) for r in results]
            middle = statistics.median(values)
            change = "" if name == BASE or base[c] == 0 else ", %+.0f %%" % (100 * (middle / base[c] - 1))
            cells.append("%s (%s)%s" % (brief(middle), brief(percentile(values, 0.95)), change))
        print("| %s | %s |" % (name, " | ".join(cells)))


def greater_ratio(row):
    return max(float(row["ang_jerk_peak_ratio"]), float(row["lin_jerk_peak_ratio"]))


def single(tool, pairs, jobs):
    candidates = tool.candidates()
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda p: tool.rows(p[0], p[1], "%.4f" % p[2], "%.4f" % p[3], candidates + ["auto"]), pairs))
    half = len(found) // 2

    def standing(method):
        ratio = statistics.median(greater_ratio(r[method]) for r in found[:half])
        moved = statistics.median(float(r[method]["displacement_u_s"]) for r in found[:half])
        return ratio > SMOOTH, ratio if ratio > SMOOTH else moved

    best = min(candidates, key=standing)
    won = lost = 0
    for r in found[half:]:
        smooth = [greater_ratio(r[m]) <= SMOOTH for m in ("auto", best)]
        moved = [float(r[m]["displacement_u_s"]) for m in ("auto", best)]
        if smooth[0] != smooth[1]:
            won += smooth[0]
            lost += smooth[1]
        elif smooth[0]:
            won += moved[0] < moved[1]
            lost += moved[0] > moved[1]
    print("\nbest single setting on %d pairs: %s" % (half, best))
    print("on the other %d pairs auto wins %d, loses %d, the rest are neither (%.0f %% won)" % (
        len(found) - half, won, lost, 100.0 * won / (len(found) - half)))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--corpus", required=True)
    ap.add_argument("--pairs", type=int, default=1000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--single", type=int, default=200)
    args = ap.parse_args()
    tool = Tool(os.path.abspath(args.dbtool))
    pairs = pairs_of(args.corpus, args.pairs, random.Random(args.seed))
    planted = tool.plants()
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda p: measure(tool, p, planted), pairs))
    print("%d pairs: median (95th percentile), and the median against that of `--preset %s`\n" % (len(pairs), BASE))
    table(results)
    if args.single:
        single(tool, pairs[:args.single], args.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
