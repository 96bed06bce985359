#!/usr/bin/env python3
"""An independent reference for the column seam_ratio: how abrupt a cut is, measured against its own clips.

Written from dbtool-internals(7) (GLITCHES; POPS; SEAMS) alone. The BVH reader, the quaternions, the resampler and the frames
of a cut are oracle.py's; nothing is dbtool's.

    seam_oracle.py measure OUT.bvh -- A.bvh B.bvh [...] [blend options]      the figure of each joint, and what makes it
    seam_oracle.py check --dbtool PATH --clips DIR [-j N]                    the bundled clips, every method
    seam_oracle.py corpus --dbtool PATH --corpus DIR [--pairs N] [--seed N] [-j N]
    seam_oracle.py properties [--dbtool PATH]                                what must not change the figure
    seam_oracle.py selftest                                                  cases that were worked out by other means

`check` and `corpus` compare every row of the CSV; `check` asks for the properties, too. `properties` asks this oracle alone, or dbtool where it is named.
Layers are not modelled. The exit status is 1 if anything disagrees. Only the standard library is used.
"""
import argparse
import cmath
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from math import asin, atan2, cos, degrees, floor, pi, sin

import oracle
import pops_oracle
from oracle import (DEG, EPS, METHODS, Clip, Options, Refused, Sequence, Unrounded, corpus_cases, load, mul, norm, qexp,
                    reach, rotate, scale, spans, sub, toy, turn, world)

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


# ------------------------------------------------------------------------------------------------- the figure

def abruptness(poses, clip, dt):
    """For each of consecutive poses its four figures for each joint, in the order of FIGURES; None without the
    neighbours that they need."""
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
    """The largest of each joint's four figures; 0 where there is none."""
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
    """The largest figures of each joint over all frames of a clip, at the output's rate, without glitches."""
    key = track.clip.path, track.out.path, track.linear
    if key not in CAPTURED:
        step, rows = track.step, []
        for begin, end in runs(track.clip):
            ks = range(begin, end)
            if step:                        # frames that are interpolated from frames of this run alone
                ks = [k for k in range(track.n) if max(floor(k * step) - 1, 0) >= begin and
                      min(floor(k * step) + 2, track.clip.n - 1) < end]
            rows.append(most(abruptness((track.pose(k) for k in ks), track.out, track.out.dt)) or
                        [[0.0] * 4] * track.out.joints)
        CAPTURED[key] = most(rows)
    return CAPTURED[key]


def references(tracks, dt):
    """Of each joint the four references: what these clips do at most, but not less than the least level."""
    found = most(captured(t) for t in tracks)
    for i in range(4):
        moves = [f[i] for f in found if f[i] > 0]
        least = max(statistics.median(moves) / 4 if moves else 0.0, 4e-6 / dt)
        for f in found:
            f[i] = max(f[i], least)
    return found


def playing(seq, number):
    """The clips that play in the frames of a cut: its own two, and those of earlier transitions that still run."""
    before = [m for m in range(number) if seq.cuts[m].ke > seq.cuts[number].kb]
    return [seq.tracks[m] for m in before + [number, number + 1]]


class Seam:
    """The figure of one joint: its ratio, which of the four quotients made it and in which frame, and by how much
    rounding in doubles may move it."""

    def __init__(self, ratio, figure, frame, noise):
        self.ratio, self.figure, self.frame, self.noise = ratio, figure, frame, noise


def seams(seq, out):
    """For each cut a Seam for each joint, and one for the row *; out: the output as written."""
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
    """The options with a method, as the CSV names it, in place of `auto`."""
    name, _, values = method.partition(":")
    given = ",".join(x for x in values.split(",") if not x.endswith("=none"))
    return [name + ":" + given if x == "auto" else x for x in argv]


def disagreements(dbtool, argv):
    """What the CSV of one blend has otherwise than this oracle; None if the cut cannot be made."""
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
        return bad + asked_again(dbtool, path, seq, rows)


def asked_again(dbtool, path, seq, rows):
    """`metrics` has nothing to measure against without the clips; with them, a window changes nothing."""
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
    told = []
    for argv in argvs:
        try:
            told.append((argv, disagreements(dbtool, argv)))
        except Exception as e:                                   # a failing case must not end the others
            told.append((argv, ["%s: %s" % (type(e).__name__, e)]))
    listed = subprocess.run([dbtool, "info", "--format", "json", *argvs[0][:2]], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=True)
    for info in json.loads(listed.stdout):
        theirs = [oracle.glitch_ends(g["first_frame"], g["last_frame"]) for g in info["glitches"]]
        ours = glitches(load(info["file"]))
        bad = [] if theirs == ours else ["glitches at %s, expected %s" % (theirs, ours)]
        told.append((["info", info["file"]], bad))
    return told


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
    """The clip with one wild frame in its middle and a frame of a straight body at its beginning."""
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
        for told in pool.imap(one, [(dbtool, c) for c in cases]):
            for argv, bad in told:
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
    """The clip again: in other units, seen in a mirror (x), turned about y (radians) and moved, or with the children of
    each joint in the opposite order."""
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
    """{joint: seam_ratio} of one cut, by this oracle from its own blend, or by dbtool."""
    if not dbtool:
        seq = Sequence(Options(argv))
        return dict(zip(seq.out.names + ["*"], (s.ratio for s in seams(seq, Unrounded(seq))[0])))
    rows = measured([dbtool, "blend", *argv, "-o", "/dev/null", "--metrics", "-"])
    return {r["joint"]: float(r["seam_ratio"]) for r in rows}


def properties(dbtool, expect):
    """What must not change the figure, with random clips and every method."""
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
                    # One moved clip is another world for the target alone.
                    both[0] = own[0] if "turned" in how else both[0]
                    again = figure(dbtool, both + cut + ["-m", m])
                    for j, x in plain.items():
                        expect("the same %s" % what, abs(again[j] - x) / max(x, 1e-3), 1e-5)
            for k in (5, 23, 40):
                for j, x in figure(dbtool, [own[0], own[0], "-a", "%df" % k, "--from", "%df" % k, "-m", "cut"]).items():
                    expect("a clip cut into itself is as abrupt as it is", x, 1 + 1e-9)


def eased(x):
    """From 0 to 1 with three derivatives that begin and end at 0."""
    x = min(max(x, 0.0), 1.0)
    return x ** 4 * (35 - 84 * x + 70 * x ** 2 - 20 * x ** 3)


def rates(dbtool, expect):
    """A smooth motion over a smooth transition, at several rates. Where a transition's acceleration jumps, as with most
    methods, E shrinks with the frame time, and the clips' E with its square: their quotient grows with the rate."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        for n in range(4):
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
                if dbtool:
                    told = measured([dbtool, "metrics", out, *cut, "--source", made[0], "--target", made[1], "--from",
                                     "0.75", "--align", "none"])
                    found.append({r["joint"]: float(r["seam_ratio"]) for r in told})
                else:
                    seq = Sequence(Options(made + cut + ["--from", "0.75", "--align", "none"]))
                    found.append(dict(zip(seq.out.names + ["*"], (s.ratio for s in seams(seq, Clip(out))[0]))))
            for other in found[1:]:
                for j, x in found[0].items():
                    expect("the same at another rate", max(x / other[j], other[j] / x) - 1, 0.1)


# ------------------------------------------------------------------------------------------------- selftest

def rod(path, places, first, second, dt, extra=0):
    """Write a clip of a Root that moves along x and turns about y, with a Rod of length 10 below it that turns about y
    too; `extra` more joints stand still."""
    text = ["HIERARCHY", "ROOT Root", "{", "OFFSET 0 0 0",
            "CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation",
            "JOINT Rod", "{", "OFFSET 0 0 0", "CHANNELS 3 Yrotation Xrotation Zrotation",
            "JOINT Tip", "{", "OFFSET 0 0 10", "CHANNELS 3 Yrotation Xrotation Zrotation",
            "End Site", "{", "OFFSET 0 0 1", "}", "}", "}"]
    for i in range(extra):
        text += ["JOINT Still%d" % i, "{", "OFFSET 0 5 0", "CHANNELS 3 Yrotation Xrotation Zrotation",
                 "End Site", "{", "OFFSET 0 1 0", "}", "}"]
    text += ["}", "MOTION", "Frames: %d" % len(places), "Frame Time: %r" % dt]
    for x, a, b in zip(places, first, second):
        text.append(" ".join("%r" % v for v in [x, 0, 0, a, 0, 0, b, 0, 0, 0, 0, 0] + [0, 0, 0] * extra))
    with open(path, "w") as f:
        f.write("\n".join(text) + "\n")
    return path


def by_hand(a, b, kc, begin, dt, extra=0):
    """seam_ratio of a `cut` between two rods, by differences of numbers: positions along x, angles as they are, and the
    tip as a complex number.  Also the difference and the frame, from kc on, that make the worst."""
    def all_of(rows):
        tips = [complex(x, 0) + 10 * 1j * cmath.exp(-1j * pi / 180 * (p + q)) for x, p, q in rows]
        still = [complex(x, 0) + 5j for x, _, _ in rows]        # above the Root: only its shift moves it
        return {"Root": ([p for _, p, _ in rows], [x for x, _, _ in rows]),
                "Rod": ([q for _, _, q in rows], [x for x, _, _ in rows]),
                "Tip": ([0] * len(rows), tips), **{"Still%d" % i: ([0] * len(rows), still) for i in range(extra)}}

    def differences(s, order):
        for _ in range(order):
            s = [y - x for x, y in zip(s, s[1:])]
        return [abs(x) / dt for x in s]

    played = a[:kc] + b[begin:]
    clips, out, found = (all_of(a), all_of(b)), all_of(played), {}
    refs = {j: [max(max(differences(c[j][side], order)) for c in clips) for order in (2, 3) for side in (0, 1)]
            for j in out}
    for i in range(4):
        over = sorted(r[i] for r in refs.values() if r[i] > 1e-9)
        middle = (over[(len(over) - 1) // 2] + over[len(over) // 2]) / 2 if over else 0
        for r in refs.values():
            r[i] = max(r[i], middle / 4, 4e-6 / dt)
    for j in out:
        quotients = []
        for i, (order, side) in enumerate((o, s) for o in (2, 3) for s in (0, 1)):
            # The n-th difference in frame k is number k - n; cut: kb = ke = kc.
            d = differences(out[j][side], order)
            quotients += [(d[k - order] / refs[j][i], "DE"[order - 2], k - kc) for k in range(kc, kc + order)]
        found[j] = max(quotients)
    worst = max(found.values())
    return {**{j: x for j, (x, _, _) in found.items()}, "*": worst[0]}, worst[1:]


def summed(seconds, at=0.0, rate=0.0):
    """Positions whose second differences, from frame 2 on, are given."""
    out = [at, at + rate]
    for x in seconds:
        rate += x
        out.append(out[-1] + rate)
    return [(x, 0.0, 0.0) for x in out]


def pinned():
    """(clips, kc, begin, what makes the worst): cuts in which one frame alone does, at each end of the frames that
    count.  Jitter makes third differences twice as large as second ones; a ramp makes them small."""
    jitter = [(-1) ** k * 1.0 for k in range(40)]
    moving, resting = summed(jitter, rate=7.5), summed(jitter, rate=0.5)
    # Each sways by half a unit about a line; both are on it where the new clip takes over.
    yield moving, [(x + moving[19][0] - resting[20][0], 0.0, 0.0) for x, _, _ in resting], 20, 20, ("D", 0)
    yield resting, [(x + resting[20][0] - moving[20][0], 0.0, 0.0) for x, _, _ in moving], 20, 20, ("D", 1)
    ramp = [-1.0 + 0.05 * k for k in range(40)]
    still = summed([0.0] * 40)
    yield still, summed(ramp, rate=5.0), 20, 0, ("E", 2)


def selftest(expect):
    rng = random.Random(11)
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        for n in range(6):
            dt, extra = rng.choice((1 / 30, 1 / 64, 0.01)), n % 4
            rows = []
            for i in range(2):
                u = [rng.uniform(-1, 1) for _ in range(9)]
                rows.append([(u[0] * k + u[1] * 1e-2 * k * k + u[2] * 3e-4 * k ** 3, 40 * sin(u[3] + 0.1 * k * u[4]),
                              u[5] * k + 30 * cos(u[6] + 0.2 * k)) for k in range(40 + 7 * i)])
            paths = [rod(os.path.join(folder, "%d%d.bvh" % (n, i)), *zip(*r), dt, extra) for i, r in enumerate(rows)]
            kc, begin = 12 + n, 5 * n
            wanted, _ = by_hand(*rows, kc, begin, dt, extra)
            got = figure(None, paths + ["-a", "%df" % kc, "--from", "%df" % begin, "-m", "cut", "--align", "none"])
            for j, x in wanted.items():
                expect("a cut of rods is what differences of numbers say", abs(got[j] - x) / max(x, 1e-9), 1e-6)
        for n, (*rows, kc, begin, made) in enumerate(pinned()):
            paths = [rod(os.path.join(folder, "pinned%d%d.bvh" % (n, i)), *zip(*r), 0.5) for i, r in enumerate(rows)]
            wanted, worst = by_hand(*rows, kc, begin, 0.5)
            got = figure(None, paths + ["-a", "%df" % kc, "--from", "%df" % begin, "-m", "cut", "--align", "none"])
            expect("what makes the worst is as meant", float(worst != made), 0)
            expect("each end of the frames counts", abs(got["*"] - wanted["*"]) / wanted["*"], 1e-9)
        # Where nothing ever moves, 4e-6 is the least level: third differences are twice the step.
        still = [[(x, 0.0, 0.0)] * 30 for x in (0.0, 1e-4)]
        paths = [rod(os.path.join(folder, "rest%d.bvh" % i), *zip(*r), 0.5) for i, r in enumerate(still)]
        got = figure(None, paths + ["-a", "20f", "--from", "20f", "-m", "cut", "--align", "none"])
        expect("rounding is no level", abs(got["*"] - 2e-4 / 4e-6), 1e-6)
        # x = k^3 / 1000 has third differences of 0.006. A step of 100 in front of frame 20 makes those there 100, -200
        # and 100 more.
        still = [(k ** 3 * 1e-3, 0.0, 0.0) for k in range(40)]
        shifted = [(x + 100, p, q) for x, p, q in still]
        paths = [rod(os.path.join(folder, "cubic%d.bvh" % i), *zip(*r), 0.5) for i, r in enumerate((still, shifted))]
        got = figure(None, paths + ["-a", "20f", "--from", "20f", "-m", "cut", "--align", "none"])
        expect("a step of 100 over third differences of 0.006", abs(got["Root"] - (200 - 0.006) / 0.006), 1e-6)
        # Two joints move, two do not: the median is that of those that move, and a quarter of it is the least level.
        swing = [(0.0, 20 * sin(0.3 * k), 0.0) for k in range(40)]
        jumps = [(0.0, p, 8.0) for _, p, _ in swing]
        paths = [rod(os.path.join(folder, "still%d.bvh" % i), *zip(*r), 0.5, 1) for i, r in enumerate((swing, jumps))]
        got = figure(None, paths + ["-a", "20f", "--from", "20f", "-m", "cut", "--align", "none"])
        level = max(abs(20 * (sin(0.3 * k) - 2 * sin(0.3 * k - 0.3) + sin(0.3 * k - 0.6))) for k in range(2, 40)) / 4
        third = max(abs(20 * (sin(0.3 * k) - 3 * sin(0.3 * k - 0.3) + 3 * sin(0.3 * k - 0.6) - sin(0.3 * k - 0.9)))
                    for k in range(3, 40)) / 4
        expect("a joint that rests in its clips is measured by others", abs(got["Rod"] - max(8 / level, 16 / third)),
               1e-6)
        found(folder, expect)
        for q in [qexp(tuple(rng.uniform(-2, 2) for _ in range(3))) for _ in range(50)]:
            axes = rng.sample(range(3), 3)
            again = (1.0, 0.0, 0.0, 0.0)
            for axis, a in zip(axes, angles(axes, q)):
                again = mul(again, qexp(tuple(a * pi / 180 * (i == axis) for i in range(3))))
            expect("angles give their rotation", norm(turn(again, q)), 1e-9)
    properties(None, expect)
    rates(None, expect)


def found(folder, expect):
    """Glitches: seen where they were made, and left out."""
    base = os.path.join(folder, "waves.bvh")
    toy(base, 3, 90)
    spoilt = outlier(base, os.path.join(folder, "spoilt.bvh"))
    expect("glitches are where they were made", float((glitches(load(base)), glitches(load(spoilt))) !=
                                                      ([], [(1, 1), (45, 46)])), 0)
    expect("runs are the frames between them", float(runs(load(spoilt)) != [(1, 45), (46, 90)]), 0)
    for begin, what in ((60, "a glitch in the clip is no excuse"), (39, "a glitch after the cut is not its own")):
        plain, other = (figure(None, [p, p, "-a", "20f", "--from", "%df" % begin, "-m", "cut"])["*"]
                        for p in (base, spoilt))
        expect(what, max(plain / other, other / plain), 2)
    paths = [base, os.path.join(folder, "more.bvh"), os.path.join(folder, "wild.bvh")]
    toy(paths[1], 4, 90), toy(paths[2], 5, 90)
    for at, wanted in (("0.4", [0, 1, 2]), ("0.7", [1, 2])):            # the first transition lasts from 0.3 to 0.6
        seq = Sequence(Options(paths + ["-a", "0.3," + at, "-m", "crossfade:blend_time=0.3"]))
        expect("the clip before plays while its transition runs",
               float(playing(seq, 1) != [seq.tracks[i] for i in wanted]), 0)


# ------------------------------------------------------------------------------------------------- commands

def measure(out, argv):
    seq, out = Sequence(Options(argv)), Clip(out)
    print("cut,joint,seam_ratio,figure,frame")
    for number, rows in enumerate(seams(seq, out), 1):
        for name, s in zip(out.names + ["*"], rows):
            print("%d,%s,%.9g,%s,%d" % (number, name, s.ratio, FIGURES[s.figure], s.frame))
    return 0


def unchanged(dbtool):
    return (lambda expect: properties(dbtool, expect)), (lambda expect: rates(dbtool, expect))


def expectations(*sources):
    worst = {}

    def expect(name, error, limit):
        worst[name] = max(worst.get(name, (0, 0))[0], error), limit
    for source in sources:
        source(expect)
    failed = sum(not e <= limit for e, limit in worst.values())
    for name, (e, limit) in worst.items():
        print("%s %s: %.3g (limit %.3g)" % ("ok  " if e <= limit else "FAIL", name, e, limit))
    print("%d passed, %d failed" % (len(worst) - failed, failed))
    return 1 if failed else 0


def main(argv):
    rest = []
    if "--" in argv:
        argv, rest = argv[:argv.index("--")], argv[argv.index("--") + 1:]
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("command", choices=("measure", "check", "corpus", "properties", "selftest"))
    ap.add_argument("out", nargs="?")
    ap.add_argument("--dbtool")
    ap.add_argument("--clips")
    ap.add_argument("--corpus")
    ap.add_argument("--pairs", type=int, default=200)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    a = ap.parse_args(argv)
    dbtool = a.dbtool and os.path.abspath(a.dbtool)
    if a.command == "measure":
        return measure(a.out, rest)
    if a.command == "selftest":
        return expectations(selftest)
    if a.command == "properties":
        return expectations(*unchanged(dbtool))
    if a.command == "corpus":
        cases = [[c + m for m in every_method()] for c in corpus_cases(a.corpus, 0, a.seed, a.pairs)]
        return check(dbtool, cases, a.jobs)
    with tempfile.TemporaryDirectory(prefix="seam-") as folder:
        spoilt = outlier(os.path.join(a.clips, "ok_walk.bvh"), os.path.join(folder, "spoilt.bvh"))
        run = os.path.join(a.clips, "ok_run.bvh")
        cases = bundled(a.clips) + [[[run, spoilt, "-a", "0.5", "--from", "5f", "-m", m] for m in ("cut", "crossfade")]]
        failed = check(dbtool, cases, a.jobs)
        return expectations(*unchanged(dbtool)) or failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
