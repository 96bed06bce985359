#!/usr/bin/env python3
"""An independent reference for the column seam_ratio: how abrupt a cut is, compared with its clips.

Written from dbtool-internals(7) (GLITCHES; POPS; SEAMS) alone. The BVH reader, the quaternions, the resampler and the frames
of a cut are oracle.py's; nothing is dbtool's.

    seam_oracle.py check --dbtool PATH --clips DIR [-j N]                    the bundled clips, every method
    seam_oracle.py corpus --dbtool PATH --corpus DIR [--pairs N] [--seed N] [-j N]

Both compare every row of the CSV; `check` also tests properties of the column.
Layers are not modelled. The exit status is 1 if anything disagrees. Only the standard library is used.
"""
import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from math import asin, atan2, degrees, floor, sin

import oracle
import pops_oracle
from oracle import (DEG, EPS, METHODS, Clip, Options, Refused, Sequence, corpus_cases, load, mul, norm, qexp, rotate,
                    scale, spans, sub, toy, turn, world)

FIGURES = ("angular D", "linear D", "angular E", "linear E")


# ------------------------------------------------------------------------------------------------- glitches

def glitches(clip):
    """(b, e) of each pop above 8."""
    return [oracle.glitch_ends(first, last) for _, pop, _, first, last, _ in pops_oracle.Pops(clip.path).listed() if pop > 8]


def runs(clip):
    """The clip's frames between glitches, without runs shorter than a tenth of the longest: [(begin, end)]."""
    found = glitches(clip)
    parts = list(zip([0, *(e for _, e in found)], [*(b for b, _ in found), clip.n]))
    longest = max(e - b for b, e in parts)
    return [(b, e) for b, e in parts if 10 * (e - b) >= longest]


# ---------------------------------------------------------------------------------------------- abruptness

def abruptness(poses, clip, dt):
    """Yield, for each of consecutive poses, the four figures of each joint, in the order of FIGURES.  None: a neighbour is
    missing."""
    last = v1 = v2 = None
    for pose in poses:
        here = [(q, p) for (_, q), (p, _) in zip(pose, world(clip, pose))]
        v = last and [(scale(turn(q, q0), DEG / dt), scale(sub(p, p0), 1 / dt))
                      for (q, p), (q0, p0) in zip(here, last)]
        d = v1 and [[sub(a, b) for a, b in zip(x, y)] for x, y in zip(v, v1)]
        e = v2 and [[sub(a, sub(b, c)) for a, b, c in zip(x, y, z)] for x, y, z in
                    zip(d, v1, v2)]
        yield [[norm(x) for x in d[j]] + ([norm(x) for x in e[j]] if e else [None, None]) if d else [None] * 4
               for j in range(len(here))]
        last, v1, v2 = here, v, v1


def most(rows):
    """The maximum of each joint's four figures over the rows; 0 if all are None."""
    best = None
    for row in rows:
        best = best or [[0.0] * 4 for _ in row]
        for b, r in zip(best, row):
            for i, x in enumerate(r):
                if x is not None and x > b[i]:
                    b[i] = x
    return best


CAPTURED = {}


def captured(track):
    """The maximum figures of each joint over all frames of a clip, at the output's rate, without glitches."""
    key = track.clip.path, track.out.path, track.linear
    if key not in CAPTURED:
        step, rows = track.step, []
        for begin, end in runs(track.clip):
            ks = range(begin, end)
            if step:                        # frames interpolated from frames of this run alone
                ks = [k for k in range(track.n) if max(floor(k * step) - 1, 0) >= begin and
                      min(floor(k * step) + 2, track.clip.n - 1) < end]
            rows.append(most(abruptness((track.pose(k) for k in ks), track.out, track.out.dt)) or
                        [[0.0] * 4] * track.out.joints)
        CAPTURED[key] = most(rows)
    return CAPTURED[key]


def references(tracks, dt):
    """The four references of each joint: the maximum in these clips, raised to the floor."""
    return raised(most(captured(t) for t in tracks), dt)


def raised(found, dt):
    """The figures of joints, each raised to a floor: a quarter of the median of the joints that move, or rounding."""
    for i in range(4):
        moves = [f[i] for f in found if f[i] > 0]
        least = max(statistics.median(moves) / 4 if moves else 0.0, 4e-6 / dt)
        for f in found:
            f[i] = max(f[i], least)
    return found


def playing(seq, number):
    """The clips that play in the frames of a cut: its source and target, and the sources of transitions that still run."""
    before = [m for m in range(number) if seq.cuts[m].ke > seq.cuts[number].kb]
    return [seq.tracks[m] for m in before + [number, number + 1]]


class Seam:
    """The seam_ratio of one joint; the figure and the frame with this quotient; and a bound of the rounding error."""

    def __init__(self, ratio, figure, frame, noise):
        self.ratio, self.figure, self.frame, self.noise = ratio, figure, frame, noise


def seams(seq, out):
    """For each cut, a Seam for each joint and one for the row *; out: the written file."""
    rows = []
    for number, at in enumerate(spans(seq)):
        refs, best = references(playing(seq, number), seq.dt), [Seam(0.0, 0, at.kb, 0.0) for _ in range(out.joints)]
        first, last = max(at.kb - 3, 0), min(at.ke + 2, out.n - 1)
        size = max(1.0, max(abs(c) for p, _ in world(out, out.pose(first)) for c in p))
        for k, row in enumerate(abruptness((out.pose(k) for k in range(first, last + 1)), out, seq.dt), first):
            for j, figures in enumerate(row):
                for i, x in enumerate(figures):
                    if x is None or k < at.kb or k > at.ke + (1 if i < 2 else 2):
                        continue
                    noise = 64 * EPS * (size if i % 2 else 2 * DEG) * (4 if i < 2 else 8) / seq.dt / refs[j][i]
                    best[j].noise = max(best[j].noise, noise)
                    if x / refs[j][i] > best[j].ratio:
                        best[j] = Seam(x / refs[j][i], i, k, best[j].noise)
        worst = max(best, key=lambda s: s.ratio)
        rows.append(best + [Seam(worst.ratio, worst.figure, worst.frame, max(s.noise for s in best))])
    return rows


# ------------------------------------------------------------------------------------------------- checking

def table(text):
    return list(csv.DictReader(text.decode("utf-8").splitlines()))


def measured(argv):
    return table(subprocess.run(argv + ["-q"], stdout=subprocess.PIPE, check=True).stdout)


def with_method(argv, method):
    """The options with `auto` replaced by a method, given as in the CSV."""
    name, _, values = method.partition(":")
    given = ",".join(x for x in values.split(",") if not x.endswith("=none"))
    return [name + ":" + given if x == "auto" else x for x in argv]


def disagreements(dbtool, argv):
    """Compare the CSV of one blend; what is wrong, or None if the cut cannot be made."""
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        path = os.path.join(folder, "out.bvh")
        p = subprocess.run([dbtool, "blend", *argv, "-q", "-o", path, "--metrics", "-"], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, check=False)
        if p.returncode:
            try:
                Sequence(Options(with_method(argv, "dead-halflife")))
            except Refused:
                return None
            return ["dbtool ended with %d: %s" % (p.returncode, p.stderr.decode("utf-8", "replace").strip())]
        rows, bad = table(p.stdout), []
        names = list(rows[0])
        place = [names.index(x) if x in names else -1 for x in ("skate_u", "seam_ratio", "settings")]
        if -1 in place or place != sorted(place):
            return ["no column seam_ratio between skate_u and settings"]
        seq = Sequence(Options(with_method(argv, rows[-1]["settings"])))
        out, read = Clip(path), iter(rows)
        for number, found in enumerate(seams(seq, out), 1):
            for name, seam in zip(out.names + ["*"], found):
                text = next(read)["seam_ratio"]
                try:
                    off = abs(float(text) - seam.ratio)
                except ValueError:
                    off = float("inf")
                if off > 1e-6 * seam.ratio + seam.noise:
                    bad.append("cut %d, %s: expected %.9g (%s in frame %d), found %r" % (
                        number, name, seam.ratio, FIGURES[seam.figure], seam.frame, text))
        return bad + metrics_again(dbtool, path, seq, rows)


def metrics_again(dbtool, path, seq, rows):
    """`metrics` writes no seam_ratio without the clips; with them it repeats that of `blend`, whatever the window."""
    times = ",".join("%df" % s.kc for s in seq.cuts)
    bare = measured([dbtool, "metrics", path, "-a", times])
    filled = [r["joint"] for r in bare if r["seam_ratio"]]
    bad = ["metrics without clips: %s has a seam_ratio" % filled[0]] if filled else []
    opt = seq.opt
    named = [dbtool, "metrics", path, "-a", times, "--window", "0.05", "--source", opt.clips[0]]
    for c in opt.clips[1:]:
        named += ["--target", c]
    named += opt.measured
    got = measured(named)
    for a, b in zip(rows, got):
        if a["seam_ratio"] != b["seam_ratio"]:
            return bad + ["metrics with --window: %s has %s, blend %s" % (a["joint"], b["seam_ratio"], a["seam_ratio"])]
    return bad


def one(job):
    dbtool, argvs = job
    results = []
    for argv in argvs:
        try:
            results.append((argv, disagreements(dbtool, argv)))
        except Exception as e:                                   # a failing case must not end the others
            results.append((argv, ["%s: %s" % (type(e).__name__, e)]))
    listed = subprocess.run([dbtool, "info", "--format", "json", *argvs[0][:2]], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=True)
    for info in json.loads(listed.stdout):
        theirs = [oracle.glitch_ends(g["first_frame"], g["last_frame"]) for g in info["glitches"]]
        ours = glitches(load(info["file"]))
        bad = [] if theirs == ours else ["glitches at %s, expected %s" % (theirs, ours)]
        results.append((["info", info["file"]], bad))
    return results


def every_method():
    """Every method that needs neither file nor gap."""
    return [["-m", m] for m in METHODS if m != "bridge-linear"] + [["--preset", "unreal"], ["-m", "auto"]]


def bundled(folder):
    """The cases of `check`, each a list of cuts with the same clips."""
    def go(clips, *options):
        return [[os.path.join(folder, "ok_%s.bvh" % c) for c in clips] + list(o) for o in options]
    pair = ["-a", "0.6", "--from", "0.2"]
    cases = [go(("walk", "run"), *[pair + m for m in every_method()])]
    cases += [go(("kick", "idle"), *[["-a", "0.9", "--from", "7f"] + m for m in every_method()])]
    gap = [["--gap", "0.2", "-m", m] for m in ("dead-two-sided", "bridge-linear")]
    some = ["-m", "dead-decay"]
    cases += [go(("walk", "turn"), *[pair + m for m in gap], pair + ["--skip", "*Arm"] + some,
                 pair + ["--profile", "*Leg=2", "-m", "crossfade"], pair + ["--until", "0.7"] + some,
                 ["-a", "1f", "--from", "1f"] + some, ["-a", "0f", "-m", "cut"], ["-a", "end"] + some)]
    # The second transition begins while the first one runs, or just after it.
    three = [["-a", "0.6," + t, "-t", "0.3", "-m", m] for t in ("0.7", "0.85", "0.95")
             for m in ("crossfade", "dead-halflife", "inertialize-two-sided")]
    cases += [go(("walk", "kick", "idle"), *three)]
    cases += [go(("walk", "walk_30fps"), pair + some, pair + ["--interpolate", "linear", "-m", "cut"])]
    cases += [go(("walk_30fps", "run"), pair + some, pair + ["-m", "cut"])]
    cases += [go(("still_root", "still_root_run"), pair + some, pair + ["-m", "inertialize-cubic"])]
    cases += [go(("t_pose_first", "walk"), ["-a", "0.6"] + some, ["-a", "0.6", "-m", "cut"])]
    return cases + [go(("all_positions", "walk"), pair + some, pair + ["-m", "inertialize-spring"])]


def outlier(path, made):
    """Write the clip with an outlier in its middle and all angles 0 in its first frame."""
    clip = load(path)
    with open(path) as f:
        lines = f.read().rstrip("\n").split("\n")
    first = next(i for i, x in enumerate(lines) if x.startswith("Frame Time")) + 1
    row = [float(x) for x in lines[first + clip.n // 2].split()]
    lines[first] = " ".join("0" for _ in row)
    lines[first + clip.n // 2] = " ".join("%.6f" % (x + 80) for x in row)
    with open(made, "w") as f:
        f.write("\n".join(lines) + "\n")
    return made


def check(dbtool, cases, jobs):
    import multiprocessing
    passed = failed = 0
    with multiprocessing.Pool(jobs) as pool:
        for results in pool.imap(one, [(dbtool, c) for c in cases]):
            for argv, bad in results:
                passed, failed = passed + (not bad), failed + bool(bad)
                for note in (bad or [])[:3]:
                    print("FAIL %s: %s" % (" ".join(os.path.basename(x) for x in argv), note), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


# ------------------------------------------------------------------------------------------------- properties

def angles(axes, q):
    """The angles, in degrees, of three rotations about the axes in this order whose product is q."""
    a, b, c = axes
    m = [rotate(q, tuple(float(i == n) for i in range(3))) for n in range(3)]      # columns
    s = 1 if (b - a) % 3 == 1 else -1
    return [degrees(x) for x in (atan2(-s * m[c][b], m[c][c]), asin(max(-1.0, min(1.0, s * m[c][a]))),
                                 atan2(-s * m[b][a], m[a][a]))]


def rewritten(clip, path, size=1.0, mirror=False, turned=None, backwards=False):
    """Write the clip scaled, mirrored (x), rotated about y (radians) and moved, or with the children of each joint in
    reverse order."""
    flip = (-1, 1, 1) if mirror else (1, 1, 1)
    order, text = [], ["HIERARCHY"]

    def vec(o):
        return " ".join("%.17g" % (x * size * f) for x, f in zip(o, flip))

    def joint(j, depth):
        order.append(j)
        text.extend(["%s %s" % ("JOINT" if depth else "ROOT", clip.names[j]), "{", "OFFSET " + vec(clip.offset[j]),
                     "CHANNELS %d %s" % (len(clip.layout[j]), " ".join(clip.layout[j]))])
        kids = [lambda i=i: joint(i, depth + 1) for i in clip.children[j]]
        kids += [lambda o=o: text.extend(["End Site", "{", "OFFSET " + vec(o), "}"]) for i, o in clip.ends if i == j]
        for kid in kids[::-1] if backwards else kids:
            kid()
        text.append("}")
    joint(0, 0)
    text += ["MOTION", "Frames: %d" % clip.n, "Frame Time: %.17g" % clip.dt]
    for k in range(clip.n):
        v = list(clip.values(k))
        if turned is not None:
            q, (px, py, pz) = qexp((0.0, turned, 0.0)), clip.local(0, v)[0]
            place = rotate(q, (px, py, pz))
            for c, a in clip.pos[0]:
                v[c] = place[a] + (300.0, 0.0, -170.0)[a]
            for (c, _), x in zip(clip.rot[0], angles([a for _, a in clip.rot[0]], mul(q, clip.pose(k)[0][1]))):
                v[c] = x
        row = []
        for j in order:
            at = clip.start[j]
            for c in range(at, at + len(clip.layout[j])):
                where = dict(clip.pos[j]).get(c)
                row.append(v[c] * size * flip[where] if where is not None else
                           v[c] * (-1 if mirror and dict(clip.rot[j])[c] else 1))
        text.append(" ".join("%.17g" % x for x in row))
    with open(path, "w") as f:
        f.write("\n".join(text) + "\n")
    return path


def figure(dbtool, argv):
    """{joint: seam_ratio} of one cut."""
    rows = measured([dbtool, "blend", *argv, "-o", "/dev/null", "--metrics", "-"])
    return {r["joint"]: float(r["seam_ratio"]) for r in rows}


def properties(dbtool, expect):
    """seam_ratio does not depend on unit, mirror, order of joints and position, with random clips and every method."""
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        def path(name):
            return os.path.join(folder, name + ".bvh")
        for n in range(3):
            own = [path("%d%s" % (n, x)) for x in "ab"]
            for i, p in enumerate(own):
                toy(p, 2 * n + i, 60, still_root=n == 2)
            changed = {"in other units": dict(size=10.0), "in a mirror": dict(mirror=True),
                       "with joints in another order": dict(backwards=True)}
            if n < 2:
                changed["moved and turned"] = dict(turned=1.1 + n)
            cut = ["-a", "30f", "--from", "12f", "--precision", "12"]
            for m in METHODS:
                if m == "bridge-linear":
                    continue
                plain = figure(dbtool, own + cut + ["-m", m])
                for what, how in changed.items():
                    both = [rewritten(load(p), path("%d%s%s" % (n, what.replace(" ", ""), x)), **how)
                            for p, x in zip(own, "ab")]
                    # Alignment undoes a move of the target alone.
                    both[0] = own[0] if "turned" in how else both[0]
                    again = figure(dbtool, both + cut + ["-m", m])
                    for j, x in plain.items():
                        expect("the same %s" % what, abs(again[j] - x) / max(x, 1e-3), 1e-5)
            for k in (5, 23, 40):
                for j, x in figure(dbtool, [own[0], own[0], "-a", "%df" % k, "--from", "%df" % k, "-m", "cut"]).items():
                    expect("a clip cut into itself is as abrupt as it is", x, 1 + 1e-9)


def eased(x):
    """From 0 to 1, with the first three derivatives 0 at both ends."""
    x = min(max(x, 0.0), 1.0)
    return x ** 4 * (35 - 84 * x + 70 * x ** 2 - 20 * x ** 3)


def rod(path, xs, first, second, dt):
    """Write a clip of a Root that moves along x and turns about y, with a Rod of length 10 below it that turns about y
    too."""
    text = ["HIERARCHY", "ROOT Root", "{", "OFFSET 0 0 0",
            "CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation",
            "JOINT Rod", "{", "OFFSET 0 0 0", "CHANNELS 3 Yrotation Xrotation Zrotation",
            "JOINT Tip", "{", "OFFSET 0 0 10", "CHANNELS 3 Yrotation Xrotation Zrotation",
            "End Site", "{", "OFFSET 0 0 1", "}", "}", "}"]
    text += ["}", "MOTION", "Frames: %d" % len(xs), "Frame Time: %r" % dt]
    for x, a, b in zip(xs, first, second):
        text.append(" ".join("%r" % v for v in (x, 0, 0, a, 0, 0, b, 0, 0, 0, 0, 0)))
    with open(path, "w") as f:
        f.write("\n".join(text) + "\n")
    return path


def rates(dbtool, expect):
    """seam_ratio of a smooth motion and a smooth transition does not depend on the rate. It would if the transition's
    acceleration jumped, as with most methods: then E is proportional to dt, that of the clips to its square."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        for _ in range(4):
            waves = [[[(rng.uniform(5, 20), rng.uniform(2, 9), rng.uniform(0, 6)) for _ in range(2)] for _ in range(3)]
                     for _ in range(2)]

            def at(clip, t):
                return tuple(sum(a * sin(f * t + p) for a, f, p in w) for w in waves[clip])
            found = []
            for hz in (60, 120, 240):
                dt, made = 1 / hz, []
                for clip in range(2):
                    made.append(rod(os.path.join(folder, "rate%d.bvh" % clip),
                                    *zip(*(at(clip, k * dt) for k in range(2 * hz + 1))), dt))
                rows = []
                for k in range(2 * hz + 1):
                    w = eased((k * dt - 0.75) / 0.5)
                    rows.append(tuple(x + w * (y - x) for x, y in zip(at(0, k * dt), at(1, k * dt))))
                out = rod(os.path.join(folder, "rate.bvh"), *zip(*rows), dt)
                cut = ["-a", "0.75", "-m", "crossfade:blend_time=0.5"]
                csv_rows = measured([dbtool, "metrics", out, *cut, "--source", made[0], "--target", made[1], "--from", "0.75",
                                     "--align", "none"])
                found.append({r["joint"]: float(r["seam_ratio"]) for r in csv_rows})
            for other in found[1:]:
                for j, x in found[0].items():
                    expect("the same at another rate", max(x / other[j], other[j] / x) - 1, 0.1)


# ------------------------------------------------------------------------------------------------- commands

def expectations(dbtool):
    worst = {}

    def expect(name, error, limit):
        worst[name] = max(worst.get(name, (0, 0))[0], error), limit
    properties(dbtool, expect)
    rates(dbtool, expect)
    failed = sum(not e <= limit for e, limit in worst.values())
    for name, (e, limit) in worst.items():
        print("%s %s: %.3g (limit %.3g)" % ("ok  " if e <= limit else "FAIL", name, e, limit))
    print("%d passed, %d failed" % (len(worst) - failed, failed))
    return 1 if failed else 0


def main(argv):
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("command", choices=("check", "corpus"))
    ap.add_argument("--dbtool", required=True)
    ap.add_argument("--clips")
    ap.add_argument("--corpus")
    ap.add_argument("--pairs", type=int, default=200)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    a = ap.parse_args(argv)
    dbtool = os.path.abspath(a.dbtool)
    if a.command == "corpus":
        cases = [[c + m for m in every_method()] for c in corpus_cases(a.corpus, 0, a.seed, a.pairs)]
        return check(dbtool, cases, a.jobs)
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        spoilt = outlier(os.path.join(a.clips, "ok_walk.bvh"), os.path.join(folder, "spoilt.bvh"))
        run = os.path.join(a.clips, "ok_run.bvh")
        cases = bundled(a.clips) + [[[run, spoilt, "-a", "0.5", "--from", "5f", "-m", m] for m in ("cut", "crossfade")]]
        failed = check(dbtool, cases, a.jobs)
        return expectations(dbtool) or failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
