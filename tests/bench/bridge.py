#!/usr/bin/env python3
"""Measure the error of filled gaps against the captured frames.

The protocol is that of F. Harvey and others, "Robust Motion In-Betweening" (2020).

    bridge.py --dbtool PATH --corpus DIR [--model FILE] [--up y] [-j N]
    bridge.py --dbtool PATH --lafan1 DIR [--model FILE]

Of the clips under DIR, in the order of their names, every seventh is used for the test. It is cut into windows of 65
frames, 40 apart; a shorter clip is one window. Gaps of 5, 15 and 30 frames are cut out of the windows, and dbtool fills
them from the 10 frames before and the one after. The rows "two frames after" have one frame more than the protocol
has, and so the velocity after the gap. `bridge-learned` uses the model in FILE; without --model it is trained on the
other clips, and the training is timed.

    L2P    distance of all joints' world positions at once. Each coordinate is divided by its standard deviation in the
           other clips' windows (50 frames, 20 apart), with windows rotated so that all characters face one way. Mean
           over frames
    L2Q    distance of all joints' world rotations as quaternions. Mean over frames
    NPSS   the distance between the power spectra of these quaternions
    angle  mean angle between the rotations, degrees
    skate  slide of feet that are in contact in the captured frames, units a gap

L2P and angle are also shown relative to `bridge-linear`. With LAFAN1, subjects 1 to 4 are for training and subject 5 for
the test. The exit status is 1 if the values of zero velocity and of interpolation are not those that its authors
published. Only the standard library is used.
"""
import argparse
import json
import multiprocessing
import os
import re
import resource
import sys
import tempfile
import time
from math import acos, atan2, cos, degrees, hypot, pi, sin, sqrt

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import oracle  # noqa: E402
from claims import Failed, run  # noqa: E402

PAST, GAPS = 10, (5, 15, 30)
WINDOW, STRIDE = 65, 40                              # of the measured windows
TRAIN_WINDOW, TRAIN_STRIDE = 50, 20                  # of the standard deviations
FOOT = re.compile("foot|toe|ankle", re.I)
PUBLISHED = {                                        # of LAFAN1, for each gap: L2P, L2Q, NPSS
    "zero velocity": ((1.52, 0.56, 0.0053), (3.69, 1.10, 0.0522), (6.60, 1.51, 0.2318)),
    "bridge-linear": ((0.37, 0.22, 0.0023), (1.25, 0.62, 0.0391), (2.32, 0.98, 0.2013)),
}


def same_side(q, last):
    return q if sum(x * y for x, y in zip(q, last)) >= 0.0 else tuple(-x for x in q)


class Motion:
    """Frames of a clip as local transforms, each quaternion with the sign nearest to that of the frame before."""

    def __init__(self, path, last=None):
        clip = self.clip = oracle.Clip(path)
        self.poses = []
        for k in range(clip.n):
            pose = clip.pose(k)
            if last:
                pose = [(p, same_side(q, b)) for (p, q), (_, b) in zip(pose, last)]
            self.poses.append(pose)
            last = pose

    def worlds(self):
        return [oracle.world(self.clip, pose) for pose in self.poses]


# ---- heading ----

class Facing:
    """The heading of windows, and the axes of the ground."""

    def __init__(self, up, anchor, lafan1):
        self.up, self.anchor, self.lafan1 = up, anchor, lafan1
        self.a, self.b = (up + 1) % 3, (up + 2) % 3  # a rotation about up moves a to b

    def angle(self, world):
        """The heading: the angle of the hips' second axis to x for LAFAN1, else the twist of the anchor about up."""
        q = world[self.anchor][1]
        if self.lafan1:
            v = oracle.rotate(q, (0.0, 1.0, 0.0))
            x = (self.b, self.a) if self.a != 0 else (self.a, self.b)
            flat = atan2(v[x[1]], v[x[0]])
            return flat if x == (self.a, self.b) else -flat
        return 2.0 * atan2(q[1 + self.up], q[0])

    def turned(self, p, angle):
        c, s = cos(angle), sin(angle)
        out = list(p)
        out[self.a], out[self.b] = c * p[self.a] + s * p[self.b], c * p[self.b] - s * p[self.a]
        return out


def clip_sums(job):
    """Sums over the windows of one clip: the number of frames, and of each coordinate the values and squares."""
    path, facing = job
    worlds = Motion(path).worlds()
    a, b, u = facing.a, facing.b, facing.up
    joints = len(worlds[0])
    sums = [[(0.0,) * 7] * joints]                   # sums before each frame: a, b, up, aa, bb, ab, upup
    for w in worlds:
        row = []
        for (p, _), s in zip(w, sums[-1]):
            x, z, y = p[a], p[b], p[u]
            row.append((s[0] + x, s[1] + z, s[2] + y, s[3] + x * x, s[4] + z * z, s[5] + x * z, s[6] + y * y))
        sums.append(row)
    n, total, squares = 0, [[0.0] * 3 for _ in range(joints)], [[0.0] * 3 for _ in range(joints)]
    for i in range(0, len(worlds) - TRAIN_WINDOW, TRAIN_STRIDE):
        m = TRAIN_WINDOW
        ends = sums[i], sums[i + m]
        root = [(y - x) / m for x, y in zip(ends[0][facing.anchor], ends[1][facing.anchor])]
        angle = facing.angle(worlds[i + PAST - 1])
        c, s = cos(angle), sin(angle)
        n += m
        for j in range(joints):
            x, z, y, xx, zz, xz, yy = (t - f for f, t in zip(ends[0][j], ends[1][j]))
            ca, cb = root[0], root[1]
            xx, zz, xz = xx - 2 * ca * x + m * ca * ca, zz - 2 * cb * z + m * cb * cb, \
                xz - ca * z - cb * x + m * ca * cb
            x, z = x - m * ca, z - m * cb
            for k, (v, vv) in enumerate(((c * x + s * z, c * c * xx + s * s * zz + 2 * c * s * xz),
                                         (c * z - s * x, c * c * zz + s * s * xx - 2 * c * s * xz), (y, yy))):
                total[j][k] += v
                squares[j][k] += vv
    return n, total, squares


def deviations(pool, paths, facing):
    """The standard deviations of each joint's coordinates x, y, z."""
    parts = pool.map(clip_sums, [(p, facing) for p in paths], 4)
    n = sum(p[0] for p in parts)
    if n == 0:
        raise Failed("no clip to learn from has more than %d frames" % TRAIN_WINDOW)
    out = []
    for j in range(len(parts[0][1])):
        row = [0.0] * 3
        for k, axis in enumerate((facing.a, facing.b, facing.up)):
            mean = sum(p[1][j][k] for p in parts) / n
            row[axis] = sqrt(max(sum(p[2][j][k] for p in parts) / n - mean * mean, 0.0))
        out.append(row)
    return out


# ---- windows ----

class Window:
    """Files of the frames around each gap, and the window's frames in the captured clip."""

    def __init__(self, clip, begin, frames, folder, name):
        self.path, self.begin, self.frames = clip.path, begin, frames
        self.name = os.path.join(folder, name)
        self.known(clip, "past", begin, PAST)
        for gap in GAPS:
            for after in (1, 2):
                if self.holds(gap):
                    self.known(clip, "%d.%d" % (gap, after), begin + PAST + gap, after)

    def holds(self, gap):
        return PAST + gap + 2 <= self.frames

    def known(self, clip, part, begin, n):
        head = re.sub(rb"(?m)^(\s*Frames\s*:).*?(\r?)$", rb"\g<1> %d\2" % n, clip.header)
        with open("%s.%s.bvh" % (self.name, part), "wb") as f:
            f.write(head + clip.eol + clip.eol.join(clip.lines[begin:begin + n]) + clip.eol)

    def job(self, method, gap, after):
        return {"name": "%s.%d" % (os.path.basename(self.name), gap), "out": "%s.out.bvh" % self.name,
                "method": method, "align": "none",
                "cuts": [{"clip": self.name + ".past.bvh"},
                         {"clip": "%s.%d.%d.bvh" % (self.name, gap, after), "at": "end", "gap": "%df" % (gap + 1)}]}


def windows_of(paths, folder):
    found = []
    for path in paths:
        clip = oracle.Clip(path)
        begins = list(range(0, clip.n - WINDOW, STRIDE)) or [0]
        for i in begins:
            frames = min(WINDOW, clip.n - i)
            if PAST + GAPS[0] + 2 <= frames:
                found.append(Window(clip, i, frames, folder, "w%d" % len(found)))
    return found


# ---- figures ----

def powers(path):
    """Squares of the real parts of the discrete Fourier transform."""
    n = len(path)
    return [sum(x * cos(2.0 * pi * ((k * t) % n) / n) for t, x in enumerate(path)) ** 2 for k in range(n)]


def power_distance(truth, made):
    """The distance of two normalized power spectra (of their cumulative sums), and the power of the truth."""
    a, b = powers(truth), powers(made)
    sum_a, sum_b = sum(a), sum(b)
    if sum_a <= 0.0 or sum_b <= 0.0:
        return 0.0, sum_a
    distance = at_a = at_b = 0.0
    for x, y in zip(a, b):
        at_a, at_b = at_a + x / sum_a, at_b + y / sum_b
        distance += abs(at_a - at_b)
    return distance, sum_a


class Feet:
    """Contacts of feet, as in dbtool-internals(7) (METRICS)."""

    def __init__(self, clip, worlds, up):
        self.up = up
        self.joints = [j for j, name in enumerate(clip.names) if FOOT.search(name)]
        size = oracle.reach(clip)
        low = {j: min(w[j][0][up] for w in worlds) for j in self.joints}
        self.high = {j: low[j] + 0.04 * size for j in self.joints}
        self.step = 0.2 * size * clip.dt

    def slide(self, j, truth, made, k):
        """The slide of a foot in `made` from frame k - 1 to k, 0 without contact in the truth."""
        p, before = truth[k][j][0], truth[k - 1][j][0]
        if p[self.up] > self.high[j] or oracle.norm(oracle.sub(p, before)) > self.step:
            return 0.0
        step = [x - y for i, (x, y) in enumerate(zip(made[k][j][0], made[k - 1][j][0])) if i != self.up]
        return hypot(*step)


def gap_figures(truth, made, angle, facing, spread, feet):
    """Sums over one gap; truth and made: world transforms, from one frame before the gap to one after it."""
    l2p = l2q = turn = 0.0
    frames = range(1, len(truth) - 1)
    for k in frames:
        p2 = q2 = 0.0
        for (p, q), (x, r), deviation in zip(truth[k], made[k], spread):
            d = facing.turned(oracle.sub(x, p), angle)
            p2 += sum((v / s) ** 2 for v, s in zip(d, deviation) if s > 0.0)
            q2 += sum((v - w) ** 2 for v, w in zip(q, r))
            turn += 2.0 * acos(min(1.0, abs(sum(v * w for v, w in zip(q, r))))) / len(spread)
        l2p += sqrt(p2)
        l2q += sqrt(q2)
    distance = weight = 0.0
    for j in range(len(spread)):
        for i in range(4):
            d, w = power_distance([truth[k][j][1][i] for k in frames], [made[k][j][1][i] for k in frames])
            distance += d * w
            weight += w
    skate = sum(feet.slide(j, truth, made, k) for j in feet.joints for k in range(1, len(truth)))
    return len(frames), l2p, l2q, degrees(turn), distance, weight, skate, 1


def filled(job):
    """The sums of one method over the windows of one clip."""
    windows, gap, method, facing, spread = job
    motion = Motion(windows[0].path)
    worlds = motion.worlds()
    feet = Feet(motion.clip, worlds, facing.up)
    out = [0.0] * 8
    for w in windows:
        first, last = w.begin + PAST - 1, w.begin + PAST + gap
        if method == "truth":
            made = worlds[first:last + 1]
        elif method == "zero velocity":
            made = [worlds[first]] * (gap + 1) + [worlds[last]]
        else:
            made = Motion(w.name + ".out.bvh", motion.poses[w.begin]).worlds()[PAST - 1:PAST + gap + 1]
        figures = gap_figures(worlds[first:last + 1], made, facing.angle(worlds[first]), facing, spread, feet)
        out = [x + y for x, y in zip(out, figures)]
    return out


def measure(pool, dbtool, windows, method, after, facing, spread, folder):
    """{gap: (L2P, L2Q, NPSS, angle, skate)}"""
    found = {}
    for gap in GAPS:
        some = [w for w in windows if w.holds(gap)]
        if method not in ("truth", "zero velocity"):
            plan = os.path.join(folder, "plan.json")
            with open(plan, "w", encoding="utf-8") as f:
                json.dump([w.job(method, gap, after) for w in some], f)
            run([dbtool, "batch", plan, "-q"])
        clips = {}
        for w in some:
            clips.setdefault(w.path, []).append(w)
        parts = pool.map(filled, [(c, gap, method, facing, spread) for c in clips.values()], 1)
        n, l2p, l2q, turn, distance, weight, skate, gaps = (sum(p[i] for p in parts) for i in range(8))
        found[gap] = l2p / n, l2q / n, distance / weight, turn / n, skate / gaps
    return found


def show(rows):
    base = rows["bridge-linear"]
    print("| filled by | L2P | L2Q | NPSS | angle, deg | skate, units | L2P share | angle share |")
    print("|---|" + "---|" * 7)
    for name, found in rows.items():
        cells = [" / ".join(form % found[g][i] for g in GAPS)
                 for i, form in enumerate(("%.3f", "%.3f", "%.4f", "%.2f", "%.2f"))]
        cells += [" / ".join("%.2f" % (found[g][i] / base[g][i]) for g in GAPS) for i in (0, 3)]
        print("| %s | %s |" % (name, " | ".join(cells)))


def is_published(rows):
    ok = True
    for name, figures in PUBLISHED.items():
        for gap, expected in zip(GAPS, figures):
            for value, wanted, places in zip(rows[name][gap], expected, (2, 2, 4)):
                if abs(value - wanted) > 0.6 * 10.0 ** -places:
                    print("%s, gap %d: %.*f, published %.*f" % (name, gap, places + 1, value, places, wanted))
                    ok = False
    return ok


TWO_SIDED = "dead-two-sided:blend_time=0,before=0,halflife=%g"


def table_rows(args, learn):
    """Yield (name, method, frames after the gap) of each row; learn() makes the model, once."""
    model = None
    yield "truth", "truth", 1
    yield "zero velocity", "zero velocity", 1
    yield "bridge-linear", "bridge-linear", 1
    for text, after in (("one frame", 1), ("two frames", 2)):
        for halflife in args.halflives:
            yield "dead-two-sided %g s, %s after" % (halflife, text), TWO_SIDED % halflife, after
        model = model or learn()
        yield "bridge-learned, %s after" % text, "bridge-learned:model=" + model, after


def trained(args, paths, folder):
    """The path of a model trained on these clips, or of --model."""
    if args.model:
        return os.path.abspath(args.model)
    model = os.path.join(folder, "model.safetensors")
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    few = ["--iterations", str(args.iterations)] if args.iterations else []
    run([args.dbtool, "train", "--bridge", *paths, "--up", args.up, "-o", model, "-q", *few])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("trained in %.0f s (%.0f s of processor time), %.0f KB" % (
        time.monotonic() - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        os.path.getsize(model) / 1e3))
    return model


def bench(args, learned, measured, lafan1, pool, folder):
    first = oracle.Clip(learned[0])
    anchor = 0 if lafan1 else oracle.anchor_of([oracle.Clip(p) for p in learned[:20]])[0]
    facing = Facing("xyz".index(args.up), anchor, lafan1)
    spread = deviations(pool, learned, facing)
    windows = windows_of(measured, folder)
    if not any(w.holds(GAPS[-1]) for w in windows):
        raise Failed("no clip to measure has %d frames" % (PAST + GAPS[-1] + 2))
    print("%d clips to learn from, %d to measure, %d windows; %d joints, gaps of %s frames at %g fps\n" % (
        len(learned), len(measured), len(windows), first.joints, ", ".join(map(str, GAPS)), 1.0 / first.dt))
    rows = {}
    for name, method, after in table_rows(args, lambda: trained(args, learned, folder)):
        rows[name] = measure(pool, args.dbtool, windows, method, after, facing, spread, folder)
        if lafan1 and name == "bridge-linear" and not is_published(rows):
            return 1
    show(rows)
    return 0


def bvh_under(folder):
    found = [os.path.join(base, n) for base, _, names in os.walk(folder) for n in names if n.lower().endswith(".bvh")]
    return sorted(found)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--corpus")
    ap.add_argument("--lafan1")
    ap.add_argument("--model")
    ap.add_argument("--iterations", type=int, help="of the training; the default is that of dbtool train")
    ap.add_argument("--up", default="y", choices=("x", "y", "z"))
    ap.add_argument("--halflives", type=float, nargs="+", default=[0.05, 0.25])
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    args = ap.parse_args()
    args.dbtool = os.path.abspath(args.dbtool)
    status = 0
    with multiprocessing.Pool(args.jobs) as pool:
        if args.corpus:
            paths = bvh_under(args.corpus)
            learned = [p for i, p in enumerate(paths) if i % 7 != 6]
            with tempfile.TemporaryDirectory() as folder:
                status = bench(args, learned, paths[6::7], False, pool, folder)
        if args.lafan1 and status == 0:
            subject = {p: re.search(r"subject(\d)", os.path.basename(p)) for p in bvh_under(args.lafan1)}
            learned = [p for p, m in subject.items() if m and m.group(1) in "1234"]
            with tempfile.TemporaryDirectory() as folder:
                status = bench(args, learned, [p for p, m in subject.items() if m and m.group(1) == "5"], True, pool,
                               folder)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as e:
        sys.exit("bridge.py: %s" % e)
