#!/usr/bin/env python3
"""bridge_oracle.py: compares the frames with which `bridge-learned` fills a gap with the network computed here.

    bridge_oracle.py DBTOOL MODEL A.bvh B.bvh AT FROM GAP [OPTION...]

The network is computed in plain loops, from the model's file and dbtool-internals(7) (NETWORKS). Each frame of
dbtool's output must agree to 2e-4 degrees and 2e-4 units, because the network runs in single precision. The frames
before and after the gap must be the clips' own. Both clips need one frame rate. Only the
standard library is used.
"""
import json
import struct
import subprocess
import sys
import tempfile
from math import cos, exp, expm1, floor, pi, sin

import oracle
from cut_oracle import twist
from oracle import add, decayed, inv, lerp, mul, nearest_turn, norm, qexp, rotate, scale, slog, sub

PAST = (1 / 30, 5 / 30, 9 / 30)
ROT_HALFLIFE, POS_HALFLIFE = 0.05, 0.25
CLOSE = 2e-4


class Model:
    def __init__(self, path):
        data = open(path, "rb").read()
        n, = struct.unpack("<Q", data[:8])
        header = json.loads(data[8:8 + n])
        self.meta = header.pop("__metadata__")
        self.arrays = {}
        for name, array in header.items():
            begin, end = (8 + n + x for x in array["data_offsets"])
            kind = {"F16": "e", "F32": "f"}[array["dtype"]]
            values = struct.unpack("<%d%s" % ((end - begin) // struct.calcsize(kind), kind), data[begin:end])
            if len(array["shape"]) == 2:
                width = array["shape"][1]
                values = [values[i:i + width] for i in range(0, len(values), width)]
            self.arrays[name] = values
        self.joints = json.loads(self.meta["joints"])
        self.turning = [self.joints[i] for i in json.loads(self.meta["turning"])]
        self.layers = sum(name.startswith("layers.") for name in header) // 2

    def product(self, name, x):
        return [sum(a * b for a, b in zip(row, x)) for row in self.arrays[name]]

    def context(self, x):
        mean, spread = self.arrays["input.mean"], self.arrays["input.scale"]
        return self.product("context.weight", [(v - m) / s for v, m, s in zip(x, mean, spread)])

    def answer(self, context, time):
        x = time
        for layer in range(self.layers):
            z = [a + b for a, b in zip(self.product("layers.%d.weight" % layer, x), self.arrays["layers.%d.bias" % layer])]
            if layer == 0:
                z = [a + b for a, b in zip(z, context)]
            if layer + 1 == self.layers:
                return [a * b for a, b in zip(z, self.arrays["output.scale"])]
            elu = [v if v > 0 else expm1(v) for v in z]
            x = elu if layer == 0 else [a + b for a, b in zip(x, elu)]


def columns(q):
    return rotate(q, (1.0, 0.0, 0.0)) + rotate(q, (0.0, 1.0, 0.0))


def features(clip, turning, up, dt, src, before, past, dst, after):
    """The network's context, and the heading it is relative to. Poses are lists of local transforms; before and after may be
    None."""
    anchor = turning[0]
    at = {id(p): oracle.world(clip, p) for p in (src, before, dst, after, *past) if p}
    here, there = at[id(src)], at[id(dst)]
    heading = twist(here[anchor][1], up)
    back = inv(heading)
    ground = list(here[anchor][0])
    ground[up] = 0.0
    x = [1.0 if after else 0.0]
    for j in turning:
        x += rotate(back, sub(here[j][0], ground))
        for seconds, pose in zip(PAST, past):
            real = max(1, floor(seconds / dt + 0.5)) * dt
            x += rotate(back, scale(sub(here[j][0], at[id(pose)][j][0]), seconds / real))
        x += rotate(back, sub(there[j][0], here[j][0]))
        x += scale(rotate(back, sub(at[id(after)][j][0], there[j][0])), 1 / 30 / dt) if after else (0.0, 0.0, 0.0)

        def seen(pose):
            return mul(back, at[id(pose)][j][1]) if j == anchor else pose[j][1]

        x += columns(seen(src)) + columns(seen(dst))
        x += scale(slog(mul(seen(src), inv(seen(before)))), 1 / dt) if before else (0.0, 0.0, 0.0)
        x += scale(slog(mul(seen(after), inv(seen(dst)))), 1 / dt) if after else (0.0, 0.0, 0.0)
    return x, heading


def times(gap, t):
    u, passed, left = t / gap, 30 * t, 30 * (gap - t)
    x = [u, (30 * gap - 1) / 30, passed / 30, left / 30, exp(-passed / 3), exp(-left / 3)]
    for i in range(1, 5):
        x += [sin(i * pi * u), cos(i * pi * u)]
    return x


def motion(first, second, dt):
    """Velocity and angular velocity of a joint between two poses; 0 if one is missing."""
    if not first or not second:
        return oracle.ZERO, oracle.ZERO
    return scale(sub(second[0], first[0]), 1 / dt), scale(slog(mul(second[1], inv(first[1]))), 1 / dt)


def bridge(model, a, b, at, start, gap, up):
    """The poses of the gap's frames, and the largest correction of the network."""
    dt, n = a.dt, a.joints
    turning = [a.names.index(name) for name in model.turning]
    src, before = a.pose(at), a.pose(at - 1) if at > 0 else None
    past = [a.pose(max(0, at - max(1, floor(s / dt + 0.5)))) for s in PAST]
    dst, after = b.pose(start), b.pose(start + 1) if start + 1 < b.n else None
    x, heading = features(a, turning, up, dt, src, before, past, dst, after)
    context = model.context(x)
    seconds, last, frames = gap * dt, [slog(mul(q, inv(p))) for (_, q), (_, p) in zip(dst, src)], []
    largest = 0.0
    for k in range(1, gap):
        t, u = k * dt, k / gap
        weight, pose = u * u * (3 - 2 * u), []
        for j in range(n):
            v, w = motion(before and before[j], src[j], dt)
            vt, wt = motion(dst[j], after and after[j], dt)
            e = add(src[j][0], scale(v, decayed(POS_HALFLIFE, t))), \
                mul(qexp(scale(w, decayed(ROT_HALFLIFE, t))), src[j][1])
            f = sub(dst[j][0], scale(vt, decayed(POS_HALFLIFE, seconds - t))), \
                mul(qexp(scale(wt, -decayed(ROT_HALFLIFE, seconds - t))), dst[j][1])
            last[j] = nearest_turn(slog(mul(f[1], inv(e[1]))), last[j])
            pose.append((lerp(e[0], f[0], weight), mul(qexp(scale(last[j], weight)), e[1])))
        fade = (4 * u * (1 - u)) ** 2 * max(0.0, min(1.0, (30 * seconds - 1) / 15))
        y = [fade * v for v in model.answer(context, times(seconds, t))]
        largest = max(largest, *map(abs, y))
        parent = oracle.ONE
        j = a.parent[turning[0]]
        while j >= 0:
            parent, j = mul(pose[j][1], parent), a.parent[j]
        anchor = turning[0]
        pose[anchor] = add(pose[anchor][0], rotate(inv(parent), rotate(heading, tuple(y[:3])))), pose[anchor][1]
        for k2, j in enumerate(turning):
            pose[j] = pose[j][0], mul(pose[j][1], qexp(tuple(y[3 + 3 * k2:6 + 3 * k2])))
        frames.append(pose)
    return frames, largest


def apart(a, b):
    return max(max(norm(sub(p[0], q[0])), norm(slog(mul(p[1], inv(q[1])))) * 180 / pi) for p, q in zip(a, b))


def main():
    dbtool, path, *clips = sys.argv[1:5]
    at, start, gap = map(int, sys.argv[5:8])
    model = Model(path)
    a, b = map(oracle.Clip, clips)
    with tempfile.NamedTemporaryFile(suffix=".bvh") as out:
        subprocess.run([dbtool, "blend", *clips, "-q", "--align", "none", "-a", "%df" % at, "--from", "%df" % start, "--gap",
                        "%df" % gap, "-m", "bridge-learned:model=" + path, "--precision", "9", "-o", out.name,
                        *sys.argv[8:]], check=True)
        made = oracle.Clip(out.name)
    frames, corrected = bridge(model, a, b, at, start, gap, "xyz".index(model.meta["up"]))
    worst = max((apart(made.pose(at + k), pose) for k, pose in enumerate(frames, 1)), default=0.0)
    own = max(apart(made.pose(at), a.pose(at)), apart(made.pose(at + gap), b.pose(start)))
    print("%d frames, off by %s, the ends by %s" % (
        len(frames), "less than %g" % CLOSE if worst < CLOSE else "%g" % worst, "less than 1e-6" if own < 1e-6 else own))
    if len(frames) > 4 and corrected < 10 * CLOSE:
        print("the network corrects nothing: %g" % corrected)
    return 0 if worst < CLOSE and own < 1e-6 else 1


if __name__ == "__main__":
    sys.exit(main())
