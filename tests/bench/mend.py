#!/usr/bin/env python3
"""mend.py --dbtool PATH --corpus DIR [--spikes N] [--seed N]: puts spikes into clips, and measures how dbtool repairs them.

Each clip had no pop and gets one spike, of 1 to 3 frames: the hips rotated by 15 to 60 degrees, or moved by a tenth of the
height; or each joint of the upper body, or the hips and each joint of the legs, rotated by 15 to 60 degrees. `dbtool pops
--format plan` finds the spikes, and `dbtool batch` repairs them. The world positions of the joints in repaired frames, and
in a linear interpolation over these frames, are compared with the original's.

At least 95 of 100 spikes should be found, and the repaired joints be nearer than the interpolation in the median. Fails if
a frame outside the gaps changes. Only the standard library is used.
"""
import argparse
import csv
import glob
import io
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import oracle  # noqa: E402

LEG = re.compile("leg|thigh|shin|knee|foot|toe|ankle", re.I)
MARGIN = 20                                         # frames at either end without spikes


def turned_joints(clip, kind):
    """The joints that a spike of this kind rotates."""
    legs = [j for j in range(clip.joints) if LEG.search(clip.names[j])]
    hips = next(j for j in range(clip.joints) if len(clip.rot[j]) == 3)
    if kind == "hips":
        return [hips]
    return [hips] + legs if kind == "lower" else [j for j in range(hips + 1, clip.joints) if j not in legs]


def put_spike(path, made, kind, rng):
    """Writes the clip with a spike. Returns its frames, [begin, end)."""
    clip = oracle.Clip(path)
    with open(path, encoding="utf-8", newline="") as f:
        lines = f.read().splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if line.startswith("Frame Time")) + 1
    length = rng.randint(1, 3)
    begin = rng.randrange(MARGIN, clip.n - MARGIN - length)
    tall = [p for p, _ in oracle.world(clip, clip.pose(0))]
    height = max(max(p[a] for p in tall) - min(p[a] for p in tall) for a in range(3))
    added = {}
    if kind == "moved":
        direction = [rng.gauss(0, 1) for _ in range(3)]
        size = math.sqrt(sum(x * x for x in direction))
        hips = next(j for j in range(clip.joints) if len(clip.rot[j]) == 3)
        added = {c: 0.1 * height * x / size for (c, _), x in zip(clip.pos[hips], direction)}
    else:
        for j in turned_joints(clip, kind):
            if clip.rot[j]:
                added[rng.choice(clip.rot[j])[0]] = rng.choice((-1, 1)) * rng.uniform(15, 60)
    for k in range(begin, begin + length):
        values = lines[first + k].split()
        for c, by in added.items():
            values[c] = "%.6f" % (float(values[c]) + by)
        lines[first + k] = " ".join(values) + "\n"
    with open(made, "w", encoding="utf-8", newline="") as f:
        f.writelines(lines)
    return begin, begin + length


def frame_lines(path):
    with open(path, "rb") as f:
        text = f.read()
    return text[text.index(b"Frame Time"):].splitlines()[1:]


def world(clip, k):
    return [p for p, _ in oracle.world(clip, clip.pose(k))]


def distances(original, mended, begin, end):
    """Mean distances from the original between two frames: (of the mended clip, of a linear interpolation)."""
    own, line = [], []
    at = original.pose(begin), original.pose(end)
    for k in range(begin + 1, end):
        t = (k - begin) / (end - begin)
        straight = [(oracle.lerp(p, q, t), oracle.mul(a, oracle.qexp(oracle.scale(oracle.slog(oracle.mul(oracle.inv(a), b)), t)))) for (p, a), (q, b) in zip(*at)]
        truth = world(original, k)
        own += [math.dist(a, b) for a, b in zip(truth, world(mended, k))]
        line += [math.dist(a, b[0]) for a, b in zip(truth, oracle.world(original, straight))]
    return statistics.fmean(own), statistics.fmean(line)


def run(*argv):
    return subprocess.run(argv, stdout=subprocess.PIPE, check=True).stdout.decode()


def measure(a, folder):
    rng = random.Random(a.seed)
    every = sorted(glob.glob(os.path.join(a.corpus, "**", "*.bvh"), recursive=True))
    facts = json.loads(run(a.dbtool, "pops", "-q", *every, "--format", "json"))
    clips = [f["file"] for f in facts if not f["pops"] and f["n_frames"] > 3 * MARGIN]
    clips = rng.choices(clips, k=a.spikes)
    kinds = ["hips", "moved", "upper", "lower"]
    made = [os.path.join(folder, "%03d.bvh" % i) for i in range(len(clips))]
    spikes = [put_spike(path, to, kinds[i % 4], rng) for i, (path, to) in enumerate(zip(clips, made))]
    found = list(csv.DictReader(io.StringIO(run(a.dbtool, "pops", "-q", folder, "--format", "csv"))))
    plan = os.path.join(folder, "mend.json")
    run(a.dbtool, "pops", "-q", folder, "--format", "plan", "-o", plan)
    run(a.dbtool, "batch", "-q", plan)
    with open(plan, encoding="utf-8") as f:
        gaps = {os.path.basename(job["cuts"][0]["clip"]): job["cuts"][1:] for job in json.load(f)["jobs"]}
    n_found, ratios, touched, missed = 0, [], [], []
    for i, (path, to, (begin, end)) in enumerate(zip(clips, made, spikes)):
        name = os.path.basename(to)
        rows = [r for r in found if os.path.basename(r["file"]) == name and
                int(r["first_frame"]) <= end and int(r["last_frame"]) >= begin]
        n_found += bool(rows)
        if not any(r["kind"] == "spike" for r in rows):
            missed.append("%s %s, frames %d to %d: %s" % (kinds[i % 4], os.path.basename(path), begin, end - 1,
                                                           ", ".join(r["kind"] for r in rows) or "no pop"))
            continue
        cuts = [[int(str(cut[key]).rstrip("f")) for key in ("at", "from")] for cut in gaps[name]]
        inside = {k for b, e in cuts for k in range(b + 1, e)}
        before, after = frame_lines(to), frame_lines(to.replace(".bvh", ".mended.bvh"))
        steps = [r for r in found if os.path.basename(r["file"]) == name and r["kind"] == "step"]
        if not steps and (len(before) != len(after) or any(x != y for k, (x, y) in enumerate(zip(before, after)) if k not in inside)):
            touched.append(name)
        b, e = next((b, e) for b, e in cuts if b < end and e >= begin)
        own, line = distances(oracle.Clip(path), oracle.Clip(to.replace(".bvh", ".mended.bvh")), b, e)
        ratios.append(own / line)
    return n_found, ratios, touched, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dbtool", required=True, type=os.path.abspath)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--spikes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mend-") as folder:
        n_found, ratios, touched, missed = measure(a, folder)
    print("\n".join(["missed: " + m for m in missed]))
    print("of %d spikes %d are found, %d as spikes" % (a.spikes, n_found, len(ratios)))
    print("mended joints are %.2f times as far from the original as a linear interpolation (median)" % statistics.median(ratios or [math.nan]))
    print("%d files changed outside their gaps" % len(touched))
    return bool(touched)


if __name__ == "__main__":
    sys.exit(main())
