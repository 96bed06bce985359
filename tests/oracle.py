#!/usr/bin/env python3
"""An independent reference for `dbtool blend` and `dbtool metrics`.

Written from dbtool-internals(7) alone and sharing no code with dbtool, so that they agree only if both are right.
Docstrings name the sections of that page (ALIGNMENT, METHODS, ...).  Only which frames are glitches comes from `dbtool
info`, which seam_oracle.py checks.

    oracle.py check  --dbtool PATH [--keep DIR] -- A.bvh B.bvh [...] [blend options]
    oracle.py matrix --dbtool PATH --clips DIR [--corpus DIR] [--pairs N] [--seed N] [-j N]

`check` runs dbtool and compares every frame and every metric that it wrote; `matrix` runs many checks in parallel.  The
exit status is 1 if anything disagrees.  Only the standard library is used.
"""
import csv
import fnmatch
import functools
import itertools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from math import atan2, cos, exp as fexp, floor, inf, log as flog, pi, radians, sin, sqrt

from covering import covering

LN2 = flog(2.0)
DEG = 180.0 / pi
EPS = 2.0 ** -52
AXES = {"x": 0, "y": 1, "z": 2}
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 0.0, 0.0, 0.0)


class Refused(Exception):
    """The contract calls for an error with exit status 2."""


# ---------------------------------------------------------------------------------------------------- maths
# CONVENTIONS: a quaternion is (w, x, y, z); a*b applies b first; log is the full angle times the axis.

def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def lerp(a, b, t):
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def mul(a, b):
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw)


def inv(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    w, x, y, z = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx)


def qlog(q):
    """log(q) without a choice of sign: the angle is in [0, 2 pi]; log(+-1) = 0."""
    w, x, y, z = q
    s = sqrt(x * x + y * y + z * z)
    if s == 0.0:
        return ZERO
    f = 2.0 * atan2(s, w) / s
    return (x * f, y * f, z * f)


def slog(q):
    """log(abs(q)): the short way round."""
    return qlog((-q[0], -q[1], -q[2], -q[3]) if q[0] < 0 else q)


def qexp(r):
    t = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])
    if t < 1e-150:
        return ONE
    f = sin(0.5 * t) / t
    return (cos(0.5 * t), r[0] * f, r[1] * f, r[2] * f)


def turn(a, b):
    """The shortest rotation from b to a, as a rotation vector: log(abs(a * b^-1))."""
    return slog(mul(a, inv(b)))


def jinv(r, w):
    """METHODS: inverse left Jacobian of SO(3), the rate of the vector r if exp(r) has the angular velocity w."""
    t = norm(r)
    k = 1 / 12 + t * t / 720 if t < 1e-3 else (1 - 0.5 * t * cos(0.5 * t) / sin(0.5 * t)) / (t * t)
    c = cross(r, w)
    return add(sub(w, scale(c, 0.5)), scale(cross(r, c), k))


def nearest_turn(r, last):
    """Of r and its equivalents r +- 2 pi n along its axis, the nearest to `last`; a zero r has the axis of `last`."""
    t = norm(r)
    if t < 1e-12:
        n = norm(last)
        if n == 0.0:
            return r
        t, a = 0.0, scale(last, 1 / n)
    else:
        a = scale(r, 1 / t)
    n = floor((dot(last, a) - t) / (2 * pi) + 0.5)
    return scale(a, t + 2 * pi * n) if n else r


def shorten(v, limit):
    """METHODS, velocity caps: shorten the vector to `limit`."""
    n = norm(v)
    return scale(v, limit / n) if n > limit else v


def clamp3(u, lo, hi):
    return tuple(min(max(a, b), c) for a, b, c in zip(u, lo, hi))


def euler(kinds, degrees):
    """Local rotation: the product of the rotation channels in channel order."""
    q = None
    for axis, a in zip(kinds, degrees):
        h = a * (pi / 360.0)
        r = [cos(h), 0.0, 0.0, 0.0]
        r[axis + 1] = sin(h)
        q = tuple(r) if q is None else mul(q, r)
    return q or ONE


def nearest_held(kinds, q):
    """POSES: the nearest rotation to q that one or two rotation channels can express; None where undefined."""
    a = kinds[0] + 1
    if len(kinds) == 1:
        n = sqrt(q[0] ** 2 + q[a] ** 2)
        r = [q[0] / n if n > 1e-6 else 1.0, 0.0, 0.0, 0.0]
        r[a] = q[a] / n if n > 1e-6 else 0.0
        return tuple(r) if n > 1e-6 else None
    # q . (qa qb) is bilinear in the half angles' cosines and sines: the best pair is M's first singular vectors.
    b = kinds[1] + 1
    c = 6 - a - b
    s = 1 if (b - a) % 3 == 1 else -1
    e, f, g, h = (q[0] + s * q[c]) / 2, (q[0] - s * q[c]) / 2, (q[a] + q[b]) / 2, (q[a] - q[b]) / 2
    x, y = sqrt(e * e + h * h), sqrt(f * f + g * g)
    if min(x, y) < 1e-4:
        return None
    # M = [[w, vb], [va, s vc]] = x Rot(t1) + y Ref(t2)
    t1, t2 = atan2(h, e), atan2(g, f)
    u, v = (t1 + t2) / 2, (t2 - t1) / 2
    ra, rb = [cos(u), 0.0, 0.0, 0.0], [cos(v), 0.0, 0.0, 0.0]
    ra[a], rb[b] = sin(u), sin(v)
    return mul(tuple(ra), tuple(rb))


def angle_between(a, b):
    """Degrees between two rotations, accurate when small."""
    d = mul(a, inv(b))
    return 2 * atan2(sqrt(d[1] ** 2 + d[2] ** 2 + d[3] ** 2), abs(d[0])) * DEG


# ------------------------------------------------------------------------------------------------------ BVH

LINE = rb"(?i)(?<![^\r\n])[ \t]*"                  # the start of a line; lines may end in LF, CRLF or CR
TOOL = [None]                                       # path of dbtool; None: clips have no glitches


def glitch_ends(first, last):
    """GLITCHES: (b, e); only the frames from b to e - 1 are not the clip's own."""
    return first - (first == 2), last - (last > first or first == 2)


class Clip:
    """A BVH file: hierarchy, header bytes, and one line of bytes a frame (clean files only)."""

    def __init__(self, path):
        self.path = path
        data = open(path, "rb").read()
        self.name = os.path.splitext(os.path.basename(path))[0]
        m = re.search(LINE + rb"Frame[ \t]*Time[ \t]*:[ \t]*([^\s]+)[^\r\n]*", data)
        self.header, rest = data[:m.end()], data[m.end():]
        self.dt = float(m.group(1))
        self.eol = re.search(rb"\r\n|\n|\r", data).group()
        self.lines = [x for x in re.split(rb"\r\n|\n|\r", rest) if x.strip()]
        self.n = len(self.lines)
        self._hierarchy(self.header[:re.search(LINE + rb"MOTION", self.header).start()].decode("utf-8-sig"))
        self._pose, self._vals = {}, {}

    def _hierarchy(self, text):
        self.names, self.parent, self.offset, self.ends = [], [], [], []
        self.pos, self.rot, self.start, self.layout = [], [], [], []   # [(column, axis)], [(column, axis)]
        stack, at, column = [], None, 0
        for line in text.splitlines():
            w = line.split()
            key = w[0].upper() if w else ""
            if key in ("ROOT", "JOINT"):
                at = len(self.names)
                self.names.append(line.strip()[len(key):].strip())
                self.parent.append(stack[-1] if stack else -1)
                self.offset.append(ZERO)
                for x in (self.pos, self.rot, self.layout):
                    x.append([])
                self.start.append(column)
            elif key == "END":
                at = -1
            elif key == "{":
                stack.append(at)
            elif key == "}":
                stack.pop()
            elif key == "OFFSET":
                o = tuple(float(x) for x in w[1:4])
                if stack[-1] < 0:
                    self.ends.append((stack[-2], o))
                else:
                    self.offset[stack[-1]] = o
            elif key == "CHANNELS":
                j = stack[-1]
                self.start[j] = column
                self.layout[j] = [x.lower() for x in w[2:]]
                for c in self.layout[j]:
                    (self.pos if c.endswith("position") else self.rot)[j].append((column, AXES[c[0]]))
                    column += 1
        self.columns = column
        self.joints = len(self.names)
        self.children = [[i for i in range(self.joints) if self.parent[i] == j] for j in range(self.joints)]
        self.key = (self.names, self.parent, self.layout)

    def tree(self):
        """Joints and their parents by name, whatever the order of siblings."""
        return sorted((n, self.names[p] if p >= 0 else "") for n, p in zip(self.names, self.parent))

    def tokens(self, k):
        return self.lines[k].split()

    def values(self, k):
        v = self._vals.get(k)
        if v is None:
            v = self._vals[k] = [float(x) for x in self.lines[k].split()]
        return v

    def local(self, j, v):
        """POSES: local position (OFFSET, components replaced by channels) and rotation of joint j."""
        p = self.offset[j]
        if self.pos[j]:
            p = list(p)
            for c, a in self.pos[j]:
                p[a] = v[c]
            p = tuple(p)
        r = self.rot[j]
        return p, euler([a for _, a in r], [v[c] for c, _ in r])

    def pose(self, k):
        """All local transforms of frame k: [(p, q)]."""
        f = self._pose.get(k)
        if f is None:
            v = self.values(k)
            f = self._pose[k] = [self.local(j, v) for j in range(self.joints)]
        return f

    @functools.cached_property
    def glitches(self):
        """(b, e) of each glitch, as `info` lists them (seam_oracle.py checks this list)."""
        if not TOOL[0]:
            return []
        said = subprocess.run([TOOL[0], "info", "--format", "json", self.path], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False)
        found = json.loads(said.stdout)[0]["glitches"] if said.returncode == 0 else []
        return [glitch_ends(g["first_frame"], g["last_frame"]) for g in found]

    @functools.cached_property
    def shown(self):
        """The frames of the runs between glitches, without runs shorter than a tenth of the longest."""
        runs = list(zip([0, *(e for _, e in self.glitches)], [*(b for b, _ in self.glitches), self.n]))
        longest = max(e - b for b, e in runs)
        return [k for b, e in runs if 10 * (e - b) >= longest for k in range(b, e)]


@functools.lru_cache(maxsize=64)
def load(path):
    return Clip(path)


def chain_world(parent, pose, j):
    """World transform of joint j."""
    p, q = pose[j]
    while parent[j] >= 0:
        j = parent[j]
        a, b = pose[j]
        p, q = add(a, rotate(b, p)), mul(b, q)
    return p, q


def world(clip, pose):
    """World transforms of all joints by forward kinematics."""
    out = []
    for j, (p, q) in enumerate(pose):
        i = clip.parent[j]
        out.append((p, q) if i < 0 else (add(out[i][0], rotate(out[i][1], p)), mul(out[i][1], q)))
    return out


def pointed(at, tip):
    """The position of a joint with the world transform `at`, or of its End Site."""
    return add(at[0], rotate(at[1], tip)) if tip else at[0]


class Track:
    """A clip mapped onto the output's skeleton and resampled onto its frame grid (TIME AND RESAMPLING)."""

    def __init__(self, clip, out, interpolate):
        self.clip, self.out = clip, out
        self.index = [clip.names.index(n) for n in out.names]
        self.same_layout = clip.key == out.key
        same_rate = abs(clip.dt - out.dt) < 1e-4 * max(clip.dt, out.dt)
        self.own = self.same_layout and same_rate      # dbtool may copy the text of frames
        self.step = None if same_rate else out.dt / clip.dt
        self.linear = interpolate == "linear"
        end = (clip.n - 1) * clip.dt / out.dt
        self.n = clip.n if same_rate else floor(end + min(1e-5 * end, 0.5) + 1e-4) + 1
        self._pose, self._map, self._slope, self._world, self._jerk, self._ground, self._own = {}, {}, {}, {}, {}, {}, []

    def mapped(self, i):
        """Frame i of the clip as captured, on the output's joints."""
        f = self._map.get(i)
        if f is None:
            f = self.clip.pose(i)
            if not self.same_layout or self.clip.offset != self.out.offset:
                g = []
                for j, c in enumerate(self.index):
                    p = list(self.out.offset[j])
                    for _, a in self.out.pos[j]:
                        p[a] = f[c][0][a]
                    g.append((tuple(p), f[c][1]))
                f = g
            self._map[i] = f
        return f

    def slopes(self, i):
        """Catmull-Rom slopes per source frame: mean of the neighbouring differences, one-sided at the ends."""
        s = self._slope.get(i)
        if s is None:
            a, b, c = self.mapped(max(i - 1, 0)), self.mapped(i), self.mapped(min(i + 1, self.clip.n - 1))
            f = 0.5 if 0 < i < self.clip.n - 1 else 1.0
            s = self._slope[i] = [(scale(sub(z[0], x[0]), f), scale(add(turn(y[1], x[1]), turn(z[1], y[1])), f))
                                  for x, y, z in zip(a, b, c)]
        return s

    def pose(self, k):
        if self.step is None:
            return self.mapped(k)
        f = self._pose.get(k)
        if f is None:
            s = min(k * self.step, self.clip.n - 1.0)
            i = max(min(floor(s), self.clip.n - 2), 0)
            t = s - i
            a, b = self.mapped(i), self.mapped(min(i + 1, self.clip.n - 1))
            f = []
            if self.linear:
                for (p, q), (p1, q1) in zip(a, b):
                    f.append((lerp(p, p1, t), mul(qexp(scale(turn(q1, q), t)), q)))
            else:
                h11, h01, h10 = t * t * (t - 1), t * t * (3 - 2 * t), t * (1 - t) ** 2
                here, there = self.slopes(i), self.slopes(min(i + 1, self.clip.n - 1))
                for (p, q), (p1, q1), (m, w), (m1, w1) in zip(a, b, here, there):
                    pp = add(p, add(scale(sub(p1, p), h01), add(scale(m, h10), scale(m1, h11))))
                    d = turn(q1, q)
                    r = add(scale(d, h01), add(scale(w, h10), scale(jinv(d, w1), h11)))
                    f.append((pp, mul(qexp(r), q)))
            self._pose[k] = f
        return f

    def world(self, k):
        """World transforms of frame k as captured."""
        f = self._world.get(k)
        if f is None:
            f = self._world[k] = world(self.out, self.pose(k))
        return f

    def jerk(self, k):
        """METRICS: |J| of frame k as captured, angular and linear, per joint; None without neighbours."""
        f = self._jerk.get(k)
        if f is None and 3 <= k < self.n and not self.meets_glitch(k - 3, k):
            dt, f = self.out.dt, []
            ps, ws = [self.pose(i) for i in range(k - 3, k + 1)], [self.world(i) for i in range(k - 3, k + 1)]
            for j in range(self.out.joints):
                v = [scale(turn(b[j][1], a[j][1]), DEG / dt) for a, b in zip(ps, ps[1:])]
                w = [scale(sub(b[j][0], a[j][0]), 1 / dt) for a, b in zip(ws, ws[1:])]
                f.append([norm(sub(sub(x[2], x[1]), sub(x[1], x[0]))) / dt ** 2 for x in (v, w)])
            self._jerk[k] = f
        return f

    def meets_glitch(self, first, last):
        """Whether the frames first to last, or the clip's frames that they are interpolated from, meet a glitch."""
        if self.step:
            first, last = floor(first * self.step) - 1, floor(last * self.step) + 2
        return any(b <= last and e > first for b, e in self.clip.glitches)

    def heights(self, j, up, tip=None):
        """The heights of joint j, or of its End Site, in the clip's own frames without glitches, on its own skeleton."""
        if not self._own:
            self._own.extend(world(self.clip, self.clip.pose(k)) for k in self.clip.shown)
        return [pointed(f[self.index[j]], tip)[up] for f in self._own]

    def ground(self, j, up, tip=None):
        """The minimum height of joint j, or of its End Site, over the frames of heights()."""
        if (j, tip) not in self._ground:
            self._ground[j, tip] = min(self.heights(j, up, tip))
        return self._ground[j, tip]

    def floor(self, points, up):
        """METRICS, sink_u: the first percentile of the lowest point's height."""
        if "floor" not in self._ground:
            lowest = sorted(map(min, zip(*(self.heights(j, up, tip) for j, tip in points))))
            self._ground["floor"] = lowest[len(lowest) // 100]
        return self._ground["floor"]


# ------------------------------------------------------------------------------------- options and methods

BLEND = {"blend_time": 0.2, "curve": "smoothstep"}
CAPS = {"max_linear_velocity": inf, "max_angular_velocity": inf}
DECAY = {**BLEND, **CAPS, "halflife": 0.25}
METHODS = {
    "cut": {},
    "crossfade": BLEND,
    "cached-pose": BLEND,
    "inertialize-quintic": {"blend_time": 0.2, "relative_velocity": False, "vector": False},
    "inertialize-cubic": {"blend_time": 0.2, "relative_velocity": True},
    "inertialize-spring": {"halflife": 0.1, "relative_velocity": True},
    "dead-linear": {**BLEND, **CAPS},
    "dead-decay": DECAY,
    "dead-clamp": {**DECAY, "limit_margin": 5.0},
    "dead-bounce": {**DECAY, "limit_margin": 5.0, "bounce": 1000.0},
    "dead-halflife": {**BLEND, **CAPS, "halflife_scale": 0.3, "halflife_min": 0.1, "halflife_max": 1.0},
    "inertialize-two-sided": {"blend_time": 0.2, "before": 0.2},
    "dead-two-sided": {**DECAY, "before": 0.2},
    "bridge-linear": {},
}
BRIDGES = ("dead-two-sided", "bridge-linear")       # methods that bridge a gap
TWO_SIDED = ("inertialize-two-sided", *BRIDGES)     # methods that may begin before the cut
DURATIONS = ("blend_time", "before", "halflife", "halflife_min", "halflife_max")
UNREAL = {"halflife_scale": 1.0, "halflife_min": 0.05, "halflife_max": 1.0, "max_linear_velocity": 500.0,
          "max_angular_velocity": 360.0, "blend_time": 0.25}
PRESETS = {"unreal": {**UNREAL, "curve": "smoothstep"}, "unreal-5.5": {**UNREAL, "curve": "linear"}}
CURVES = {
    "smoothstep": lambda x: x * x * (3 - 2 * x),
    "linear": lambda x: x,
    "smootherstep": lambda x: x * x * x * (x * (6 * x - 15) + 10),
    "sinusoidal": lambda x: 0.5 * (1 - cos(pi * x)),
}
SHORT = {"-a": "at", "-m": "method", "-t": "blend_time", "-o": "out"}
PARAMS = set().union(*METHODS.values())


class Options:
    """The options of `dbtool blend`."""

    def __init__(self, argv):
        self.clips, self.profile, self.skip, self.feet, given = [], [], [], [], {}
        self.at = self.frm = self.root = self.until = self.name = self.window = self.spec = self.limits = None
        self.gap, self.plant, self.plant_time, self.plant_hold, self.plant_drop = None, False, "0.1", "0.5", 0.05
        self.contact_height = self.contact_speed = None
        self.measured = []                  # the options that are passed to `metrics --source --target` unchanged
        self.align, self.up, self.past_end, self.interpolate = "root", "y", "error", "hermite"
        self.precision, self.unroll = 6, False
        self.preset, args = None, list(argv)
        while args:
            a = args.pop(0)
            if not a.startswith("-") or a == "-":
                self.clips.append(a)
                continue
            value = None
            if a.startswith("--") and "=" in a:
                a, value = a.split("=", 1)
            key = SHORT.get(a) or a[2:].replace("-", "_")
            if key in ("unroll", "plant") or a == "-q":
                self.unroll |= key == "unroll"
                self.plant |= key == "plant"
                continue
            value = args.pop(0) if value is None else value
            if key not in ("at", "until", "name", "precision"):
                self.measured += [a, value] if a in SHORT else [a + "=" + value]
            if key in PARAMS:
                given[key] = value
            elif key == "method":
                self.spec = value
            elif key in ("at", "from", "gap"):
                setattr(self, {"from": "frm"}.get(key, key), value.split(","))
            elif key == "profile":
                glob, factor = value.rsplit("=", 1)
                self.profile.append((glob, float(factor)))
            elif key in ("skip", "feet"):
                getattr(self, key).append(value)
            elif key in ("contact_height", "contact_speed", "plant_drop"):
                setattr(self, key, float(value))
            elif key == "preset":
                self.preset = value
            elif key in ("plant_time", "plant_hold", "align", "up", "past_end", "interpolate", "root", "until", "name", "limits"):
                setattr(self, key, value)
            elif key == "precision":
                self.precision = int(value)
            elif key == "window":
                self.window = value
            else:
                raise SystemExit("oracle: option not modelled: " + a)
        self.window = self.window and self.duration(self.window)
        self.plant_time, self.plant_hold = self.duration(self.plant_time), self.duration(self.plant_hold)
        self.method, _, tail = (self.spec or "dead-halflife").partition(":")
        self.stated = dict(x.split("=", 1) for x in tail.split(",") if x)
        self.align = self.stated.pop("align", self.align)
        self.plant |= self.stated.pop("plant", "") == "true"
        self.params = dict(METHODS[self.method])
        if self.preset:
            self.params.update(PRESETS[self.preset])
        for k, v in {**given, **self.stated}.items():
            if k not in self.params:
                raise Refused("%s takes no %s" % (self.method, k))
            old = METHODS[self.method][k]
            self.params[k] = (v == "true" if isinstance(old, bool) else v if isinstance(old, str) else
                              self.duration(v) if k in DURATIONS else float(v))

    def duration(self, text):
        """Seconds; frames are the output's."""
        return seconds(text, load(self.clips[0]).dt)

    def gap_frames(self, cut, dt):
        """`--gap`, one for all cuts or one for each, in frames, rounded half up."""
        given = self.gap or ["0"]
        text = given[0] if len(given) == 1 else given[cut] if cut < len(given) else "0"
        g = seconds(text, dt)
        if g < 0:
            raise Refused("negative gap")
        return floor(g / dt + 0.5)

    def factor(self, name):
        """`--profile`: the last match wins."""
        f = 1.0
        for glob, x in self.profile:
            if fnmatch.fnmatchcase(name, glob):
                f = x
        return f

    def skipped(self, name):
        return any(fnmatch.fnmatchcase(name, g) for g in self.skip)

    def foot(self, name):
        """FEET: whether a joint is a foot, by --feet or by its name."""
        if self.feet:
            return any(fnmatch.fnmatchcase(name, g) for g in self.feet)
        if re.search(r"(?i:footstep|eyeball)|(?<![A-Za-z])(?i:ik_)|(?<=[a-z])I[kK]_", name):
            return False
        return bool(re.search(r"(?i:foot|toe|ankle)|(?<![A-Za-z])(?i:ball)|(?<=[a-z])B(?i:all)", name))


def seconds(s, dt):
    """A duration: seconds, `ms` or frames."""
    if s.endswith("f"):
        return float(s[:-1]) * dt
    return float(s[:-2]) / 1000 if s.endswith("ms") else float(s[:-1] if s.endswith("s") else s)


def time_frame(text, dt, end):
    """TIME AND RESAMPLING: the time grammar, snapped to the nearest frame, half up; `end` is a frame."""
    if text.startswith("end"):
        t = end * dt - (seconds(text[4:], dt) if len(text) > 3 else 0.0)
    else:
        t = seconds(text, dt)
    return floor(t / dt + 0.5)


def frames_until(t_end, dt):
    """TIME AND RESAMPLING: the number of frames until t_end is over; 0 for t_end <= 0."""
    if t_end <= 0:
        return 0
    n = max(1, floor(t_end * (1 - 1e-4) / dt))
    while n > 1 and (n - 1) * dt >= t_end * (1 - 1e-4):
        n -= 1
    while n * dt < t_end * (1 - 1e-4):
        n += 1
    return n


# ------------------------------------------------------------------------------------------------ sequence

class Target:
    """T: a track that plays its frame `start` at output frame kc, aligned (ALIGNMENT) or not.  kc is the cut, or the end of
    its gap."""

    def __init__(self, track, kc, start, loop):
        self.track, self.kc, self.start, self.loop = track, kc, start, loop
        self.moved = None
        self._pose = {}

    def align(self, m, anchor, up, source, before, gap, foot=None):
        """Move joint m by the ground transform from the clip's anchor to the anchor of the pose `source`, continued over
        `gap` frames.  before: the signal's pose one frame before `source`, or None.  foot: the joint that does not move at
        the cut, instead of the anchor, or None."""
        parent, dt = self.track.out.parent, self.track.out.dt
        ps, qs = chain_world(parent, source, anchor)
        pt, qt = chain_world(parent, self.track.pose(self.start), anchor)
        d = mul(qs, inv(qt))
        n = d[0] ** 2 + d[up + 1] ** 2
        r = list(ONE)
        if n >= 1e-12:
            r[0], r[up + 1] = d[0] / sqrt(n), d[up + 1] / sqrt(n)
        r, moves = tuple(r), ZERO
        if gap:
            v, w = world_rate(parent, before, source, anchor, dt)
            more = self.start + 1 < self.track.n
            vt, wt = world_rate(parent, self.track.pose(self.start) if more else None,
                                self.track.pose(self.start + 1) if more else None, anchor, dt)
            long, h = gap * dt, 0.1
            y = [0.0, 0.0, 0.0]
            y[up] = h / LN2 * (1 - 2.0 ** (-long / (2 * h))) * (w[up] + wt[up])
            r = mul(qexp(tuple(y)), r)
            moves = scale(add(v, rotate(r, vt)), long / 2)
        s = list(sub(add(ps, moves), rotate(r, pt)))
        if foot is not None:
            there, here = (chain_world(parent, x, foot)[0] for x in (source, self.track.pose(self.start)))
            s = list(sub(there, rotate(r, here)))
        s[up] = 0.0
        above, j = [], parent[m]
        while j >= 0:
            above.append(j)
            j = parent[j]
        if norm(slog(r)) <= 1e-9 and norm(s) <= 1e-9:
            r, s = ONE, ZERO
            if all(self.track.pose(k)[j] == source[j] for j in above for k in range(self.track.n)):
                return                                              # the clip is not moved
        self.moved, self.r, self.s, self.up = m, r, tuple(s), up
        self.held = [(j, source[j]) for j in above]
        self.base = chain_world(parent, source, parent[m]) if above else (ZERO, ONE)

    def local(self, k):
        """The track's frame at output frame k.  Before the first frame it is the first; beyond the end it is the last, or
        the track loops."""
        i = max(0, self.start + k - self.kc)
        return i % self.track.n if self.loop else min(i, self.track.n - 1)

    def pose(self, k):
        i = self.local(k)
        raw = self.track.pose(i)
        if self.moved is None:
            return raw
        f = self._pose.get(i)
        if f is None:
            p, q = chain_world(self.track.out.parent, raw, self.moved)
            p, q = add(rotate(self.r, p), self.s), mul(self.r, q)
            f = list(raw)
            for j, x in self.held:
                f[j] = x
            b = inv(self.base[1])
            f[self.moved] = (rotate(b, sub(p, self.base[0])), mul(b, q))
            self._pose[i] = f
        return f

    def velocity(self, dt):
        """Forward difference over one frame, per joint; zero if `from` is the last frame."""
        a = self.pose(self.kc)
        if self.start + 1 >= self.track.n:
            return [(ZERO, ZERO)] * len(a)
        return [(scale(sub(y[0], x[0]), 1 / dt), scale(turn(y[1], x[1]), 1 / dt))
                for x, y in zip(a, self.pose(self.kc + 1))]


def world_rate(parent, a, b, j, dt):
    """World velocity and angular velocity of joint j from pose a to b, one frame apart; 0 where one is missing."""
    if a is None or b is None:
        return ZERO, ZERO
    (p, q), (p1, q1) = chain_world(parent, a, j), chain_world(parent, b, j)
    return scale(sub(p1, p), 1 / dt), scale(turn(q1, q), 1 / dt)


class Signal:
    """The output from one cut on: the old signal, then a transition, then the target.

    kc: the cut's frame.  kg: the end of the gap, kc without a gap.  kb: the last frame in which all blended joints are the
    old signal's.  ke: the first frame in which all are the target's.  Joint j is the old signal's up to begins[j] and the
    target's from ends[j].
    """

    def __init__(self, seq, old, kc, target):
        self.seq, self.old, self.target, self.kc, self.kg = seq, old, target, kc, target.kc
        self._pose = {}
        if old is None:
            self.kc = self.kb = self.ke = -1
        else:
            self.prepare()

    def prepare(self):
        """Set the state of the cut, and for each joint where its transition begins and ends."""
        seq, kc, kg, dt = self.seq, self.kc, self.kg, self.seq.dt
        self.source = self.old.pose(kc)
        before = self.old.pose(kc - 1) if kc > 0 else self.source
        name, par = seq.opt.method, seq.opt.params
        two_sided = name in TWO_SIDED
        vt = self.target.velocity(dt) if two_sided or par.get("relative_velocity") else None
        room = max(0, kc - max(self.old.ke, 0))         # TWO SIDES AND GAPS: an earlier transition is not changed
        self.begins, self.ends, self.run, back = [], [], [], 0
        t0 = self.target.pose(kg)
        for j, joint in enumerate(seq.out.names):
            f = seq.opt.factor(joint)
            span = par.get("halflife" if name == "inertialize-spring" else "blend_time", 0.0) * f
            na = frames_until(12 * span if name == "inertialize-spring" else span, dt)
            nb = min(frames_until(par.get("before", 0.0) * f, dt), room)
            still = not seq.out.pos[j]
            if seq.opt.skipped(joint) or f == 0:        # a factor of 0 skips the joint
                self.begins.append(kc if kg > kc else kc - 1)
                self.ends.append(kg)
                self.run.append(lambda k, t, old, s=self.source[j]: s)
                continue
            self.begins.append(kc - nb if nb + kg - kc + na else kc - 1)
            self.ends.append(kg + na)
            back = max(back, nb)
            if two_sided:
                f = both_sides(name, par, dt, (nb, kg - kc, na), self.source[j], before[j], t0[j], vt[j],
                               self.old.pose(kc - nb)[j], still)
            elif na:
                f = make_joint(name, par, span, dt, self.source[j], before[j], t0[j], vt[j] if vt else (ZERO, ZERO),
                               seq.limits(j), still)
            self.run.append(f)
        self.kb, self.ke = kc - back, max(self.ends)
        self.begin = self.done = min(self.begins)       # up to this frame, frames are the old signal's

    def pose(self, k):
        if self.old is None:
            return self.target.pose(k)
        if k <= self.begin:
            return self.old.pose(k)
        if k >= self.ke:
            return self.target.pose(k)
        while self.done < k:
            self.done += 1
            i = self.done
            t = self.target.pose(i) if i >= self.kg else None
            e = self.old.pose(i) if i <= self.kc or self.seq.opt.method == "crossfade" else self.source
            self._pose[i] = [e[j] if i <= self.begins[j] else t[j] if i >= self.ends[j] else
                             self.run[j](i - self.kc, t and t[j], e[j]) for j in range(len(e))]
        return self._pose[k]

    def plain(self, k):
        """The target that all joints follow at frame k, or None within a transition."""
        if self.old is None or k >= self.ke and k > self.begin:
            return self.target
        return self.old.plain(k) if k <= self.begin else None

    def settled(self, j, k):
        """The target that joint j follows at frame k, or None within its transition."""
        if self.old is None or k >= self.ends[j] and k > self.begins[j]:
            return self.target
        return self.old.settled(j, k) if k <= self.begins[j] else None


def trunk(clip):
    """POSES: the chain from ROOT down to the joint that branches."""
    chain = [0]
    while len(clip.children[chain[-1]]) == 1:
        chain.append(clip.children[chain[-1]][0])
    return chain


def reach(clip):
    """The skeleton's size: the largest distance of a joint or End Site from the joint that branches, in the first frame.
    Joints above it count only if there are no others."""
    w, chain = world(clip, clip.pose(0)), trunk(clip)
    above = set(chain[:-1]) if clip.children[chain[-1]] else ()
    far = [w[j][0] for j in range(clip.joints) if j not in above]
    far += [add(w[j][0], rotate(w[j][1], o)) for j, o in clip.ends if j not in above]
    return max(norm(sub(p, w[chain[-1]][0])) for p in far)


def anchor_of(clips, root=None):
    """ALIGNMENT: the anchor of a sequence of clips and the carrier of each."""
    out = clips[0]
    if root:
        if root not in out.names:
            raise Refused("no joint " + root)
        j = out.names.index(root)
        return j, [j] * len(clips)
    chain, size, moves = trunk(out), reach(out), []    # moves, per clip: {joint: [position varies, rotation varies]}
    for c in clips:
        cols = [(j, ch, lim) for j in chain for ch, lim in
                [(x, 1e-5 * size) for x, _ in c.pos[c.names.index(out.names[j])]] +
                [(x, None) for x, _ in c.rot[c.names.index(out.names[j])]]]
        need = max(ch for _, ch, _ in cols) + 1 if cols else 0
        rows = [x.split(None, need)[:need] for x in c.lines]
        v = {j: [False, False] for j in chain}
        for j, ch, lim in cols:
            a = [float(r[ch]) for r in rows]
            if max(a) - min(a) > (1e-3 if lim is None else lim):
                v[j][lim is None] = True
        moves.append(v)
    anchor = 0
    for j in chain:
        if any(v[j][0] for v in moves):
            anchor = j
    above = chain[:chain.index(anchor) + 1]
    return anchor, [next((j for j in above if any(v[j])), anchor) for v in moves]


def legs(clip, anchor, opt):
    """FEET: [(hip, knee, foot)] of a clip's legs.  A leg's foot is the topmost joint that is a foot by name and has at least
    two joints between it and the anchor."""
    found = []
    for j, name in enumerate(clip.names):
        up, i = [], clip.parent[j]
        while i >= 0 and i != anchor:
            up.append(i)
            i = clip.parent[i]
        if opt.foot(name) and i == anchor and len(up) >= 2 and not any(f in up for _, _, f in found):
            found.append((up[1], up[0], j))
    return found


def contact_points(clip, anchor, opt):
    """FEET: [(joint, offset of its End Site or None)] of all feet by name and all legs: ankle, ball, toe end."""
    small = 1e-6 * reach(clip)

    def toeward(i):
        kids = [c for c in clip.children[i] if norm(clip.offset[c]) > small]
        says = [bool(re.search(r"(?i:toe)|(?<![A-Za-z])(?i:ball)|(?<=[a-z])B(?i:all)", clip.names[c])) for c in kids]
        ranks = [2 if s else 1 if opt.foot(clip.names[c]) else 0 for s, c in zip(says, kids)]
        return kids[ranks.index(max(ranks))] if kids else None

    def tip(i):
        sites = [o for j, o in clip.ends if j == i]
        return (i, sites[0]) if sites and norm(sites[0]) > small else None
    found = [(j, None) for j in range(clip.joints) if opt.foot(clip.names[j])]
    for _, _, ankle in legs(clip, anchor, opt):
        ball = toeward(ankle)
        toe = None if ball is None else toeward(ball)
        end = (toe, None) if toe is not None else tip(ankle if ball is None else ball)
        found += [p for p in ((ankle, None), (ball, None), end) if p and p[0] is not None]
    return list(dict.fromkeys(found))


class Sequence:
    """Clips, cuts and options put together (TIME AND RESAMPLING; ALIGNMENT; METHODS, joint limits)."""

    def __init__(self, opt):
        self.opt = opt
        clips = [load(p) for p in opt.clips]
        self.out = out = clips[0]
        self.dt = dt = out.dt
        up = AXES[opt.up]
        for c in clips[1:]:
            if c.tree() != out.tree():
                raise Refused("skeletons differ")
        self.tracks = tracks = [Track(c, out, opt.interpolate) for c in clips]
        self.reach = reach(out)
        self.anchor, carriers = anchor_of(clips, opt.root)
        self._limits = {}
        loop = opt.past_end == "loop"
        self.cuts = []
        self.signal = Signal(self, None, 0, Target(tracks[0], 0, 0, loop))
        carrier, kg, start = carriers[0], 0, 0
        for i in range(1, len(clips)):
            end = kg - start + tracks[i - 1].n - 1
            at = opt.at[i - 1] if opt.at and i <= len(opt.at) else "end"
            kc = time_frame(at, dt, end)
            if kc > end and opt.past_end == "error" or kc < 0 or i > 1 and kc <= kg:
                raise Refused("cut at frame %d" % kc)
            gap = opt.gap_frames(i - 1, dt)
            if gap and opt.method not in BRIDGES or not gap and opt.method == "bridge-linear":
                raise Refused("%s with a gap of %d frames" % (opt.method, gap))
            kg = kc + gap
            start = time_frame(opt.frm[i - 1], dt, tracks[i].n - 1) if opt.frm and i <= len(opt.frm) else 0
            if not 0 <= start < tracks[i].n:
                raise Refused("from beyond the clip")
            target = Target(tracks[i], kg, start, loop)
            if opt.align != "none":
                m = carriers[i] if carriers[i] == carrier else self.anchor
                if len(out.pos[m]) != 3 or len(out.rot[m]) != 3:
                    raise Refused("moved joint lacks channels")
                target.align(m, self.anchor, up, self.signal.pose(kc), self.signal.pose(kc - 1) if kc else None, gap,
                             self.standing_foot(kc, target) if opt.align == "foot" else None)
                carrier = m
            self.signal = Signal(self, self.signal, kc, target)
            self.cuts.append(self.signal)
        end = kg - start + tracks[-1].n - 1
        self.last = end
        if opt.until is not None:
            self.last = time_frame(opt.until, dt, end)
            if self.last > end and opt.past_end == "error":
                raise Refused("until past the end")

    def standing_foot(self, kc, target):
        """ALIGNMENT: of the legs' feet in contact in the old clip at the cut and in the new clip at `from`, the one with the
        smallest sum of speeds, or None."""
        feet = []
        for _, _, j in legs(self.out, self.anchor, self.opt):
            over, speed = 0.0, 0.0
            for t, k in ((self.signal.target, kc), (target, target.kc)):
                a, b = (t.track.world(t.local(i))[j][0] for i in (k, k + 1))
                over = max(over, off_ground(self, t.track, j, a, sub(b, a)))
                speed += norm(sub(b, a)) / self.dt
            feet.append((speed, j) if over <= 0 else (inf, None))
        return min(feet, default=(inf, None), key=lambda x: x[0])[1]

    def limits(self, j):
        """The limits of joint j that dead-clamp and dead-bounce use: (q_ref, min, max) without the source's pose, or None."""
        return self.widened(j) if self.opt.method in ("dead-clamp", "dead-bounce") else None

    def widened(self, j):
        """The limits of joint j with the margin, without the source's pose, or None."""
        if j not in self._limits:
            self._limits[j] = self._learn(j)
        if self._limits[j] is None:
            return None
        ref, lo, hi = self._limits[j]
        m = radians(self.opt.params.get("limit_margin", 5.0))
        return ref, [x - m for x in lo], [x + m for x in hi]

    def _learn(self, j):
        """Joint limits: (q_ref, min, max) of joint j in radians, learned or from --limits."""
        a = self.anchor
        while a >= 0:
            if a == j:
                return None
            a = self.out.parent[a]
        if self.opt.limits:
            with open(self.opt.limits) as f:
                given = json.load(f).get(self.out.names[j])
            return given and (given["ref"], [radians(x) for x in given["min"]], [radians(x) for x in given["max"]])
        sources = {}  # each file once
        for t in self.tracks:
            sources.setdefault(os.path.realpath(t.clip.path), (t.clip, t.index[j]))
        return learnt(tuple(sources.values()))


@functools.lru_cache(maxsize=None)
def learnt(sources):
    """Joint limits: (q_ref, min, max) of a joint, learned from its frames; sources: (clip, joint)..."""
    qs = []
    for clip, c in sources:
        kinds, cols = [a for _, a in clip.rot[c]], [x for x, _ in clip.rot[c]]
        for k in clip.shown:
            v = clip.values(k)
            qs.append(euler(kinds, [v[x] for x in cols]))
    f, s = qs[0], [0.0] * 4
    for q in qs:
        g = -1 if sum(map(float.__mul__, f, q)) < 0 else 1
        for i in range(4):
            s[i] += g * q[i]
    n = sqrt(sum(x * x for x in s))
    ref = tuple(x / n for x in s)
    us = [slog(mul(inv(ref), q)) for q in qs]
    return ref, [min(u[i] for u in us) for i in range(3)], [max(u[i] for u in us) for i in range(3)]


# ------------------------------------------------------------------------------------------------- methods

def quintic(x0, v0, t1, t):
    """Bollo's curve (High Performance Animation in Gears of War 4, SIGGRAPH 2017), METHODS."""
    if x0 == 0 or t <= 0:
        return x0
    if x0 < 0:
        return -quintic(-x0, -v0, t1, t)
    v0 = min(v0, 0.0)
    if v0 < 0:
        t1 = min(t1, -5 * x0 / v0)
    if t >= t1:
        return 0.0
    a0 = max(0.0, (-8 * t1 * v0 - 20 * x0) / t1 ** 2)
    a = (a0 * t1 ** 2 + 6 * t1 * v0 + 12 * x0) / t1 ** 5
    b = (3 * a0 * t1 ** 2 + 16 * t1 * v0 + 30 * x0) / t1 ** 4
    c = (3 * a0 * t1 ** 2 + 12 * t1 * v0 + 20 * x0) / t1 ** 3
    return (-a * t ** 5 + b * t ** 4 - c * t ** 3 + a0 * t ** 2) / 2 + v0 * t + x0


def cubic(x0, v0, t1, t):
    """The Hermite cubic with value x0 and rate v0 at 0, value 0 and rate 0 at t1."""
    s = t / t1
    return (1 + 2 * s) * (1 - s) ** 2 * x0 + t * (1 - s) ** 2 * v0


def spring(x0, v0, h, t):
    """The critically damped spring of half-life h (Holden, Spring-It-On)."""
    y = 2 * LN2 / h
    return fexp(-y * t) * (x0 + (v0 + x0 * y) * t)


def halflife(par, d, v):
    """dead-halflife: the half-life of one axis; d: distance to the target, v: rate."""
    if abs(v) < 1e-8:
        v = -1e-8 if v < 0 else 1e-8
    return min(max(par["halflife_scale"] * d / v, par["halflife_min"]), par["halflife_max"])


def decayed(h, t):
    """Integral of 2^(-t/h) from 0 to t."""
    y = LN2 / h
    return (1 - fexp(-y * t)) / y


def make_joint(name, par, span, dt, s, before, t0, vt, limits, still):
    """The transition of one joint: a function (k - kc, T, old) -> (p, q), called once a frame in order from kc + 1.

    s, before: source pose at kc and the frame before; t0, vt: target pose and velocity; span: blend_time, or the
    spring's half-life, profile included; still: the joint's position has no channel and never changes.
    """
    ps, qs = s
    v, w = scale(sub(ps, before[0]), 1 / dt), scale(turn(qs, before[1]), 1 / dt)
    if name.startswith("inertialize"):
        return inertialize(name, par, span, dt, s, t0, sub(v, vt[0]), w, vt[1], still)
    curve, last = CURVES[par["curve"]], turn(t0[1], qs)
    if name == "crossfade":
        def extrapolate(t, old):
            return old
    elif name == "cached-pose":
        def extrapolate(t, old):
            return s
    else:
        v, w = shorten(v, par["max_linear_velocity"]), shorten(w, radians(par["max_angular_velocity"]))
        extrapolate = dead(name, par, dt, s, before, t0, v, w, limits)

    def step(k, target, old):
        """lerp, and slerp along the rotation vector nearest to the last frame's."""
        nonlocal last
        t = k * dt
        pe, qe = extrapolate(t, old)
        a = curve(min(t / span, 1.0))
        last = nearest_turn(turn(target[1], qe), last)
        return target[0] if still else lerp(pe, target[0], a), mul(qexp(scale(last, a)), qe)
    return step


def inertialize(name, par, span, dt, s, t0, v0, w, wt, still):
    """Offsets that decay: positions per component, rotations as rotation vectors with rate J^-1(r0) w."""
    x0, r0 = sub(s[0], t0[0]), turn(s[1], t0[1])
    rate = jinv(r0, sub(w, rotate(qexp(r0), wt)))
    f = {"inertialize-quintic": quintic, "inertialize-cubic": cubic, "inertialize-spring": spring}[name]
    if par.get("vector"):
        def run(x, v, t):
            n = norm(x)
            return scale(x, f(n, dot(v, x) / n, span, t) / n) if n else ZERO
    else:
        def run(x, v, t):
            return (f(x[0], v[0], span, t), f(x[1], v[1], span, t), f(x[2], v[2], span, t))

    def step(k, target, old):
        t = k * dt
        return target[0] if still else add(target[0], run(x0, v0, t)), mul(qexp(run(r0, rate, t)), target[1])
    return step


def both_sides(name, par, dt, frames, s, before, t0, vt, begin, still):
    """Two-sided transitions and gaps, one joint: a function (k - kc, T or None, old) -> (p, q), called once a frame in
    order from the first.  frames: before the cut, in the gap, after it; s, before, t0, vt as for make_joint; begin: the
    pose at kb; T: the target, None before it plays; old: the old signal up to the cut, then the source."""
    nb, gap, na = frames
    ps, qs = s
    v, w = scale(sub(ps, before[0]), 1 / dt), scale(turn(qs, before[1]), 1 / dt)
    if name == "inertialize-two-sided":
        return least_jerk(nb, na, dt, s, t0, sub(v, vt[0]), w, vt[1], still)
    if name == "bridge-linear":
        e = turn(t0[1], qs)

        def bridge(k, target, old):
            a = k / gap
            return ps if still else lerp(ps, t0[0], a), mul(qexp(scale(e, a)), qs)
        return bridge
    curve, h = CURVES[par["curve"]], par["halflife"]
    vmax, wmax = par["max_linear_velocity"], radians(par["max_angular_velocity"])
    v, w, vt, wt = shorten(v, vmax), shorten(w, wmax), shorten(vt[0], vmax), shorten(vt[1], wmax)

    def old_side(k, old):
        d = decayed(h, k * dt)
        return old if k <= 0 else (add(ps, scale(v, d)), mul(qexp(scale(w, d)), qs))

    def new_side(k, target):
        d = decayed(h, (gap - k) * dt)
        return target if k >= gap else (sub(t0[0], scale(vt, d)), mul(qexp(scale(wt, -d)), t0[1]))
    last = turn(new_side(-nb, t0)[1], begin[1])

    def step(k, target, old):
        nonlocal last
        (pe, qe), (pt, qt) = old_side(k, old), new_side(k, target)
        a = curve((k + nb) / (nb + gap + na))
        last = nearest_turn(turn(qt, qe), last)
        return pe if still else lerp(pe, pt, a), mul(qexp(scale(last, a)), qe)
    return step


def least_jerk(nb, na, dt, s, t0, v, w, wt, still):
    """inertialize-two-sided: the minimum-jerk offset whose value, rate and acceleration are 0 at both ends."""
    x, r0 = sub(s[0], t0[0]), turn(s[1], t0[1])
    rate = jinv(r0, sub(w, rotate(qexp(r0), wt)))
    tb, ta = nb * dt, na * dt
    span = tb + ta

    def offset(x, v, t):
        u = (t + tb) / span
        return sub(scale(add(x, scale(v, ta)), -u ** 3 * (10 - 15 * u + 6 * u * u)),
                   scale(v, span * u ** 3 * (-4 + 7 * u - 3 * u * u)))

    def step(k, target, old):
        t, part = k * dt, na / (nb + na)
        w, r = offset(r0, rate, t), add(r0, scale(rate, t))
        p, q, more = (add(old[0], offset(x, v, t)), old[1], scale(r, -part)) if k < 0 else \
            (add(target[0], add(add(x, scale(v, t)), offset(x, v, t))), target[1], scale(r, 1 - part))
        return (old if k < 0 else target)[0] if still else p, mul(qexp(add(w, scale(r, part))), mul(qexp(more), q))
    return step


def dead(name, par, dt, s, before, t0, v, w, limits):
    """Dead blending (Holden 2023): the extrapolation E of one joint, called once a frame in order."""
    ps, qs = s
    if name == "dead-linear":
        return lambda t, old: (add(ps, scale(v, t)), mul(qexp(scale(w, t)), qs))
    if name == "dead-halflife":
        hp = [halflife(par, a, b) for a, b in zip(sub(t0[0], ps), v)]
        hr = [halflife(par, a, b) for a, b in zip(turn(t0[1], qs), w)]

        def by_axis(t, old):
            return (tuple(a + b * decayed(h, t) for a, b, h in zip(ps, v, hp)),
                    mul(qexp(tuple(b * decayed(h, t) for b, h in zip(w, hr))), qs))
        return by_axis
    h = par["halflife"]
    if name == "dead-decay" or limits is None:
        return lambda t, old: (add(ps, scale(v, decayed(h, t))), mul(qexp(scale(w, decayed(h, t))), qs))
    ref, lo, hi = limits
    u = slog(mul(inv(ref), qs))
    lo, hi = list(map(min, lo, u)), list(map(max, hi, u))
    if name == "dead-clamp":
        def clamped(t, old):
            nonlocal u
            d = decayed(h, t)
            u = nearest_turn(slog(mul(inv(ref), mul(qexp(scale(w, d)), qs))), u)
            return add(ps, scale(v, d)), mul(ref, qexp(clamp3(u, lo, hi)))
        return clamped
    back = nearest_turn(slog(mul(inv(ref), before[1])), u)
    rate = shorten(scale(sub(u, back), 1 / dt), radians(par["max_angular_velocity"]))
    d, bounce = dt / 4, par["bounce"]

    def bounced(t, old):
        nonlocal u, rate
        for _ in range(4):
            rate = scale(rate, 2.0 ** (-d / h))
            rate = add(rate, scale(sub(clamp3(u, lo, hi), u), bounce * d))
            u = add(u, scale(rate, d))
        return add(ps, scale(v, decayed(h, t))), mul(ref, qexp(u))
    return bounced


# ------------------------------------------------------------------------------------------------- metrics

FIGURES = ["vel_jump|s", "acc_jump|s2", "jerk_jump|s3", "jerk_peak|s3", "jerk_rms|s3", "vel_jump_end|s"]
COLUMNS = [f.split("|")[0].join((side, unit)) + f.split("|")[1]
           for f in FIGURES for side, unit in (("ang_", "_deg_"), ("lin_", "_u_"))]
LEVELS = [(f, "_deg_s3", "_u_s3") for f in ("peak_ref", "rms_ref")] + [(f, "", "") for f in ("peak_ratio", "rms_ratio")]
AGAINST = [side + "_jerk_" + f + unit for f, deg, u in LEVELS for side, unit in (("ang", deg), ("lin", u))]
AGAINST += ["overshoot_deg", "overshoot_u", "target_error_rms_deg", "displacement_deg_s", "displacement_u_s",
            "limit_excess_deg", "skate_u", "sink_u", "float_u"]
ELSEWHERE = ["seam_ratio"]  # seam_oracle.py
KEYS = ["sequence", "cut", "method", "at", "joint"]
ORDER = {"vel": 1, "acc": 2, "jerk": 3}
LABELS = ["settings", "source", "target"]


def norms(a, b):
    """{k: |a_k - a_(k-1)|} where both exist."""
    return {k: norm(sub(a[k], a[k - 1])) for k in range(b[0], b[1] + 1) if k in a and k - 1 in a}


def derive(x, dt):
    """{k: (x_k - x_(k-1)) / dt} where both exist."""
    return {k: scale(sub(x[k], x[k - 1]), 1 / dt) for k in x if k - 1 in x}


class Span:
    """The frames that a cut is measured over: kb the transition's begin, kc the cut, kg the end of its gap (or kc), ke the
    transition's end, kw the window's end."""

    def __init__(self, kb, kc, kg, ke, kw):
        self.kb, self.kc, self.kg, self.ke, self.kw = kb, kc, kg, ke, kw


def figures(v, dt, at):
    """The six columns of one joint and one kind of velocity v = {k: V_k} (METRICS)."""
    a = derive(v, dt)
    j = derive(a, dt)
    peak = [norm(j[k]) for k in range(at.kb, at.kw + 4) if k in j]

    def jump(x, more):
        return max((y for k in (at.kb, at.kc, at.kg) for y in norms(x, (k, k + more)).values()), default=0.0)
    return [jump(v, 2), jump(a, 3), jump(j, 4), max(peak, default=0.0),
            sqrt(sum(x * x for x in peak) / len(peak)) if peak else 0.0,
            max(norms(v, (at.ke, at.ke + 2)).values(), default=0.0)]


def spans(seq):
    """The frames that each cut is measured over."""
    cuts = []
    for i, s in enumerate(seq.cuts):
        nxt = seq.cuts[i + 1].kb if i + 1 < len(seq.cuts) else seq.last
        ke = min(s.ke, nxt, seq.last)
        kw = ke if seq.opt.window is None else s.kc + floor(seq.opt.window / seq.dt + 0.5)
        cuts.append(Span(s.kb, s.kc, s.kg, ke, kw))
    return cuts


def metrics(clip, dt, cuts):
    """Rows of figures of a written file, one Span a cut; and the largest coordinate, for tolerances."""
    rows, big = [], 1.0
    for at in cuts:
        ks = range(max(0, at.kb - 5), min(clip.n - 1, max(at.kg + 4, at.ke + 3, at.kw + 3)) + 1)
        local = {k: clip.pose(k) for k in ks}
        glob = {k: world(clip, local[k]) for k in ks}
        part = []
        for i in range(clip.joints):
            va = {k: scale(turn(local[k][i][1], local[k - 1][i][1]), DEG / dt) for k in ks if k - 1 in local}
            vl = {k: scale(sub(glob[k][i][0], glob[k - 1][i][0]), 1 / dt) for k in ks if k - 1 in glob}
            big = max(big, max(abs(c) for k in ks for c in glob[k][i][0]))
            f, g = figures(va, dt, at), figures(vl, dt, at)
            part.append([x for pair in zip(f, g) for x in pair])
        rows.append(part + [over_joints(COLUMNS, part)])
    return rows, big


def over_joints(columns, part):
    """The row `*`: the maximum over joints, for rms columns the root mean square."""
    return [sqrt(sum(r[c] ** 2 for r in part) / len(part)) if "_rms_" in name else max((r[c] for r in part), key=lambda v: -inf if v is None else v)
            for c, name in enumerate(columns)]


def followed(qs, base, tied):
    """Rotation vectors log(abs(q base^-1)), each the equivalent nearest to the last.  Appends to `tied` the frames whose
    equivalent rounding may change."""
    rs = []
    for q in qs:
        d = mul(q, inv(base))
        r = slog(d)
        if rs:
            t, last = norm(r), rs[-1]
            n = (dot(last, r) / t - t) / (2 * pi) if t > 1e-12 else 0.0
            r = nearest_turn(r, last)
            if abs(n - floor(n) - 0.5) < 1e-6 or norm(r) > pi and t < 1e-6:
                tied.append(len(rs))
        elif abs(d[0]) < 1e-8:
            tied.append(0)
        rs.append(r)
    return rs


def outside(x, lo, hi):
    """How far a component of x lies outside its range."""
    return max(max(a - c, b - a, 0.0) for a, b, c in zip(x, lo, hi))


def bounds(*lists):
    """Componentwise minimum and maximum."""
    every = [x for y in lists for x in y]
    return [min(x[i] for x in every) for i in range(3)], [max(x[i] for x in every) for i in range(3)]


def trapezoid(f, dt):
    return sum(0.5 * (a + b) * dt for a, b in zip(f, f[1:]))


def reference(cut, n):
    """METRICS: [(angular |J|, linear |J|) per joint] of captured frames: the n frames of the source up to the cut, and the
    n frames of the target from `from`."""
    src, dst, found = cut.old.target, cut.target, []
    i = src.local(cut.kc)
    for t, frames in ((src, range(i - n + 1, i + 1)), (dst, range(dst.start, dst.start + n))):
        for k in frames:
            f = t.track.jerk(k)
            if f:
                found.append(f)
    return found


def off_ground(seq, track, j, at, move, tip=None):
    """METRICS: by how much a point of a clip misses contact, by height or by speed, units; at most 0: it is in contact."""
    up = AXES[seq.opt.up]
    high = 0.04 * seq.reach if seq.opt.contact_height is None else seq.opt.contact_height
    fast = 0.2 * seq.reach if seq.opt.contact_speed is None else seq.opt.contact_speed
    return max(at[up] - track.ground(j, up, tip) - high, norm(move) - fast * seq.dt)


def asked_of(at, k, src, dst):
    """[(clip, frame, whether its speed is the forward difference)] in which a point must be in contact at frame k: before
    the cut the old clip, in the gap both of its ends, from kg on both clips at frame k."""
    asked = [(src, k)] if k < at.kc else [(src, at.kc), (dst, at.kg)] if k < at.kg else [(src, k), (dst, k)]
    return [(clip, i, i in (at.kc, at.kg)) for clip, i in asked]


def off_level(seq, at, x, points, src, dst, got):
    """sink_u and float_u over the frames kb to x: [[sink, float]] of joints, [sink, float] of the body, and whether rounding
    may change [sink, float].  src, dst: (target, its world transforms {k: w}); got: the output's."""
    up = AXES[seq.opt.up]
    rows, most, hair = [[0.0, 0.0] for _ in range(seq.out.joints)], [0.0, 0.0], [False, False]
    for k in range(at.kb, x + 1):
        clip = (src if 2 * k < at.kb + at.ke else dst)[0]
        heights = sorted((pointed(got[k][j], tip)[up], j) for j, tip in points)
        low, j = heights[0]
        over = low - clip.track.floor(points, up)
        hair[0] |= any(h - low < 1e-9 * (1 + abs(low)) and i != j for h, i in heights)
        stands = False
        for j1, tip in points:
            off = -inf
            for (t, w), i, forward in asked_of(at, k, src, dst):
                if i == 0 and not forward:
                    off = max(off, off_ground(seq, t.track, j1, pointed(w[0][j1], tip), ZERO, tip))
                    continue
                a, b = (pointed(w[n][j1], tip) for n in ((i, i + 1) if forward else (i - 1, i)))
                off = max(off, off_ground(seq, t.track, j1, a if forward else b, sub(b, a), tip))
            stands |= off <= 0
            hair[1] |= abs(off) < 1e-9 * (1 + abs(low))
        for f, v in enumerate((-over, over if stands else 0.0)):
            rows[j][f] = max(rows[j][f], v)
            most[f] = max(most[f], v)
    return rows, most, hair


def slides(seq, j, at, x, src, dst, got):
    """skate_u of one foot from frame kb to x, and the part of it from contacts that rounding may change.  src, dst:
    (target, its world positions {k: p}); got: the output's."""
    up = AXES[seq.opt.up]
    total = unsure = 0.0
    for k in range(max(at.kb, 1), x + 1):
        sure, maybe = True, True
        for (clip, where), i, forward in asked_of(at, k, src, dst):
            a, b = (where[i], where[i + 1]) if forward else (where[i - 1], where[i])
            size = 1 + norm(where[i])
            over = off_ground(seq, clip.track, j, where[i], sub(b, a))
            sure &= over < -1e-10 * size
            maybe &= over < 1e-10 * size
        d = sub(got[k], got[k - 1])
        d = sqrt(sum(d[i] ** 2 for i in range(3) if i != up))
        total += d if sure else 0.0
        unsure += d if maybe and not sure else 0.0
    return total, unsure


def against(seq, out, cuts, rows, big):
    """Rows of the metrics that need the clips, each a list of (value, tolerance), None where rounding may change the value.
    rows: the metrics of the output alone."""
    dt, result = seq.dt, []
    floor_level = 4e-6 / dt ** 3
    for i, (cut, at, plain) in enumerate(zip(seq.cuts, cuts, rows)):
        kb, kc, kg = at.kb, at.kc, at.kg
        stop = max(seq.cuts[i + 1].kb - 1, kg) if i + 1 < len(seq.cuts) else seq.last
        x = min(at.kw, stop, seq.last)
        ks, left, right = range(kb, x + 1), range(kb, min(kc, x + 1)), range(kg, x + 1)   # the gap's frames: in neither
        src, dst = cut.old.target, cut.target
        a = {k: src.pose(k) for k in range(max(kb - 1, 0), max(x, kg, kc + 1) + 2)}
        b = {k: dst.pose(k) for k in range(kg, max(x, kg + 1) + 1)}
        wa, wb = ({k: world(seq.out, f) for k, f in p.items()} for p in (a, b))
        q = {k: out.pose(k) for k in ks}
        w = {k: world(out, out.pose(k)) for k in range(max(kb - 1, 0), x + 1)}
        level = reference(cut, max(10, at.kw - kb + 4))
        most = max([big] + [abs(v) for t, g in ((src, wa), (dst, wb))
                            for f in (t.track.world(t.local(max(kc, t.kc))), *g.values()) for p, _ in f for v in p])
        part, tols = [], []
        points, hair = contact_points(seq.out, seq.anchor, seq.opt), [False, False]
        if points:
            level_rows, level_most, hair = off_level(seq, at, x, points, (src, wa), (dst, wb), w)
        for j in range(seq.out.joints):
            tie = []
            ra, rb, r = (dict(zip(n, followed([p[k][j][1] for k in n], q[kb][j][1], tie)))
                         for n, p in ((ks, a), (right, b), (ks, q)))
            pa, pb, p = ({k: g[k][j][0] for k in n} for n, g in ((ks, wa), (right, wb), (ks, w)))
            f = []
            for u, v, o, zero in ((ra, rb, r, ZERO), (pa, pb, p, p[kb])):
                lo, hi = bounds([u[k] for k in (*left, *right)], v.values(), [zero])
                f.append(max((outside(o[k], lo, hi) for k in (*left, *right)), default=0.0))
            f[0] *= DEG
            angle = {k: angle_between(q[k][j][1], (a if k < kc else b)[k][j][1]) for k in (*left, *right)}
            far = {k: norm(sub(p[k], (pa if k < kc else pb)[k])) for k in (*left, *right)}
            f.append(sqrt(sum(v * v for v in angle.values()) / len(angle)) if angle else 0.0)
            f += [sum(trapezoid([v[k] for k in side], dt) for side in (left, right)) for v in (angle, far)]
            limits, bent = seq.widened(j), []
            if limits:
                ref, lo, hi = limits
                us = followed([mul(inv(ref), q[k][j][1]) for k in ks], ONE, bent)
                lo, hi = list(map(min, lo, us[0])), list(map(max, hi, us[0]))
                f.append(max(outside(u, lo, hi) for u in us) * DEG)
            else:
                f.append(0.0)
            unsure = 0.0
            if not points:
                f.append(None)
            elif seq.opt.foot(seq.out.names[j]):
                clips = [(t, {k: f[j][0] for k, f in g.items()}) for t, g in ((src, wa), (dst, wb))]
                skate, unsure = slides(seq, j, at, x, *clips, {k: g[j][0] for k, g in w.items()})
                f.append(skate)
            else:
                f.append(0.0)
            # Source and target of both sides are computed from the clips' text in a few dozen operations on doubles.
            near, close = 1e-9 * DEG, 1e-11 * most
            length = max(1, len(ks)) * dt
            f += level_rows[j] if points else [None, None]
            tols.append([None if tie else near, close, near, near * length, close * length,
                         None if bent else near, close * len(ks) + unsure,
                         None if hair[0] else close, None if any(hair) else close])
            jerks = [[v[j][side] for v in level] for side in (0, 1)]
            part.append([m for side in jerks for m in [max(side, default=0.0)]]
                        + [sqrt(sum(v * v for v in side) / len(side)) if side else 0.0 for side in jerks] + f)
        cols = AGAINST[:4] + AGAINST[8:]
        part.append(over_joints(cols, part))
        tols.append([None if any(t[c] is None for t in tols) else max(t[c] for t in tols)
                     for c in range(len(AGAINST) - 8)])
        if points:
            part[-1][-2:] = level_most
            tols[-1][-2:] = [1e-11 * most, None if hair[1] else 1e-11 * most]
        done = []
        for own, f, tol in zip(plain, part, tols):
            cells = []
            for c in range(4):
                cells.append((f[c], 64 * EPS * (most if c % 2 else 2 * DEG) * (2 / dt) ** 3))
            for c in range(4):
                over = own[COLUMNS.index(AGAINST[c].replace("_ref", ""))]
                under = max(f[c], floor_level)
                cells.append((over / under, cells[c][1] * (1 + over / under) / under))
            done.append(cells + list(zip(f[4:], tol)))
        result.append(done)
    return result


# ------------------------------------------------------------------------------------------------- checking

class Report:
    """Differences of one case; keeps the first few."""

    def __init__(self):
        self.notes, self.count = [], 0

    def __call__(self, text):
        self.count += 1
        if len(self.notes) < 5:
            self.notes.append(text)


def frames_of(opt, seq, out, bad):
    """Compare every written frame with what the contract says it must be."""
    unit = 0.500001 * 10.0 ** -opt.precision
    number = re.compile(rb"-?\d+\.\d{%d}" % opt.precision if opt.precision else rb"-?\d+")
    first, sig = seq.out, seq.signal
    joints = range(first.joints)
    for k in range(seq.last + 1):
        line = out.lines[k]
        target = sig.plain(k)
        unmoved = target is not None and target.track.own and target.moved is None
        if unmoved and line == target.track.clip.lines[target.local(k)] and not opt.unroll:
            continue
        if unmoved and not opt.unroll:
            bad("frame %d: expected the line of %s frame %d %.60r, found %.60r"
                % (k, target.track.clip.name, target.local(k), target.track.clip.lines[target.local(k)], line))
        tokens, values = out.tokens(k), out.values(k)
        if len(tokens) != first.columns:
            bad("frame %d: %d numbers, expected %d" % (k, len(tokens), first.columns))
            return
        pose = None
        prev = out.values(k - 1) if k else None
        before = out.tokens(k - 1) if k else None
        for j in joints:
            owner = target or sig.settled(j, k)
            own = owner.track.clip.tokens(owner.local(k)) if owner and owner.track.own else None
            cols = range(first.start[j], first.start[j] + len(first.layout[j]))
            # POSES: joints that alignment does not move keep their text when no transition is active.
            changed = target is None or target.moved is not None and (
                j == target.moved or any(j == h for h, _ in target.held)) or not target.track.own
            same = own is not None and all(tokens[c] == own[c] for c in cols)
            if same and not changed:
                if not opt.unroll:
                    continue
            elif not changed and not opt.unroll:
                bad("frame %d, %s: expected the clip's text %s, found %s"
                    % (k, first.names[j], b" ".join(own[c] for c in cols), b" ".join(tokens[c] for c in cols)))
                continue
            for c in cols:
                if own is not None and tokens[c] == own[c]:
                    continue
                if not number.fullmatch(tokens[c]) or re.fullmatch(rb"-0(\.0*)?", tokens[c]):
                    bad("frame %d, %s: number %s is not in the output format" % (k, first.names[j], tokens[c]))
            if pose is None:
                pose = sig.pose(k)
            p, q = first.local(j, values)
            ep, eq = pose[j]
            for c, a in first.pos[j]:
                if abs(p[a] - ep[a]) > unit + 64 * EPS * (1 + abs(ep[a])):
                    bad("frame %d, %s: position %s expected %.9f, found %s"
                        % (k, first.names[j], first.layout[j][c - first.start[j]], ep[a], tokens[c].decode()))
                if (target is not None and target.moved == j and first.parent[j] < 0 and a == target.up and own
                        and tokens[c] != own[c]):
                    bad("frame %d, %s: the height is not changed: expected text %s, found %s"
                        % (k, first.names[j], own[c], tokens[c]))
            rot = first.rot[j]
            if 0 < len(rot) < 3:
                eq = nearest_held([a for _, a in rot], eq)
            if rot and eq:
                # Rounding moves each of three angles by `unit`, and so the rotation by at most their sum; within
                # 1e-7 of gimbal lock the first angle is kept, which costs up to twice that distance.
                lock = abs(cos(radians(values[rot[1][0]]))) if len(rot) == 3 else 1.0
                tol = 3 * unit + 1e-9 + (2.2e-7 * DEG if lock < 1.1e-7 else 0.0)
                d = angle_between(q, eq)
                if d > tol:
                    bad("frame %d, %s: rotation is off by %.9f degrees, expected %s, found %s"
                        % (k, first.names[j], d, fmt(slog(eq)), fmt(slog(q))))
                if prev is not None and not (same and not opt.unroll):
                    continuity(first, j, prev, values, tokens, before, own, lock, opt, k, bad)


def no_slide(opt, seq, out, bad):
    """ALIGNMENT: over a cut of the method `cut` the anchor's step on the ground is as long as in the old clip as captured,
    because a ground transform keeps lengths."""
    if opt.method != "cut" or opt.align != "root":
        return                                                  # if a foot is aligned, the anchor may slide
    up, parent = AXES[opt.up], seq.out.parent

    def step(before, after):
        a, b = (chain_world(parent, pose, seq.anchor)[0] for pose in (before, after))
        return sqrt(sum((b[i] - a[i]) ** 2 for i in range(3) if i != up))

    for s in seq.cuts:
        old = s.old.target
        i, k = old.local(s.kc), s.kc
        if k == 0 or i == 0 or old.local(k - 1) != i - 1:
            continue
        written = step(out.pose(k - 1), out.pose(k))
        captured = step(old.track.pose(i - 1), old.track.pose(i))
        if abs(written - captured) > 1e-4 * (1 + captured):
            bad("cut at frame %d: the anchor steps %.6f on the ground, %.6f in the clip" % (k, written, captured))


def fmt(r):
    return "(%.6f %.6f %.6f) deg" % tuple(x * DEG for x in r)


def continuity(first, j, prev, values, tokens, before, own, lock, opt, k, bad):
    """POSES: computed Euler angles are the equivalent nearest to the previous output frame's."""
    cols = [c for c, _ in first.rot[j]]
    now, was = [values[c] for c in cols], [prev[c] for c in cols]
    for c, a, b in zip(cols, now, was):
        if abs(a - b) > 180 + 1e-5 and not (own and tokens[c] == own[c] and not opt.unroll):
            bad("frame %d, %s: %s jumps from %s to %s" % (k, first.names[j], first.layout[j][c - first.start[j]],
                                                         before[c].decode(), tokens[c].decode()))
            return
    computed = not (own and all(tokens[c] == own[c] for c in cols))
    if lock < 1e-8 and computed and not (own and opt.unroll) and abs(now[0] - was[0]) > 1.1 * 10.0 ** -opt.precision:
        bad("frame %d, %s: gimbal lock, the first angle was %s, found %s" % (k, first.names[j], was[0], now[0]))
    if len(cols) == 3 and lock > 1e-5 and computed:
        other = [now[0] + 180, 180 - now[1], now[2] + 180]
        other = [a - 360 * floor((a - b) / 360 + 0.5) for a, b in zip(other, was)]
        if sum((a - b) ** 2 for a, b in zip(other, was)) < sum((a - b) ** 2 for a, b in zip(now, was)) - 0.01:
            bad("frame %d, %s: angles %s follow %s, %s would be nearer" % (k, first.names[j], now, was, other))


def labels_of(opt, cut, labels, bad):
    """The method with all its parameters, as -m takes them, and the cut's two clips."""
    method, _, listed = labels[0].partition(":")
    if [method] + labels[1:] != [opt.method] + list(opt.clips[cut:cut + 2]):
        bad("metrics: cut %d is labelled %s" % (cut + 1, labels))
    for name, text in (x.split("=", 1) for x in listed.split(",") if x):
        wanted = opt.params.get(name)
        found = {"none": inf, "true": True, "false": False}.get(text, text)
        if wanted is not None and found != wanted and float(found) != float("%.9g" % float(wanted)):
            bad("metrics: cut %d: settings say %s=%s, it is %s" % (cut + 1, name, text, wanted))


def metrics_of(opt, seq, out, path, bad):
    """Compare the metrics CSV with values computed from the written file."""
    raw = open(path, "rb").read()
    try:
        rows = list(csv.reader(raw.decode("utf-8").splitlines()))
    except UnicodeDecodeError:
        return bad("metrics: not UTF-8")
    if not rows or rows[0] != KEYS + COLUMNS + AGAINST + ELSEWHERE + LABELS:
        return bad("metrics: header is %s" % rows[:1])
    cuts = spans(seq)
    want, big = metrics(out, seq.dt, cuts)
    more = against(seq, out, cuts, want, big)
    joints = seq.out.names + ["*"]
    if len(rows) - 1 != len(cuts) * len(joints):
        return bad("metrics: %d rows, expected %d" % (len(rows) - 1, len(cuts) * len(joints)))
    name = opt.name or "+".join(load(c).name for c in opt.clips)
    body = iter(rows[1:])
    for i, part in enumerate(want):
        for joint, figs, others in zip(joints, part, more[i]):
            row = next(body)
            key = [name, str(i + 1), opt.method, "%.9g" % (cuts[i].kc * seq.dt), joint]
            if row[:5] != key:
                bad("metrics: keys %s, expected %s" % (row[:5], key))
            labels_of(opt, i, row[-3:], bad)
            for column, text, x in zip(COLUMNS, row[5:], figs):
                # A quaternion or position carries a few dozen roundings of its size; each difference doubles that
                # and divides it by dt.
                n = ORDER[column.split("_")[1]]
                size = 2 * DEG if column.startswith("ang") else big
                noise = 64 * EPS * size * (2 / seq.dt) ** n * (2 if "jump" in column else 1)
                try:
                    v = float(text)
                except ValueError:
                    v = inf
                if abs(v - x) > 1e-6 * abs(x) + noise:
                    bad("metrics: cut %d, %s, %s: expected %.9g, found %s" % (i + 1, joint, column, x, text))
                elif "%.9g" % v != text:
                    bad("metrics: cut %d, %s, %s: %s is not %%.9g" % (i + 1, joint, column, text))
            for column, text, (x, tol) in zip(AGAINST, row[5 + len(COLUMNS):], others):
                if x is None:
                    if text:
                        bad("metrics: cut %d, %s, %s: expected nothing, found %s" % (i + 1, joint, column, text))
                    continue
                try:
                    v = float(text)
                except ValueError:
                    v = inf
                if tol is not None and abs(v - x) > 1e-8 * abs(x) + tol or not abs(v) < inf:
                    bad("metrics: cut %d, %s, %s: expected %.9g, found %s" % (i + 1, joint, column, x, text))
                elif "%.9g" % v != text:
                    bad("metrics: cut %d, %s, %s: %s is not %%.9g" % (i + 1, joint, column, text))
    return None


def metrics_commands(dbtool, opt, seq, bvh, csv_path):
    """Two command lines of `dbtool metrics`.  With the clips, it must write the bytes of `blend --metrics`.  Without them, it
    must write the columns of the output alone; None if no options describe the method."""
    args = [dbtool, "metrics", bvh, "--at", ",".join("%df" % s.kc for s in seq.cuts), "-o", csv_path, "--name",
            opt.name or "+".join(load(c).name for c in opt.clips)]
    named = args + ["--source", opt.clips[0]]
    for c in opt.clips[1:]:
        named += ["--target", c]
    named += opt.measured + ([] if opt.spec else ["--method", opt.method] if not opt.preset else [])
    longest = max([opt.factor(n) for n in seq.out.names if not opt.skipped(n)], default=0.0)
    if opt.method == "inertialize-spring" and not longest:    # a spring with half-life 0 (all joints are skipped)
        return named, None
    if opt.method == "inertialize-spring":
        args += ["--method", "%s:halflife=%r" % (opt.method, opt.params["halflife"] * longest)]
    else:
        args += ["--method", opt.method]
        if "blend_time" in opt.params:
            args += ["--blend-time", repr(opt.params["blend_time"] * longest)]
        if "before" in opt.params:
            args += ["--before", repr(opt.params["before"] * longest)]
        args += ["--gap", ",".join(opt.gap)] if opt.gap else []
    return named, args + (["--window", repr(opt.window)] if opt.window is not None else [])


def repeats(first, again, columns, bad):
    """Compare two CSV files byte for byte.  If `columns` is not None, fields after it must be empty in `again`."""
    a, b = (open(x, newline="").read() for x in (first, again))
    if columns is not None:
        a, b = (list(csv.reader(x.splitlines())) for x in (a, b))
        a = a[:1] + [x[:columns] + [""] * (len(x) - columns) for x in a[1:]]
        b = b[:1] + [x[:-3] + [""] + x[-2:] for x in b[1:]]  # not all parameters were given
    if a != b:
        a, b = (x.splitlines() if isinstance(x, str) else x for x in (a, b))
        x, y = next(((x, y) for x, y in itertools.zip_longest(a, b) if x != y), ("?", "?"))
        name = "dbtool metrics --source --target" if columns is None else "dbtool metrics"
        at = next((i for i, (c, d) in enumerate(zip(x, y)) if c != d), 0) if isinstance(x, list) else 0
        bad("%s differs from blend --metrics: %.500s | %.500s" % (name, str(x[at:]), str(y[at:])))


def run(argv):
    p = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return p.returncode, p.stderr.decode("utf-8", "replace").strip()


def check(dbtool, argv, keep=None):
    """Run one blend and compare it in full; returns a Report."""
    bad = Report()
    TOOL[0] = dbtool
    if not {"-m", "--method", "--preset"} & set(argv):  # dbtool's default, auto, is auto_oracle.py's
        argv = [*argv, "-m", "dead-halflife"]
    folder = keep or tempfile.mkdtemp(prefix="oracle-")
    os.makedirs(folder, exist_ok=True)
    bvh, table, again = (os.path.join(folder, x) for x in ("out.bvh", "m.csv", "again.csv"))
    for path in (bvh, table, again):
        if os.path.exists(path):
            os.remove(path)
    try:
        try:
            opt = Options(argv)
            if opt.plant:
                raise SystemExit("oracle: --plant is not modelled, see feet_oracle.py")
            seq = Sequence(opt)
        except Refused as e:
            seq = None
            why = e
        code, text = run([dbtool, "blend"] + list(argv) + ["-o", bvh, "--metrics", table])
        if seq is None:
            if code != 2 or os.path.exists(bvh) or os.path.exists(table):
                bad("expected an error (%s), exit status 2 and no output; status %d: %s" % (why, code, text))
            return bad
        if code:
            bad("dbtool ended with %d: %s" % (code, text))
            return bad
        written = open(bvh, "rb").read()
        out = Clip(bvh)
        count = re.search(LINE + rb"Frames[ \t]*:[ \t]*(\d+)", seq.out.header)
        header = seq.out.header[:count.start(1)] + b"%d" % (seq.last + 1) + seq.out.header[count.end(1):]
        if out.header != header:
            n = len(os.path.commonprefix([header, out.header]))
            bad("header: at byte %d expected %r, found %r" % (n, header[n:n + 40], out.header[n:n + 40]))
        if written != out.header + seq.out.eol + b"".join(x + seq.out.eol for x in out.lines):
            bad("line ends or blank lines are not those of the first clip")
        if out.n != seq.last + 1:
            bad("%d frames, expected %d" % (out.n, seq.last + 1))
            return bad
        frames_of(opt, seq, out, bad)
        no_slide(opt, seq, out, bad)
        if not os.path.exists(table):
            bad("no metrics written")
            return bad
        metrics_of(opt, seq, out, table, bad)
        for argv, columns in zip(metrics_commands(dbtool, opt, seq, bvh, again), (None, len(KEYS) + len(COLUMNS))):
            if not argv:
                continue
            code, text = run(argv)
            if code:
                bad("dbtool metrics ended with %d: %s" % (code, text))
            else:
                repeats(table, again, columns, bad)
        return bad
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


# --------------------------------------------------------------------------------------------------- matrix

def two_sided_variants():
    """Options of the two-sided methods, without a gap, then of the methods that bridge one."""
    without = [["-m", "inertialize-two-sided" + v] for v in
               ("", ":before=0", ":blend_time=0", ":before=0,blend_time=0", ":blend_time=6f,before=9f",
                ":blend_time=0.5,before=0.1", ":before=0.4,blend_time=120ms")]
    without += [["-m", "dead-two-sided" + v] for v in
                ("", ":before=0", ":blend_time=0", ":before=0,blend_time=0", ":blend_time=0.45,before=5f,halflife=0.08",
                 ":before=0.35,curve=sinusoidal", ":max_linear_velocity=15,max_angular_velocity=45,curve=linear",
                 ":blend_time=0.1,before=0.6,curve=smootherstep,halflife=0.6")]
    for m in ("inertialize-two-sided", "dead-two-sided"):
        without += [["-m", m, "--profile", "*e*=0.5", "--profile", "*oot=1.8"], ["-m", m, "--skip", "*e*"],
                    ["-m", m, "--window", "0.45", "--profile", "*s*=0"]]
    gaps = [["-m", m, "--gap", g] for m in BRIDGES for g in ("0.25", "1f", "300ms", "12f")]
    gaps += [["-m", "dead-two-sided:before=0,blend_time=0,halflife=0.05", "--gap", "0.4"],
             ["-m", "dead-two-sided:blend_time=0.3,before=0.1,curve=linear", "--gap", "0.2", "--skip", "*e*"],
             ["-m", "dead-two-sided:before=8f", "--gap", "5f", "--profile", "*e*=0", "--profile", "*o*=1.6"],
             ["-m", "dead-two-sided:max_linear_velocity=15", "--gap", "0.3", "--window", "0.6", "--feet", "*o*"],
             ["-m", "bridge-linear", "--gap", "0.3", "--skip", "*e*", "--contact-height", "30", "--feet", "*oo*"],
             ["-m", "bridge-linear", "--gap", "0.2", "--window", "0.5"]]
    return without + gaps


def variants():
    """Every method with several parameter sets."""
    yield from ([], ["-m", "cut"])
    yield from two_sided_variants()
    for m in ("crossfade", "cached-pose"):
        yield from (["-m", m], ["-m", m, "-t", "0.37", "--curve", "linear"],
                    ["-m", m + ":curve=sinusoidal,blend_time=0.8"], ["-m", m, "--curve", "smootherstep", "-t", "0"])
    for v in ("", ":relative_velocity=true", ":vector=true", ":vector=true,relative_velocity=true,blend_time=0.6",
              ":blend_time=0.05"):
        yield ["-m", "inertialize-quintic" + v]
    for v in ("", ":relative_velocity=false", ":blend_time=0.55"):
        yield ["-m", "inertialize-cubic" + v]
    for v in ("", ":relative_velocity=false", ":halflife=0.03", ":halflife=0.2"):
        yield ["-m", "inertialize-spring" + v]
    for v in ("", ":blend_time=0.5,curve=sinusoidal", ":max_linear_velocity=20,max_angular_velocity=30",
              ":blend_time=1.2,curve=linear"):
        yield ["-m", "dead-linear" + v]
    for m, extra in (("dead-decay", ""), ("dead-clamp", ",limit_margin=0.5"),
                     ("dead-bounce", ",bounce=3000,limit_margin=0")):
        yield from (["-m", m], ["-m", m + ":halflife=0.08,blend_time=0.45" + extra],
                    ["-m", m + ":halflife=0.6,curve=smootherstep,blend_time=0.9"],
                    ["-m", m + ":max_linear_velocity=15,max_angular_velocity=45" + extra])
    yield ["-m", "dead-bounce:bounce=0"]
    yield from (["-m", "cut", "--window", "0.4", "--feet", "*o*"], ["--window", "0.7", "--contact-height", "30"],
                ["-m", "crossfade", "--contact-speed", "300", "--contact-height", "10", "--feet", "*e*"],
                ["-m", "inertialize-spring:halflife=0.05", "--skip", "*[oe][os]t*", "--profile", "*e*=2", "--window", "0.3"],
                ["-m", "dead-linear:blend_time=0.6", "--profile", "*e*=1.5", "--window", "0.1"])
    yield from (["-m", "dead-halflife"], ["--preset", "unreal"], ["--preset", "unreal-5.5"],
                ["--preset", "unreal", "-t", "0.6", "--curve", "linear"],
                ["-m", "dead-halflife:halflife_scale=1.5,halflife_min=0.02,halflife_max=0.4,blend_time=0.7"],
                ["-m", "dead-halflife:max_linear_velocity=10,max_angular_velocity=20", "--curve", "sinusoidal"])


def plain_methods():
    """Every method that needs no gap, with default parameters."""
    return [["-m", m] for m in METHODS if m != "bridge-linear"]


SMALL = """plain crlf cr leading_blanks trailing_blanks tabs no_final_newline rotation_first rotation_orders number_plus
number_scientific number_trailing_point number_no_leading_digit offset_beside_positions still_root_moving_child
bones_of_zero_length""".split()


def matrix_cases(folder):
    """The command lines of the built-in matrix."""
    cases = []

    def go(clips, *args):
        cases.append([os.path.join(folder, n + ".bvh") for n in clips] + list(args))
    pairs = [("ok_walk", "ok_run"), ("ok_run", "ok_turn"), ("ok_idle", "ok_kick")]
    for v in variants():
        for n, (a, b) in enumerate(pairs):
            go([a, b], "-a", ("0.5", "37f", "end-0.3")[n], "--from", ("0", "0.2", "7f")[n], *v)
    for start in ("0", "7f", "21f"):          # the second transition begins where its old clip does
        go(["ok_walk", "ok_run", "ok_turn"], "-a", "0.3,0.4", "--from", start + ",0.2",
           "-m", "inertialize-two-sided:blend_time=0")
    three = ["ok_walk", "ok_kick", "ok_run"]
    for m in plain_methods():
        timed = [] if m[1] in ("cut", "inertialize-spring") else ["-t", "0.5"]
        go(three, "-a", "0.5,0.6", "--from", "0,5f", *m, *timed)
        go(three, "-a", "600ms,37f", "--from", "0.1s,0.3", *m, *timed)
        go(three + ["ok_turn"], "-a", "20f,0.4,45f", *m, *timed)
        go(["ok_walk", "ok_walk"], "-a", "0.4", "--from", "0.4", *m)
        go(["ok_walk", "ok_run"], *m)
        go(["ok_walk", "ok_run"], "-a", "end", "--past-end", "hold", *m)
        go(["ok_turn", "ok_run"], "-a", "0f", *m)
        go(["ok_turn", "ok_run"], "-a", "1f", "--from", "1f", *m)
        go(["ok_run", "ok_idle"], "-a", "0.3", "--align", "none", *m)
        go(["ok_run", "ok_idle"], "-a", "0.3", "--until", "0.4", *m)
        go(["ok_walk", "ok_walk_30fps"], "-a", "0.45", "--from", "0.1", *m)
        go(["ok_walk_30fps", "ok_run"], "-a", "0.5", "--from", "0.1", *m)
        go(["ok_walk_30fps", "ok_walk", "ok_turn"], "-a", "0.3,0.4", "--interpolate", "linear", *m)
        go(["ok_walk_zup", "ok_walk_zup"], "-a", "0.5", "--from", "0.2", "--up", "z", *m)
        go(["ok_walk_zup", "ok_walk_zup", "ok_walk_zup"], "-a", "0.5,0.65", "--up", "x", *m)
        go(["ok_still_root", "ok_still_root"], "-a", "0.5", "--from", "0.2", *m)
        go(["ok_still_root", "ok_still_root_run"], "-a", "0.5", *m)
        go(["ok_still_root_run", "ok_still_root"], "-a", "0.5", "--from", "3f", "--root", "Reference", *m)
        go(["ok_still_root_run", "ok_still_root", "ok_still_root_run"], "-a", "0.5,0.6", "--align", "none", *m)
        go(["ok_still_root", "ok_still_root_run", "ok_still_root"], "-a", "0.5,0.6", *m)
        go(["ok_all_positions", "ok_walk"], "-a", "0.5", *m)
        go(["ok_walk", "ok_all_positions"], "-a", "0.5", *m)
        go(["ok_all_positions", "ok_all_positions"], "-a", "0.5", "--from", "0.25", *m)
        go(["ok_walk", "ok_turn"], "-a", "0.5", "--unroll", *m)
        go(["ok_walk", "ok_turn"], "-a", "0.5", "--skip", "*Arm*", "--skip", "*Foot*", *m)
        go(["ok_walk", "ok_turn"], "-a", "0.5", "--skip", "*", *m)
        if m[1] != "cut":
            go(["ok_walk", "ok_turn"], "-a", "0.5", "--profile", "*Leg*=0.5", "--profile", "Left*=1.7",
               "--profile", "*Hand=0", *m)
            go(three, "-a", "0.5,0.7", "--profile", "*=0.6", "--profile", "*Spine*=3", "--skip", "*Head*", *m)
        go(["ok_run", "ok_kick"], "-a", "0.5", "--window", "0.5", "--name", "a, \"b\"", *m)
        go(["ok_kick", "ok_run"], "-a", "0.5", "--window", "0.1", "--feet", "*Leg", "--feet", "Head", *m)
        go(three, "-a", "0.5,0.7", "--from", "0,0.4", "--window", "0.6", "--contact-height", "20", *m)
        go(["ok_idle", "ok_idle"], "-a", "0.5", "--from", "0.3", "--contact-speed", "400", "--align", "none",
           "--window", "9", *m)
        go(["ok_walk", "ok_run"], "-a", "0.5", "--feet", "Left*", "--contact-height", "1e-6", "--contact-speed", "1e9",
           *m)
        go(["ok_walk_zup", "ok_walk_zup"], "-a", "0.5", "--from", "0.2", "--up", "z", "--contact-height", "5", *m)
        go(["ok_walk", "ok_walk_30fps"], "-a", "0.45", "--from", "0.1", "--contact-height", "5", "--window", "0.3",
           "--contact-speed", "200", "--skip", "LeftFoot", *m)
        for past in ("hold", "loop"):
            go(["ok_kick", "ok_run"], "-a", "end-2f", "--past-end", past, *m)
            go(["ok_kick", "ok_run", "ok_walk"], "-a", "end-5f,end-3f", "--past-end", past, *m, *timed)
            go(["ok_kick", "ok_walk", "ok_run"], "-a", "20s,20.1", "--past-end", past, "--until", "21", *m, *timed)
    for n, v in enumerate(two_sided_variants()):
        timed = ["-a", "20f,40f"] if "--gap" in v else ["-a", "30f,0.6"]
        every = [(three, *timed, "--from", "0,5f"), (three, "-a", "40f,end", "--from", "0.1,0.3"),
                 (three + ["ok_turn"], "-a", "5f,30f,55f", "--from", "3f,0.1,0.3", "--past-end", "hold"),
                 (["ok_turn", "ok_run"], "-a", "0f"), (["ok_turn", "ok_run"], "-a", "1f", "--from", "1f"),
                 (["ok_run", "ok_idle"], "-a", "0.3", "--align", "none"),
                 (["ok_run", "ok_idle"], "-a", "end", "--from", "end"),
                 (["ok_run", "ok_idle"], "-a", "0.4", "--until", "0.6"),
                 (["ok_walk", "ok_walk_30fps"], "-a", "0.45", "--from", "0.1"),
                 (["ok_walk_30fps", "ok_run", "ok_turn"], "-a", "0.4,0.9", "--from", "0.1,0.2"),
                 (["ok_walk_zup", "ok_walk_zup"], "-a", "0.5", "--from", "0.2", "--up", "z"),
                 (["ok_still_root_run", "ok_still_root", "ok_still_root_run"], "-a", "0.4,0.9"),
                 (["ok_all_positions", "ok_walk"], "-a", "0.5", "--unroll"),
                 (["ok_walk", "ok_run"], "-a", "0.5", "--contact-height", "20", "--contact-speed", "300")]
        for clips, *args in every[n % 3::3]:
            go(clips, *args, *v)
    for n, m in enumerate(plain_methods()):
        go(["ok_walk", "ok_run"], "-a", "0.%d" % (2 + n % 6), "--from", "%df" % n, "--align", "foot", *m)
        go(three, "-a", "0.5,0.7", "--from", "0,0.4", "--contact-height", "20", "--contact-speed", "300", "--align",
           "foot", *m)
        go(["ok_walk_zup", "ok_walk_zup"], "-a", "0.5", "--from", "0.2", "--up", "z", "--contact-height", "9",
           "--contact-speed", "900", "--align=foot", *m)
        go(["ok_still_root_run", "ok_still_root"], "-a", "0.4", "--contact-height", "30", "--align=foot", *m)
        go(["ok_walk", "ok_walk_30fps"], "-a", "0.45", "-m", m[1] + ":align=foot", "--contact-speed", "400",
           "--contact-height", "30")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--gap", "0.2", "-m", "cut")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--gap", "0.2")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--gap", "0.2", "-m", "inertialize-two-sided")
    go(["ok_walk", "ok_run"], "-a", "0.5", "-m", "bridge-linear")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--gap", "-0.2", "-m", "dead-two-sided")
    go(three, "-a", "20f,30f", "--gap", "10f", "-m", "bridge-linear")
    go(three, "-a", "20f,30f", "--gap", "9f,3f", "-m", "bridge-linear")
    for a, b in itertools.permutations(("ok_walk", "ok_run", "ok_idle", "ok_kick", "ok_turn"), 2):
        go([a, b], "-a", "0.41", "--from", "0.13")
        go([a, b], "-a", "end", "--from", "end", "-m", "inertialize-cubic")
        go([a, b], "-a", "0.3", "--align", "none", "-m", "inertialize-quintic")
        go([a, b], "-a", "0.3", "--align", "none", "--root", "Hips", "-m", "crossfade")
    for n in ("ok_" + x for x in SMALL):
        go([n, n], "-a", "1f")
        go([n, n], "-a", "1f", "--align", "none", "-m", "cut")
        go(["ok_plain", n], "-a", "0f", "-m", "crossfade")
        go([n, "ok_plain"], "-a", "0f", "-m", "cut")
    go(["ok_walk", "ok_still_root"], "-a", "0.5")
    go(["ok_walk", "ok_run"], "-a", "30s")
    go(["ok_walk", "ok_run"], "-a", "0.5", "-m", "cut:blend_time=0.1")
    go(["ok_walk", "ok_run", "ok_idle"], "-a", "0.5,0.5")
    go(["ok_walk", "ok_run", "ok_idle"], "-a", "0.5,0.4")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--until", "90")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--root", "Nowhere")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--precision", "4")
    go(["ok_walk", "ok_run"], "-a", "0.5", "--precision", "9")
    return cases


def corpus_cases(folder, pairs, seed, plain=0):
    """Blends of two to four random clips with equal skeletons and random options; equal seeds give equal cases.  Then
    `plain` pairs with random times alone."""
    rng = random.Random(seed)
    groups = {}
    for base, dirs, names in os.walk(folder):
        dirs.sort()
        for n in sorted(names):
            if n.lower().endswith(".bvh"):
                p = os.path.join(base, n)
                with open(p, "rb") as f:
                    head = f.read(65536).split(b"MOTION")[0]
                groups.setdefault(tuple(sorted(re.findall(rb"(?:ROOT|JOINT)\s+(\S+)", head))), []).append(p)
    groups = list(groups.values())
    pool, cases = list(variants()), []
    for _ in range(pairs):
        g = rng.choices(groups, [len(x) for x in groups])[0]
        clips = [rng.choice(g) for _ in range(rng.choice((2, 2, 2, 3, 3, 4)))]
        at, frm, t = [], [], 0.0
        for i, p in enumerate(clips[1:]):
            a, b = load(clips[i]), load(p)
            room = (a.n - 1) * a.dt - (float(frm[-1]) if frm else 0.0)
            past = rng.random() < 0.15                                           # dbtool may refuse it
            t += rng.uniform(0.02, max(0.03, (room - 0.05) * 1.3 if past else min(room - 0.05, 0.3 if i else room)))
            at.append("%.4f" % t)
            frm.append("%.4f" % (rng.uniform(0, 1) * min((b.n - 1) * b.dt, 4.0) if rng.random() < 0.7 else 0))
        method = list(rng.choice(pool))
        extra = []
        some, other = rng.choice(b.names), rng.choice(b.names)
        for x in (["--align", "none"], ["--skip", some[:3] + "*"], ["--profile", "*[%s]=1.5" % other[-1]],
                  ["--profile", other[:4] + "*=0.3"], ["--skip", some], ["--unroll"], ["--past-end", "loop"],
                  ["--past-end", "hold"], ["--interpolate", "linear"], ["--up", "z"],
                  ["--window", "%.3f" % rng.uniform(0, 1.5)], ["--feet", "*" + other[-3:]],
                  ["--contact-height", "%.3g" % rng.uniform(0.01, 30)],
                  ["--contact-speed", "%.3g" % 10 ** rng.uniform(0, 3)]):
            extra += x if rng.random() < 0.1 else []
        if rng.random() < 0.05:
            extra += ["--root", b.names[0]]
        kind = (method[1] if method else "").split(":")[0]
        if kind in TWO_SIDED and rng.random() < 0.5:                                   # random times
            method = ["-m", kind]
            for key in (["blend_time", "before"] if kind != "bridge-linear" else []):
                method += ["--" + key.replace("_", "-"), rng.choice(("%.4f" % rng.uniform(0, 0.5), "%df" %
                                                                    rng.randrange(12)))]
            if kind in BRIDGES and (rng.random() < 0.5 or kind == "bridge-linear"):
                method += ["--gap", rng.choice(("%.4f" % rng.uniform(0.05, 0.4), "%df" % rng.randrange(1, 12)))]
        until = ["--until", "%.4f" % (t + 2.5)] if (b.n - 1) * b.dt - float(frm[-1]) > 3 else []
        cases.append(clips + ["-a", ",".join(at), "--from", ",".join(frm)] + method + extra + until)
    for _ in range(plain):
        a, b = (load(rng.choice(g)) for g in [rng.choices(groups, [len(x) for x in groups])[0]] for _ in "ab")
        at, frm = rng.uniform(0.1, 1) * (a.n - 1) * a.dt, rng.uniform(0, 0.5) * (b.n - 1) * b.dt
        cases.append([a.path, b.path, "-a", "%.4f" % at, "--from", "%.4f" % frm,
                      "--until", "%.4f" % (at + min(2.5, (b.n - 1) * b.dt - frm - 2 * a.dt))])
    return cases


def every_method_cases(folder, pairs, seed):
    """Random pairs of clips with equal skeletons, each with every method, half of them with --unroll."""
    cases = []
    for c in corpus_cases(folder, 0, seed, pairs):
        for i, m in enumerate(plain_methods()):
            cases.append(c + m + (["--unroll"] if (len(cases) + i) % 2 else []))
    return cases


def one(job):
    dbtool, argv = job
    try:
        r = check(dbtool, argv)
    except Exception as e:                                   # a failing case must not end the others
        import traceback
        r = Report()
        r("oracle: %s: %s %s" % (type(e).__name__, e, traceback.format_exc(limit=-2).replace("\n", " ")))
    return argv, r.count, r.notes


def show(argv, count, notes):
    label = " ".join(os.path.basename(a) if a.endswith(".bvh") else a for a in argv)
    if not count:
        print("ok   " + label)
    for n in notes:
        print("FAIL %s: %s" % (label, n))
    if count > len(notes):
        print("FAIL %s: ... %d differences in all" % (label, count))
    sys.stdout.flush()


def matrix(dbtool, folder, corpus, pairs, seed, jobs, every_method, quiet, times):
    import multiprocessing
    cases = matrix_cases(folder) if folder else []
    if corpus:
        cases += every_method_cases(corpus, pairs, seed) if every_method else corpus_cases(corpus, pairs, seed)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="oracle-") as made, multiprocessing.Pool(jobs) as pool:
        if folder:
            cases += toys(made, 16, seed)
        cases = covering(cases, times) if times else cases
        for argv, count, notes in pool.imap(one, [(dbtool, c) for c in cases], chunksize=1 if corpus else 4):
            failed += count > 0
            if count or not quiet:
                show(argv, count, notes)
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed else 0


# ---------------------------------------------------------------------------------------------------- toy clips

TREE = (("Root", (0, 0, 0)), [(("Hips", (0, 9, 0)), [(("Leg", (1, -4, 0)), [(("Foot", (0, -4, 0)), [])]),
                                                      (("Spine", (0, 3, 0)), [(("Head", (0.5, 2, 0)), [])])])])


def toy(path, seed, frames=40, dt="0.0166667", still_root=False, wild=False):
    """Write a small random clip, sums of sines: Root > Hips > (Leg > Foot, Spine > Head).  A wild one varies channels,
    their order, the order of siblings, and the format of numbers.  Its angles pass 180 degrees; its Head may be in gimbal
    lock."""
    rng = random.Random(seed)
    text, waves = ["HIERARCHY"], []

    def joint(node, depth):
        (name, offset), kids = node
        text.extend([" " * depth + ("JOINT " if depth else "ROOT ") + name, " " * depth + "{",
                     " " * depth + " OFFSET %g %g %g" % offset])
        rot = rng.sample("XYZ", 3) if wild else "ZXY"
        pos = list("XYZ") if depth < 2 else rng.sample("XYZ", rng.randrange(4)) if wild and rng.random() < 0.3 else []
        if wild and depth > 1 and name != "Head" and rng.random() < 0.25:
            rot = rot[:rng.randrange(3)]
        both = [[c + "position" for c in pos], [c + "rotation" for c in rot]]
        both = sum(both[::-1] if wild and rng.random() < 0.3 else both, [])
        text.append(" " * depth + " CHANNELS %d %s" % (len(both), " ".join(both)))
        for c in both:
            still = still_root and depth == 0 or c[1] == "p" and depth == 1 and not still_root
            big = (15.0, 2.0, 0.2)[min(depth, 2)] if c[1] == "p" else rng.uniform(60, 150) if wild else 15.0
            base = offset["XYZ".index(c[0])] if c[1] == "p" else rng.uniform(-20, 20) * (not still)
            if wild and name == "Head" and c == [x for x in both if x[1] == "r"][1] and rng.random() < 0.5:
                big, base = 0.0, 90.0
            big *= not still
            two = [(rng.uniform(-1, 1) * big, rng.uniform(0.5, 9), rng.uniform(0, 6)) for _ in range(2)]
            waves.append((base, two, c))
        kids = list(kids)
        if wild and rng.random() < 0.5:
            kids.reverse()
        for k in kids:
            joint(k, depth + 1)
        if not kids:
            text.append("End Site\n{\nOFFSET 0 0 1\n}")
        text.append(" " * depth + "}")
    joint(TREE, 0)
    how = rng.choice(("%.6f", "%.3f", "%g", "%.9g", "%.4e")) if wild else "%.6f"
    text += ["MOTION", "Frames: %d" % frames, "Frame Time: " + dt]
    for k in range(frames):
        row = [b + sum(a * sin(f * k * float(dt) + p) for a, f, p in w) for b, w, _ in waves]
        row = [x - 360 * floor(x / 360 + 0.5) if c[1] == "r" else x for x, (_, _, c) in zip(row, waves)]
        text.append(" ".join(how % x for x in row))
    with open(path, "w") as f:
        f.write("\n".join(text) + "\n")


def toys(folder, families, seed):
    """Random cases of random clips, written to `folder`, that differ in rate, channels and format."""
    cases = []
    for n in range(families):
        rng = random.Random(seed * 1000 + n)
        base = os.path.join(folder, str(n))
        os.mkdir(base)
        for c in range(4):
            dt = rng.choice(("0.0166667", "0.0333333", "0.033333", ".0083333", "0.04", "0.125"))
            path = os.path.join(base, "toy%d_%d.bvh" % (n, c))
            toy(path, rng.random(), rng.randrange(2, 90), dt, n % 4 == 1, n % 4 > 1)
        cases += corpus_cases(base, 25, n)
    for n in range(6):                        # the target rotates once around the source: the blended rotation passes 360 degrees
        p = os.path.join(folder, "spin%d.bvh" % n)
        toy(p, n, 50, "0.0166667")
        lines = open(p).read().split("\n")
        first = next(i for i, x in enumerate(lines) if x.startswith("Frame Time")) + 1
        for k in range(50):
            row = lines[first + k].split()
            row[12:15] = ["%d" % (17 + 31 * n), "%d" % (43 - 13 * n), "%d" % ((10 * k + 180) % 360 - 180)]
            lines[first + k] = " ".join(row)
        open(p, "w").write("\n".join(lines))
        for m in ("cached-pose:blend_time=0.9", "crossfade:blend_time=0.9"):
            cases.append([p, p, "-a", "3f", "--from", "4f", "-m", m])
        cases.append([p, p, "-a", "3f", "--from", "4f", "-m", "dead-linear:blend_time=0.9,max_angular_velocity=0"])
    tight = os.path.join(folder, "limits.json")                        # limits that most of the clips exceed
    with open(tight, "w") as f:
        json.dump({"Leg": {"ref": [0.8, 0.6, 0, 0], "min": [-12, -3, 0], "max": [1, 2, 0.5]},
                   "Head": {"ref": [1, 0, 0, 0], "min": [-5, -5, -5], "max": [5, 5, 5]}}, f)
    for n, m in enumerate(plain_methods()):
        p = [os.path.join(folder, "limited%d%s.bvh" % (n, x)) for x in "ab"]
        toy(p[0], 2 * n), toy(p[1], 2 * n + 1)
        for more in ([], ["--window", "0.4"],
                     ["--past-end", "loop", "--from", "30f", "--until", "60f", "--window", "9"]):
            cases.append(p + ["-a", "0.3", "--limits", tight] + m + more)
    for at in ("0.3125", "0.3124", "0.4375", "62.5ms"):                # halves of a frame: 2.5, 3.5, 0.5
        p = os.path.join(folder, "half.bvh")
        toy(p, 1, 20, "0.125")
        cases.append([p, p, "-a", at])
        cases.append([p, p, "-a", "5f", "--from", at, "-m", "cut"])
    return cases


def main(argv):
    rest = []
    if "--" in argv:
        i = argv.index("--")
        argv, rest = argv[:i], argv[i + 1:]
    import argparse
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("command", choices=("check", "matrix"))
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--keep")
    ap.add_argument("--clips")
    ap.add_argument("--corpus")
    ap.add_argument("--pairs", type=int, default=40)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--every-method", action="store_true", help="each of the corpus pairs with every method")
    ap.add_argument("--times", type=int, metavar="N", help="a covering array: each pair of options, and each option with each method, N times")
    ap.add_argument("-q", "--quiet", action="store_true", help="print only failures and the totals")
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    a = ap.parse_args(argv)
    dbtool = os.path.abspath(a.dbtool)
    if a.command == "check":
        r = check(dbtool, rest, a.keep)
        show(rest, r.count, r.notes)
        return 1 if r.count else 0
    return matrix(dbtool, a.clips, a.corpus, a.pairs, a.seed, a.jobs, a.every_method, a.quiet, a.times)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
