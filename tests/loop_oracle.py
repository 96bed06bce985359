#!/usr/bin/env python3
"""An independent reference for `dbtool loop`: every period, by brute force, and every frame of the output.

Written from dbtool-internals(7) (LOOPS; TWO SIDES AND GAPS) alone.  The BVH reader and the quaternions are oracle.py's,
the features of frames cut_oracle.py's; nothing is dbtool's.

    loop_oracle.py CLIP.bvh [--start T] [--in-place] ... --check DBTOOL     one case
    loop_oracle.py --random N --clips DIR --check DBTOOL                    N random cases
    loop_oracle.py --known DBTOOL                                           clips of known period; also before --random

numpy makes it fast; without it clips should be short.
"""
import argparse
import os
import random
import re
import sys
import tempfile
from math import atan2, cos, floor, inf, pi, sin, sqrt

from cut_oracle import Rule, call, digits, features, find_numpy, not_above, numpy, own_track, twist
from oracle import (DEG, Refused, ZERO, add, anchor_of, angle_between, chain_world, frames_until, inv, jinv, load, mul,
                    norm, qexp, reach, rotate, scale, seconds, show, sub, time_frame, turn)


def mean_rates(back, forth, k, n):
    """The mean of the backward and the forward difference; at a clip's ends the one that exists."""
    return back if k == n - 1 else forth if k == 0 else [scale(add(x, y), 0.5) for x, y in zip(back, forth)]


class Periods:
    """The cost of each period of a clip, and the variance of the positions in it."""

    def __init__(self, clip, rule):
        self.clip, self.rule, self.n = clip, rule, clip.n
        track = own_track(clip, clip, "hermite")
        self.anchor, (self.carrier,) = anchor_of([clip], rule.root)
        joints = not_above(clip, self.anchor)
        self.w = [rule.weight(clip.names[j]) for j in joints]
        self.total = sum(self.w)
        ref = track.world(0)[self.anchor][1]
        back, forth = (features(track, joints, self.anchor, ref, rule.up, b) for b in (True, False))
        self.p = [f[0] for f in back]
        self.v = [mean_rates(b[1], f[1], k, self.n) for k, (b, f) in enumerate(zip(back, forth))]
        self.tau = seconds(rule.tau, clip.dt)
        if numpy:
            self.np, self.nv = numpy.array(self.p), numpy.array(self.v)
            self.nw = numpy.array(self.w)[None, :, None]
        self.spread = self.variance(0, self.n)

    def cost(self, i, j):
        """(cost, pose, velocity) of leaving frame j for frame i."""
        pose, velocity = (sqrt(sum(w * norm(sub(a, b)) ** 2 for w, a, b in zip(self.w, x[j], x[i])) / self.total)
                          for x in (self.p, self.v))
        return sqrt(pose ** 2 + (self.tau * velocity) ** 2), pose, velocity

    def costs(self, length):
        """The costs of all periods of this length, by their first frame."""
        if not numpy:
            return [self.cost(i, i + length)[0] for i in range(self.n - length)]
        pose, velocity = (((x[length:] - x[:-length]) ** 2 * self.nw).sum(axis=(1, 2)) for x in (self.np, self.nv))
        return [float(x) for x in numpy.sqrt((pose + self.tau ** 2 * velocity) / self.total)]

    def variance(self, i, j):
        """The variance of the positions over frames i to j - 1, with the weights of the cost."""
        if numpy:
            x = self.np[i:j]
            return float((((x - x.mean(axis=0)) ** 2) * self.nw).sum() / self.total / (j - i))
        middle = [scale(tuple(sum(c) for c in zip(*(self.p[k][x] for k in range(i, j)))), 1 / (j - i))
                  for x in range(len(self.w))]
        return sum(w * norm(sub(p, m)) ** 2 for k in range(i, j) for w, p, m in zip(self.w, self.p[k], middle)) \
            / self.total / (j - i)

    def candidates(self, start, period, least):
        """[(begin, length, cost)] of all periods that the options and the variance allow."""
        lengths = [period] if period else range(max(1, least), self.n)
        found = []
        for length in lengths:
            c = self.costs(length) if length < self.n else []
            for i in ([start] if start is not None else range(len(c))):
                if i < len(c) and (start is not None and period or self.variance(i, i + length) >= 0.25 * self.spread):
                    found.append((i, length, c[i]))
        return found

    def size(self):
        return max(max(abs(c) for p in x for c in p) for x in self.p) \
            + self.tau * max(max(abs(c) for v in x for c in v) for x in self.v)


class Loop:
    """The period of a clip, and the frames of its repetitions."""

    def __init__(self, a):
        self.a, self.clip = a, load(a.clip)
        clip, dt = self.clip, self.clip.dt
        rule = Rule(tau=a.velocity_weight, weights=a.weight, up=a.up, root=a.root)
        self.up = rule.up
        self.periods = Periods(clip, rule)
        start = None if a.start is None else time_frame(a.start, dt, clip.n - 1)
        length = None if a.period is None else rule.frames(a.period, dt)
        self.all = self.periods.candidates(start, length, rule.frames(a.least, dt))
        if not self.all:
            raise Refused("no period")
        self.floor = 1e-5 * reach(clip)
        self.below = float(a.below) if a.below else max(1.5 * min(c for *_, c in self.all), self.floor)
        if a.start is not None and a.period is not None and not a.below:
            self.below = inf
        fit = [x for x in self.all if x[2] <= self.below]
        if not fit:
            raise Refused("none is cheap enough")
        most = max(x[1] for x in fit)
        _, self.begin = min((digits(c), i) for i, n, c in fit if n == most)
        self.length = most
        self.move_repetitions()

    def move_repetitions(self, begin=None, length=None):
        """Set the ground transform X from one repetition to the next: a rotation by phi about up, then a shift by s.  Then the
        offsets at the loop point."""
        if begin is not None:
            self.begin, self.length = begin, length
        clip, up, i, j = self.clip, self.up, self.begin, self.begin + self.length
        self.nb, self.na = (frames_until(seconds(t, clip.dt), clip.dt) for t in (self.a.before, self.a.blend_time))
        if self.nb + self.na > self.length:
            raise Refused("the seam is longer than the period")
        at, to = (chain_world(clip.parent, clip.pose(k), self.periods.anchor) for k in (i, j))
        r = twist(mul(to[1], inv(at[1])), up)
        s = list(sub(to[0], rotate(r, at[0])))
        s[up] = 0.0
        self.phi = 2 * atan2(r[up + 1], r[0])
        self.phi -= 2 * pi * floor(self.phi / (2 * pi) + 0.5)
        self.s = tuple(s)
        if self.a.align == "none" or abs(self.phi) <= 1e-9 and norm(s) <= 1e-9:
            self.phi, self.s = 0.0, ZERO
        self.join()

    def power(self, a):
        """X^a as (quaternion, shift): a rotation about its fixed point, or a shift."""
        turned = lambda angle: tuple([cos(angle / 2)] + [sin(angle / 2) * (x == self.up) for x in range(3)])
        if abs(self.phi) < 1e-9:
            return turned(a * self.phi), scale(self.s, a)
        # the fixed point c of p -> R p + s on the ground: c = s/2 + (s rotated by 90 degrees) / (2 tan(phi/2))
        aside = rotate(turned(pi / 2), self.s)
        c = add(scale(self.s, 0.5), scale(aside, 0.5 / (sin(self.phi / 2) / cos(self.phi / 2))))
        r = turned(a * self.phi)
        return r, sub(c, rotate(r, c))

    def move(self, pose, by):
        """The pose, moved over the ground by (quaternion, shift) at its carrier."""
        r, s = by
        m = self.periods.carrier
        p, q = chain_world(self.clip.parent, pose, m)
        p, q = add(rotate(r, p), s), mul(r, q)
        out = list(pose)
        if self.clip.parent[m] >= 0:
            bp, bq = chain_world(self.clip.parent, pose, self.clip.parent[m])
            p, q = rotate(inv(bq), sub(p, bp)), mul(inv(bq), q)
        out[m] = (p, q)
        return out

    def rates(self, k, get):
        """Linear and angular velocities of all joints at frame k, see mean_rates(); get: frame to pose."""
        dt, n, a = self.clip.dt, self.clip.n, get(k)
        diff = lambda x, y: [(scale(sub(q[0], p[0]), 1 / dt), scale(turn(q[1], p[1]), 1 / dt)) for p, q in zip(x, y)]
        back = diff(get(k - 1), a) if k > 0 else None
        forth = diff(a, get(k + 1)) if k + 1 < n else None
        if back and forth:
            return [(scale(add(b[0], f[0]), 0.5), scale(add(b[1], f[1]), 0.5)) for b, f in zip(back, forth)]
        return back or forth

    def join(self):
        """Set the offset and rate of each joint at the loop point; None for a joint whose offset is too small to correct."""
        i, j, clip = self.begin, self.begin + self.length, self.clip
        one = self.power(1)
        there = lambda k: self.move(clip.pose(k), one)
        s, t = clip.pose(j), there(i)
        self.seam = []
        for (ps, qs), (pt, qt), (v, w), (vt, wt) in zip(s, t, self.rates(j, clip.pose), self.rates(i, there)):
            x, r = sub(ps, pt), turn(qs, qt)
            xv, rv = sub(v, vt), jinv(r, sub(w, rotate(qexp(r), wt)))
            small = max(norm(x), 0.2 * norm(xv)) < self.floor and max(norm(r), 0.2 * norm(rv)) < 1e-3 / DEG
            self.seam.append(None if small else (x, xv, r, rv))

    def offset(self, x, v, t):
        tb, ta = self.nb * self.clip.dt, self.na * self.clip.dt
        u = (t + tb) / (tb + ta)
        return sub(scale(add(x, scale(v, ta)), -(10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5)),
                   scale(v, (tb + ta) * (-4 * u ** 3 + 7 * u ** 4 - 3 * u ** 5)))

    def bent(self, n, pose):
        """The pose n frames after the loop point, or before it (n < 0), with the loop point's offsets."""
        t, part = n * self.clip.dt, self.na / (self.nb + self.na)
        out = []
        for j, ((p, q), seam) in enumerate(zip(pose, self.seam)):
            if seam:
                x, xv, r, rv = seam
                s = add(r, scale(rv, t))
                more = scale(s, -part if n < 0 else 1 - part)
                q = mul(qexp(add(self.offset(r, rv, t), scale(s, part))), mul(qexp(more), q))
                if self.clip.pos[j]:
                    p = add(p, add(self.offset(x, xv, t), ZERO if n < 0 else add(x, scale(xv, t))))
            out.append((p, q))
        return out

    def frame(self, k):
        """(pose, whether each joint is the clip's own) of frame k of the output."""
        rep, m = divmod(k, self.length)
        pose, clip = self.clip.pose(self.begin + m), self.clip
        own = [True] * clip.joints
        if m < self.na:
            pose = self.move(self.bent(m, self.move(pose, self.power(1))), self.power(-1))
            own = [not s for s in self.seam]
        elif m > self.length - self.nb:
            pose = self.bent(m - self.length, pose)
            own = [not s for s in self.seam]
        power = -m / self.length if self.a.in_place else rep
        if power and (self.phi or norm(self.s)):
            pose = self.move(pose, self.power(power))
            own[self.periods.carrier] = False
        return pose, own


def compare(loop, path, bad):
    """Compare dbtool's output frame by frame."""
    got, clip, a = load(path), loop.clip, loop.a
    noise = 1e-12 * (1 + loop.periods.size())
    n = got.n - bool(a.closed)
    if n % a.repeat:
        return bad("%d frames are not %d repetitions" % (n, a.repeat))
    length = n // a.repeat
    lines = {line: k for k, line in reversed(list(enumerate(clip.lines)))}
    if length != loop.length:
        slack = [x for x in loop.all if x[1] == length and x[2] <= loop.below * (1 + 1e-9) + noise]
        close = [x for x in loop.all if x[1] == loop.length and x[2] > loop.below * (1 - 1e-9) - noise]
        if not slack or len(close) < len([x for x in loop.all if x[1] == loop.length and x[2] <= loop.below]):
            return bad("the period is %d frames, expected %d from %d" % (length, loop.length, loop.begin))
    middle = got.lines[loop.na + (length - loop.nb - loop.na) // 2] if length > loop.na + loop.nb else None
    if middle in lines and not a.in_place:
        begin = lines[middle] - loop.na - (length - loop.nb - loop.na) // 2
        if begin != loop.begin:
            mine, other = (loop.periods.cost(x, x + length)[0] for x in (loop.begin, begin))
            if abs(mine - other) > 2e-9 * mine + noise:
                bad("the period begins at %d and costs %.9g, expected %d, %.9g" % (begin, other, loop.begin, mine))
            loop.move_repetitions(begin, length)
    worst = [0.0, 0.0]
    for k in range(got.n):
        pose, own = loop.frame(k)
        m = loop.begin + k % length
        if all(own) and got.lines[k] != clip.lines[m]:
            bad("frame %d is not the clip's line %d byte for byte" % (k, m))
        for j, ((p, q), (gp, gq)) in enumerate(zip(pose, got.pose(k))):
            if own[j]:
                c = clip.start[j]
                if got.tokens(k)[c:c + len(clip.layout[j])] != clip.tokens(m)[c:c + len(clip.layout[j])]:
                    bad("frame %d: joint %s is not the clip's own" % (k, clip.names[j]))
                continue
            worst[0] = max(worst[0], norm(sub(p, gp)))
            if len(clip.rot[j]) == 3:
                worst[1] = max(worst[1], angle_between(q, gq))
    digits_off = 0.6 * 10.0 ** -int(a.precision) * sqrt(3)
    if worst[0] > digits_off + 1e-9 * loop.periods.size() or worst[1] > 2 * digits_off:
        bad("off by %.3g units, %.3g degrees" % tuple(worst))
    return worst


def arguments(a):
    """The command line of a case, without the clip."""
    out = []
    for name in ("start", "period", "below", "before", "blend_time", "velocity_weight", "root", "up", "align",
                 "precision"):
        if getattr(a, name) is not None:
            out += ["--" + name.replace("_", "-"), str(getattr(a, name))]
    if a.period is None:
        out += ["--min", a.least]
    for w in a.weight:
        out += ["--weight", w]
    return out + ["--repeat", str(a.repeat)] + ["--closed"] * a.closed + ["--in-place"] * a.in_place


def check(a):
    """Run one case; what is wrong."""
    notes = []
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "out.bvh")
        status, _, err = call([a.check, "loop", a.clip, "-q", "-o", path, *arguments(a)])
        try:
            loop = Loop(a)
        except Refused as e:
            if status != 2:
                notes.append("expected an error (%s), exit status is %d" % (e, status))
            return notes
        if status:
            return ["exit status %d: %s" % (status, err.strip())]
        compare(loop, path, notes.append)
    return notes


def parser():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("clip", nargs="?")
    for name in ("start", "period", "below", "root"):
        ap.add_argument("--" + name)
    ap.add_argument("--min", dest="least", default="0.4")
    ap.add_argument("--before", default="0.2")
    ap.add_argument("--blend-time", default="0.2")
    ap.add_argument("--velocity-weight", default="0.1")
    ap.add_argument("--weight", action="append", default=[])
    ap.add_argument("--up", default="y")
    ap.add_argument("--align", default="root")
    ap.add_argument("--precision", default="6")
    ap.add_argument("--repeat", type=int, default=1)
    ap.add_argument("--closed", action="store_true")
    ap.add_argument("--in-place", action="store_true")
    ap.add_argument("--check", metavar="DBTOOL")
    ap.add_argument("--random", type=int)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--clips", dest="folder")
    ap.add_argument("--known", metavar="DBTOOL")
    return ap


def random_cases(folder, n, seed):
    rng = random.Random(seed)
    clips = [os.path.join(d, f) for d, _, fs in os.walk(folder) for f in fs if re.match(r"(?!bad_|warn_).*\.bvh$", f)]
    clips = sorted(c for c in clips if os.path.getsize(c) > 20000)
    some = lambda *x: list(x) if rng.random() < 0.3 else []
    for _ in range(n):
        clip = rng.choice(clips)
        up = ["--up", "z"] if "zup" in clip or "dab" in clip else []
        start, period = some("--start", "%.3f" % rng.uniform(0, 0.8)), some("--period", "%.3f" % rng.uniform(0.3, 1.2))
        yield [clip, *up, *start, *period, *some("--repeat", str(rng.randrange(2, 4))), *some("--closed"),
               *some("--in-place"), *some("--before", rng.choice(("0", "0.1", "7f"))),
               *some("--blend-time", rng.choice(("0", "0.1", "5f"))), *some("--velocity-weight", rng.choice("01")),
               *some("--precision", rng.choice(("3", "9"))), *some("--align", "none"),
               *([] if period else some("--min", rng.choice(("0.1", "0.8", "20f"))))]


TREE = [("Hips", -1, (0, 90, 0)), ("LeftUpLeg", 0, (9, -2, 0)), ("LeftLeg", 1, (0, -40, 0)), ("LeftFoot", 2, (0, -40, 0)),
        ("RightUpLeg", 0, (-9, -2, 0)), ("RightLeg", 4, (0, -40, 0)), ("RightFoot", 5, (0, -40, 0)),
        ("Spine", 0, (0, 20, 0)), ("LeftArm", 7, (15, 30, 0)), ("RightArm", 7, (-15, 30, 0))]


def known(path, period, frames, noise, seed, arc):
    """Write a walk whose frames repeat after `period`.  Left and right move alike, half a period apart.  The path is a
    circle of `arc` degrees a period (0: a straight line)."""
    rng = random.Random(seed)
    kids = {j: [k for k, x in enumerate(TREE) if x[1] == j] for j in range(len(TREE))}

    def write(j, depth):
        name, _, o = TREE[j]
        channels = "6 Xposition Yposition Zposition Yrotation Xrotation Zrotation" if j == 0 else \
            "3 Zrotation Xrotation Yrotation"
        yield "%s %s\n{\nOFFSET %g %g %g\nCHANNELS %s" % ("JOINT" if depth else "ROOT", name, *o, channels)
        for k in kids[j]:
            yield from write(k, depth + 1)
        if not kids[j]:
            yield "End Site\n{\nOFFSET 0 -5 0\n}"
        yield "}"
    lines = ["HIERARCHY", *write(0, 0), "MOTION", "Frames: %d" % frames, "Frame Time: 0.0166667"]
    shape = {side: [(rng.uniform(10, 30), rng.uniform(0, 6), rng.uniform(3, 8), rng.uniform(0, 6)) for _ in range(3)]
             for side in range(3)}
    for k in range(frames):
        a, step = 2 * pi * k / period, 130.0 * k / period
        heading = arc * k / period
        if arc:
            radius = 130.0 / (arc / DEG)
            x, z = radius * (1 - cos(heading / DEG)), radius * sin(heading / DEG)
        else:
            x, z = 0.0, step
        row = [x, 90 + 2 * cos(2 * a), z, heading + 4 * sin(a), 2 * cos(2 * a), 3 * sin(a)]
        for name, _, _ in TREE[1:]:
            b = a + (pi if name.startswith("Right") else 0.0)
            n = 0 if "Arm" in name else 1 if "Up" in name else 2
            s = -1 if name.startswith("Right") else 1
            one, two, three = shape[n]
            wave = lambda w: w[0] * sin(b + w[1]) + w[2] * sin(2 * b + w[3])
            row += [0.2 * s * wave(one), wave(two), 0.1 * s * wave(three)]
        row = row[:3] + [v + rng.gauss(0, noise) for v in row[3:]]
        lines.append(" ".join("%.6f" % v for v in row))
    with open(path, "w") as f:
        f.write("\n".join(lines) + "\n")


def check_known(dbtool):
    """Loops of clips of known period, with and without noise, are a whole multiple of it; (passed, failed)."""
    passed = failed = 0
    with tempfile.TemporaryDirectory() as d:
        clip, out = os.path.join(d, "in.bvh"), os.path.join(d, "out.bvh")
        for noise in (0.0, 0.1):
            for seed in range(8):
                rng = random.Random(100 + seed)
                period, arc = rng.randrange(40, 90), rng.choice((0, 0, 35, -60))
                frames = int(period * rng.uniform(2.2, 4.6))
                known(clip, period, frames, noise, seed, arc)
                status, _, err = call([dbtool, "loop", clip, "-q", "-o", out])
                n = load_fresh(out).n if not status else 0
                lines = set(load_fresh(clip).lines)
                own = sum(x in lines for x in load_fresh(out).lines) if n else 0
                ok = n > 0 and n % period == 0 and (noise > 0.0 or own == n)
                passed, failed = passed + ok, failed + (not ok)
                print("%s noise %.1f seed %2d: period %d, %d frames, arc %d: %d = %.3f periods, %d lines kept %s" % (
                    "ok  " if ok else "FAIL", noise, seed, period, frames, arc, n, n / period, own, err.strip()))
    return passed, failed


def load_fresh(path):
    load.cache_clear()
    return load(path)


def main(argv):
    find_numpy(argv)
    a = parser().parse_args(argv)
    if a.known or a.random is not None:
        passed, failed = check_known(os.path.abspath(a.known)) if a.known else (0, 0)
        for case in random_cases(a.folder, a.random or 0, a.seed):
            notes = check(parser().parse_args(case + ["--check", os.path.abspath(a.check)]))
            passed, failed = passed + (not notes), failed + bool(notes)
            show(case, len(notes), notes[:3])
        print("%d passed, %d failed" % (passed, failed))
        return 1 if failed else 0
    notes = check(a)
    for n in notes:
        print("FAIL " + n)
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
