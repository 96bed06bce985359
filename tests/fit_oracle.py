#!/usr/bin/env python3
"""An independent reference for clips that are fitted to another rig (`--fit`) or mirrored (`--mirror`).

Written from dbtool-internals(7) (OTHER RIGS) alone.  The BVH reader and the quaternions are oracle.py's; nothing is
dbtool's.  All rotations are unit quaternions.

    fit_oracle.py check --dbtool PATH --clips DIR [--pairs 100] [--frames 40] [--seed N]

Takes one clip of each rig in the folders.  rigs.py writes pairs of them with other zero poses, sizes, axes, names and
channels.  dbtool fits one to the other and mirrors some.  The exit status is 1 if a joint is off by over 1e-6 of the body's
height in any frame, or if dbtool prints another message.
"""
import argparse
import copy
import functools
import os
import random
import re
import subprocess
import sys
import tempfile
from math import acos, atan2, cos, exp, floor, pi, sin, sqrt

from oracle import Clip, ONE, ZERO, add, angle_between, cross, dot, inv, mul, nearest_held, norm, rotate, scale, sub, world
from rigs import BOTH, NEXT, Cannot, Figure, Skeleton, across, arc, normal, re_express, unit

AIMED = ("collar", "upper arm", "forearm", "thigh", "shin")


def of_columns(x, y, z):
    """The quaternion of a rotation matrix of three columns, divided by its largest component first (Shepperd)."""
    m = (x, y, z)                                          # m[c][r]
    w = [1 + x[0] + y[1] + z[2], 1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2]]
    i = w.index(max(w))
    q = [[w[0], m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]],
         [m[1][2] - m[2][1], w[1], m[0][1] + m[1][0], m[2][0] + m[0][2]],
         [m[2][0] - m[0][2], m[0][1] + m[1][0], w[2], m[1][2] + m[2][1]],
         [m[0][1] - m[1][0], m[2][0] + m[0][2], m[1][2] + m[2][1], w[3]]][i]
    return normal(q)


def frame(x, y, least, x_exact=False):
    """OTHER RIGS: the rotation of an orthonormal frame from directions x and y; y is exact, or x.  None: too short."""
    if x_exact:
        b = unit(x, least)
        a = b and y and unit(across(y, b), least)
        return None if not a else of_columns(b, a, cross(b, a))
    a = unit(y, least)
    b = a and x and unit(across(x, a), least)
    return None if not b else of_columns(b, a, cross(b, a))


def slerp(a, b, t):
    """The shortest rotation from a to b."""
    d = mul(b, inv(a))
    if d[0] < 0:
        d = tuple(-x for x in d)
    s = norm(d[1:])
    angle = 2 * atan2(s, d[0])
    if s == 0:
        return a
    h = 0.5 * t * angle
    return mul((cos(h), *(sin(h) * x / s for x in d[1:])), a)


# ------------------------------------------------------------------------------------------------------- a rig

AXES = [tuple(float(s * (i == a)) for i in range(3)) for a in range(3) for s in (1, -1)]


def near(a, b, degrees):
    """Whether two directions are within an angle."""
    a, b = unit(a, 1e-12), unit(b, 1e-12)
    return bool(a and b) and dot(a, b) >= cos(degrees * pi / 180)


class Rig(Skeleton):
    """A clip's rig: up axis, ground, contacts, and the frames F of its joints."""

    def __init__(self, clip):
        super().__init__(clip)
        self.n = clip.n
        self.world = [world(clip, clip.pose(k)) for k in range(clip.n)]
        self.first = [p for p, _ in self.world[0]]
        self.reach = self._reach()
        self.eps = 1e-6 * self.reach
        self.zero = []
        for j, o in enumerate(clip.offset):
            i = clip.parent[j]
            self.zero.append(o if i < 0 else add(self.zero[i], o))
        self.legs = {s: [self.joint[s, r] for r in ("thigh", "shin", "foot")] for s in BOTH}
        self.leg_length = sum(norm(sub(self.first[b], self.first[a])) for s in BOTH
                              for a, b in zip(self.legs[s], self.legs[s][1:]))
        self.up, self.up_known = self._up()
        self._stand()

    def _branch(self):
        """The first joint with several children."""
        c, top = self.clip, 0
        while len(c.children[top]) == 1:
            top = c.children[top][0]
        return top

    def _reach(self):
        c, top, w = self.clip, self._branch(), self.world[0]
        points = [w[j][0] for j in range(top, c.joints)]
        points += [add(w[j][0], rotate(w[j][1], o)) for j, o in c.ends if j >= top]
        return max(norm(sub(p, w[top][0])) for p in points)

    def next_role(self, j):
        side, role = self.role[j]
        return self.joint.get((side, NEXT.get(role)))

    def z(self, a, b):
        return sub(self.zero[b], self.zero[a])

    def x(self, k, a, b):
        """The world direction from a to b at frame k, or None."""
        return unit(sub(self.world[k][b][0], self.world[k][a][0]), self.eps)

    def mean_offset(self, j, but=""):
        c = self.clip
        out = [c.offset[i] for i in c.children[j] if not but or but not in c.names[i].lower()]
        out += [o for i, o in c.ends if i == j]
        return scale(functools.reduce(add, out, ZERO), 1 / len(out)) if out else ZERO

    # ---- the up axis

    def _limbs(self, at):
        """The midpoints of thighs, feet, upper arms and hands; at: positions of the joints."""
        return [scale(add(at[self.joint["left", r]], at[self.joint["right", r]]), 0.5)
                for r in ("thigh", "foot", "upper arm", "hand")]

    def _stands_along(self, at):
        """(the signed axis along which the body is upright, or None; whether its feet are pointed)"""
        thighs, feet, arms, _ = self._limbs(at)
        v = sub(at[self.head], feet)
        up = max(AXES, key=lambda a: dot(a, v))
        upright = norm(v) > 0.5 * self.reach and near(sub(thighs, feet), up, 45) and near(sub(arms, thighs), up, 45)
        toes = [near(sub(at[self.joint[s, "toe"]], at[self.joint[s, "foot"]]), scale(up, -1), 40)
                for s in BOTH if (s, "toe") in self.joint]
        return (up, bool(toes) and all(toes)) if upright else (None, False)

    def _raises_hands(self, at, up):
        return all(dot(sub(at[self.joint[s, "hand"]], at[self.head]), up) > 0 for s in BOTH)

    def _four_legged(self, at, degrees):
        """The signed axis along which a body on hands and feet is upright, or None."""
        thighs, feet, arms, hands = self._limbs(at)
        up = unit(add(sub(thighs, feet), sub(arms, hands)), 1e-12)
        trunk = sub(arms, thighs)
        if not up or near(trunk, up, 60) or near(trunk, scale(up, -1), 60):
            return None
        limbs = [sub(at[self.joint[s, a]], at[self.joint[s, b]]) for s in BOTH
                 for a, b in (("thigh", "foot"), ("upper arm", "hand"))]
        level = abs(dot(sub(hands, feet), up)) <= 0.25 * norm(sub(thighs, feet))
        return max(AXES, key=lambda a: dot(a, up)) if level and all(near(x, up, degrees) for x in limbs) else None

    def _walks(self, places, up):
        """Whether the character travels across the axis `up`, with a foot in contact in a quarter of the frames."""
        feet = [self.joint[s, r] for s in BOTH for r in ("foot", "toe") if (s, r) in self.joint]
        m, top, steps = len(places), self._branch(), 0
        for i in range(m):
            k = i * (self.n - 1) // (m - 1) if m > 1 else 0
            if k + 1 < self.n:
                a, b = self.world[k], self.world[k + 1]
                moved = lambda j: norm(sub(b[j][0], a[j][0]))
                steps += moved(top) >= 0.1 * self.reach * self.clip.dt and min(map(moved, feet)) <= 0.2 * moved(top)
        return 4 * steps >= m and self._travels(places, up)

    def _travels(self, places, up):
        """Whether the character moves across the axis `up` by half its size."""
        top = self._branch()
        path = [max(p[top][a] for p in places) - min(p[top][a] for p in places) for a in range(3) if not up[a]]
        return max(path) >= 0.5 * self.reach

    def _zero_up(self):
        """The signed axis along which the zero pose is upright, or None."""
        four = self._four_legged(self.zero, 30)
        if four:
            return four
        c = self.clip
        top = self._branch()
        points = self.zero[top:] + [add(self.zero[j], o) for j, o in c.ends if j >= top]
        extent = max(max(p[a] for p in points) - min(p[a] for p in points) for a in range(3))
        thighs, feet, arms, _ = self._limbs(self.zero)
        v = sub(self.zero[self.head], feet)
        up = max(AXES, key=lambda a: dot(a, v))
        upright = near(sub(thighs, feet), up, 45) and near(sub(arms, thighs), up, 45)
        return up if norm(v) >= 0.7 * extent and near(v, up, 30) and upright else None

    def _up(self):
        """(the signed up axis, or a guess; whether it is known)"""
        m = min(self.n, 64)
        frames = [self.world[i * (self.n - 1) // (m - 1) if m > 1 else 0] for i in range(m)]
        top = self._branch()
        spread, tall, low = {}, {}, {a: [] for a in AXES}
        for w in frames:
            points = [p for p, _ in w[top:]] + [add(w[j][0], rotate(w[j][1], o)) for j, o in self.clip.ends if j >= top]
            for a in AXES:
                low[a].append(min(dot(a, p) for p in points))
        for a in AXES:
            order, cut = sorted(low[a]), int(0.05 * (m - 1))
            spread[a] = order[m - 1 - cut] - order[cut]
            tall[a] = -sum(low[a]) - sum(low[scale(a, -1)])
        line = lambda a, b: abs(dot(a, b)) > 0.5
        better = lambda a, b: (m >= 10 and spread[a] <= min(0.1 * self.reach, 0.5 * spread[b])
                               and spread[b] - spread[a] >= 0.02 * self.reach)
        places = [[p for p, _ in w] for w in frames]
        often = lambda found: next((a for a in AXES if 5 * found.count(a) >= 4 * m), None)
        stood = [self._stands_along(at) for at in places]
        stands, four = often([a for a, _ in stood]), often([self._four_legged(at, 45) for at in places])
        if stands and 5 * sum(pointed for a, pointed in stood if a == stands) >= 4 * m:
            stands = None
        zero = self._zero_up()
        if zero:
            other = stands and not line(stands, zero) and (self._walks(places, stands) or better(stands, zero))
            return (stands if other else zero), True
        body, total = four or stands, functools.reduce(add, (sub(at[self.head], self._limbs(at)[1]) for at in places))
        ahead = body and spread[body] <= 0.1 * self.reach and self._travels(places, body)
        raised = body and 5 * sum(a == body and self._raises_hands(at, body) for (a, _), at in zip(stood, places)) >= 4 * m
        on_hands = not four and raised and not self._walks(places, body) and not better(body, scale(body, -1))
        if body and not on_hands and (ahead or not any(better(a, body) for a in AXES if not line(a, body))):
            return body, True
        aside = [max(AXES, key=lambda a: dot(a, sub(at[self.joint["left", "thigh"]], at[self.joint["right", "thigh"]])))
                 for at in places]
        for a in AXES:
            no_up = (5 * sum(line(a, b) for b in aside) >= 4 * m or 5 * stood.count((a, True)) >= 4 * m
                     or dot(total, a) < -0.5 * self.reach * m)
            if not no_up and (four or not stands) and spread[a] <= spread[scale(a, -1)] and all(
                    tall[a] >= 0.05 * tall[b] and (line(a, b) or better(a, b)) for b in AXES):
                return a, True
        return max(AXES, key=lambda a: dot(a, total)), False

    def with_up(self, up):
        other = copy.copy(self)
        other.up = up
        other._stand()
        return other

    def _stand(self):
        self.ground = {s: self._ground(s) for s in BOTH}
        self.stands = {s: self._stands(s) for s in BOTH}

    def heights(self, side):
        j = self.joint[side, "foot"]
        return [dot(w[j][0], self.up) for w in self.world]

    def _ground(self, side):
        return sorted(self.heights(side))[floor(0.02 * (self.n - 1))]

    def _stands(self, side):
        j, h = self.joint[side, "foot"], self.heights(side)
        speed = [norm(sub(b[j][0], a[j][0])) / self.clip.dt for a, b in zip(self.world, self.world[1:])]
        speed = speed[:1] + speed or [0.0]
        out = [x <= self.ground[side] + 0.04 * self.reach and v <= 0.2 * self.reach for x, v in zip(h, speed)]
        return out if any(out) else [x <= self.ground[side] for x in h]

    # ---- the frames F of rule 3

    def next_joint(self, j):
        at = self.line.index(j)
        return next((i for i in self.line[at + 1:] if norm(sub(self.first[i], self.first[j])) > 1e-5 * self.reach), None)

    def before_head(self):
        return next((i for i in self.above(self.head)[1:]
                     if norm(sub(self.first[i], self.first[self.head])) > 1e-5 * self.reach), None)

    def lateral(self, k):
        return self.x(k, self.joint["right", "thigh"], self.joint["left", "thigh"])

    def arms_lateral(self, k):
        return self.x(k, self.joint["right", "upper arm"], self.joint["left", "upper arm"])

    def to_n(self, k, j):
        n = self.next_joint(self.chest)
        return None if n is None else self.x(k, j, n)

    def bend_axis(self, k, a, b, c, always):
        """The axis about which the joint b bends; always: what each frame adds, given the upper bone's direction."""
        d1, d2 = self.x(k, a, b), self.x(k, b, c)
        out = ZERO
        if d1 and d2:
            bent = cross(d1, d2)
            if norm(bent) > 0.26:
                out = scale(bent, 1 / norm(bent))
        more = always(d1) if d1 else None
        return add(out, scale(more, 0.02)) if more else out

    def elbow_axis(self, k, side):
        lateral, up = self.lateral(k), self.to_n(k, self.hips)
        forward = lateral and up and unit(cross(lateral, up), 1e-6)
        return self.bend_axis(k, *(self.joint[side, r] for r in ("upper arm", "forearm", "hand")),
                              lambda d1: forward and cross(d1, forward))

    def knee_axis(self, k, side):
        return self.bend_axis(k, *self.legs[side], lambda d1: self.lateral(k))

    def both(self, k, j):
        """(x, y) of a joint at a frame."""
        if j == self.hips:
            return self.lateral(k), self.to_n(k, j)
        if j == self.head:
            b = self.before_head()
            return self.arms_lateral(k), None if b is None else self.x(k, b, j)
        if j in self.line:
            n, x = self.next_joint(j), self.arms_lateral(k)
            if j in self.spine[:-1]:
                lateral = self.lateral(k)
                x = lateral and x and unit(add(lateral, x), 1e-6)
            return x, None if n is None else self.x(k, j, n)
        side, role = self.role[j]
        joint = lambda r: self.joint[side, r]
        if role == "collar":
            return self.to_n(k, self.chest), self.x(k, j, joint("upper arm"))
        if role in ("upper arm", "forearm", "hand"):
            a, b = ("upper arm", "forearm") if role == "upper arm" else ("forearm", "hand")
            return self.elbow_axis(k, side), self.x(k, joint(a), joint(b))
        if role in ("thigh", "shin"):
            return self.knee_axis(k, side), self.x(k, j, joint("shin" if role == "thigh" else "foot"))
        foot = joint("foot")                               # foot, toe
        if (side, "toe") in self.joint:
            ahead = self.x(k, foot, joint("toe"))
        else:
            ahead = unit(rotate(self.world[k][foot][1], self.mean_offset(foot)), self.eps)
        return ahead and unit(cross(self.up, ahead), 1e-6), self.up

    @functools.lru_cache(maxsize=None)
    def f(self, j):
        """F(j), or None.  A frame in which a vector is undefined adds nothing to that vector's sum."""
        sums = [ZERO, ZERO]
        counts = self.stands[self.role[j][0]] if self.role.get(j, (0, 0))[1] in ("foot", "toe") else [True] * self.n
        for k in range(self.n):
            if counts[k]:
                back = inv(self.world[k][j][1])
                for i, v in enumerate(self.both(k, j)):
                    if v:
                        sums[i] = add(sums[i], rotate(back, v))
        return frame(*sums, 1e-6, j == self.hips)


# ------------------------------------------------------------------------------------------------------ a pair

class Pairs:
    """Of joint j of t: of[j], its counterpart in s, and kind[j], its (side, role), "hips", "spine", "neck" or "name"."""

    def __init__(self, s, t):
        self.s, self.t, self.of = s, t, {}
        self.kind = {}
        for key, j in t.joint.items():
            if key in s.joint:
                self._put(j, s.joint[key], key)
        self._put(t.hips, s.hips, "hips")
        for kind in ("spine", "neck"):
            a, b = getattr(s, kind), getattr(t, kind)
            if len(a) == len(b):
                for x, y in zip(a, b):
                    self._put(y, x, kind)
        waiting = {}
        for j in range(s.clip.joints):
            if j not in s.role and j not in s.line and s.named[j][1]:
                waiting.setdefault(s.named[j], []).append(j)
        above = t.above(t.hips)
        for j in range(t.clip.joints):
            if j not in t.role and j not in t.line and j not in above and waiting.get(t.named[j]):
                self._put(j, waiting[t.named[j]].pop(0), "name")

    def _put(self, j, i, kind):
        self.of[j], self.kind[j] = i, kind

    def n_known(self):
        return len(set(self.of) | set(self.t.spine) | set(self.t.neck))

    def unmatched(self):
        known = set(self.of.values()) | set(self.s.spine) | set(self.s.neck)
        return [self.s.clip.names[i] for i in range(self.s.clip.joints) if i not in known]


def angle(a, b):
    return atan2(norm(cross(a, b)), dot(a, b)) * 180 / pi


def rests(rig):
    """Local rotations of joints without counterpart: frame 0's above the hips, else the mean, as near as the channels allow."""
    c, above, out = rig.clip, rig.above(rig.hips)[1:], []
    for j in range(c.joints):
        first = c.pose(0)[j][1]
        total = [0.0] * 4
        for k in range(c.n):
            q = c.pose(k)[j][1]
            sign = -1 if sum(x * y for x, y in zip(q, first)) < 0 else 1
            total = [x + sign * y for x, y in zip(total, q)]
        out.append(first if j in above else held(c, j, normal(total)))
    return out


def held(clip, j, q):
    kinds = [a for _, a in clip.rot[j]]
    if len(kinds) == 3:
        return q
    return (nearest_held(kinds, q) or ONE) if kinds else ONE


class Fit:
    """s fitted to t: .pose(k) are the local transforms of t's joints."""

    def __init__(self, s, t):
        self.s, self.t = s, t
        self.counterparts = self._counterparts()
        self.same_offsets = self._same_offsets()
        if self.same_offsets or not s.up_known or not t.up_known:
            self.s = s = s.with_up(t.up)
        self.pairs = Pairs(s, t)
        self.turn = arc(s.up, t.up)
        self.limb_bones = [(k, (k[0], NEXT[k[1]])) for k in t.joint if k[0] and k[1] in NEXT
                           if all(x in r.joint for r in (s, t) for x in (k, (k[0], NEXT[k[1]])))]
        self.b = [frame(r.z(r.joint["right", "thigh"], r.joint["left", "thigh"]), r.z(r.hips, r.head), r.eps)
                  for r in (s, t)]
        self.difference = self._difference()
        self.rule = self._rule()
        self.same = self._same()
        if not s.leg_length > 0 or not t.leg_length > 0:
            raise Cannot("its legs have no length in the first frame")
        self.sigma = t.leg_length / s.leg_length
        self.lift = min(t.ground.values()) - self.sigma * min(s.ground.values())
        self.c = {}
        self._constants()
        self.rest = rests(t)
        self.mover = next((j for j in t.above(t.hips) if len(t.clip.pos[j]) == 3), None)
        if self.mover is None:
            raise Cannot("no joint from '%s' up has three position channels" % t.clip.names[t.hips])
        self.drop = self._drops()

    # ---- zero poses

    def _counterparts(self):
        """The joints of s with the names and parents of t's, or None."""
        key = lambda c: [(n, c.names[p] if p >= 0 else "") for n, p in zip(c.names, c.parent)]
        a, b = key(self.s.clip), key(self.t.clip)
        return [a.index(k) for k in b] if sorted(a) == sorted(b) and len(set(a)) == len(a) else None

    def _same_offsets(self):
        """Whether both have the same joints and OFFSETs, within 1 %."""
        if not self.counterparts:
            return False
        pairs = [(self.s.clip.offset[i], self.t.clip.offset[j]) for j, i in enumerate(self.counterparts) if j > 0]
        return all(norm(sub(a, b)) <= 0.01 * max(norm(a), norm(b)) for a, b in pairs)

    def _difference(self):
        s, t = self.s, self.t
        if self.counterparts and all(s.clip.offset[i] == t.clip.offset[j] for j, i in enumerate(self.counterparts)):
            return 0.0
        out = []
        for a, b in self.limb_bones:
            v = [unit(r.z(r.joint[a], r.joint[b]), r.eps) for r in (s, t)]
            if all(v):
                out.append(angle(*v))
        chests = [frame(r.z(r.joint["right", "upper arm"], r.joint["left", "upper arm"]), r.z(r.chest, r.head), r.eps)
                  for r in (s, t)]
        for a, b in (self.b, chests):
            out.append(angle_between(a, b) if a and b else 180.0)
        return max(out)

    def _upright(self, r):
        spine = unit(r.z(r.hips, r.head), r.eps)
        for side in BOTH:
            for a, b in zip(r.legs[side], r.legs[side][1:]):
                bone = unit(r.z(a, b), r.eps)
                if not spine or not bone or angle(spine, bone) < 150:
                    return False
        return True

    def _rule(self):
        if self.difference <= 20:
            return 1
        return 2 if all(self.b) and self._upright(self.s) and self._upright(self.t) else 3

    def _same(self):
        s, t = self.s, self.t
        if not self.counterparts or s.up != t.up or self.difference > 1:
            return False
        for j, i in enumerate(self.counterparts):
            a, b = norm(t.clip.pose(0)[j][0]), norm(s.clip.pose(0)[i][0])
            if j != t.hips and t.is_below(j, t.hips) and abs(a - b) > max(0.01 * max(a, b), s.eps, t.eps):
                return False
        return True

    # ---- constants

    def _parent_c(self, j):
        j = self.t.clip.parent[j]
        while j >= 0:
            if j in self.c:
                return self.c[j]
            j = self.t.clip.parent[j]
        return ONE

    def _bones(self, j, i):
        """bone(j) in s and t."""
        t, s, kind = self.t, self.s, self.pairs.kind.get(j)
        n = NEXT.get(kind[1]) if isinstance(kind, tuple) else None
        if n and (kind[0], n) in t.joint and (kind[0], n) in s.joint:
            return s.z(i, s.joint[kind[0], n]), t.z(j, t.joint[kind[0], n])
        return s.mean_offset(i, "thumb"), t.mean_offset(j, "thumb")

    def _default(self, j, i):
        above = self._parent_c(j)
        bs, bt = self._bones(j, i)
        bs, bt = unit(bs, self.s.eps), unit(bt, self.t.eps)
        return mul(arc(rotate(above, bt), bs), above) if bs and bt else above

    def _fingers(self, j):
        """The frames of a hand in the zero poses of s and t, from its fingers; None: too few or nearly parallel fingers."""
        t, s, pairs = self.t, self.s, self.pairs

        def nearest(c):
            c = t.clip.parent[c]
            while c >= 0 and c not in pairs.of:
                c = t.clip.parent[c]
            return c
        fingers = []
        for c in sorted(pairs.of):
            if nearest(c) == j:
                v = [unit(s.z(pairs.of[j], pairs.of[c]), s.eps), unit(t.z(j, c), t.eps)]
                if all(v):
                    fingers.append(v)
        if len(fingers) < 2:
            return None
        sums = [functools.reduce(add, (v[r] for v in fingers)) for r in (0, 1)]
        mean = [unit(v, 1e-6) for v in sums]
        if not all(mean):
            return (None, None)
        far = max(fingers, key=lambda v: angle(v[1], mean[1]))
        if angle(far[1], mean[1]) <= 11:
            return None
        return tuple(frame(far[r], mean[r], 1e-6) for r in (0, 1))

    def _constants(self):
        t, s, kind = self.t, self.s, self.pairs.kind
        known = dict(self.pairs.of)
        if t.chest not in known and s.spine and t.spine:
            known[t.chest] = s.chest
        for j in sorted(known):
            i, k = known[j], kind.get(j, "spine")
            trunk = k in ("hips", "spine", "neck", (None, "head"))
            fs = ft = None
            if self.rule == 1:
                self.c[j] = ONE
                continue
            if self.rule == 2 and trunk:
                self.c[j] = mul(self.b[0], inv(self.b[1]))
                continue
            if k != "name" and (self.rule == 3 or k[1] in ("foot", "toe")):
                own = self._fingers(j) if self.rule == 3 and k[1] == "hand" else None
                fs, ft = own or (s.f(i), t.f(j))
            self.c[j] = mul(fs, inv(ft)) if fs and ft else self._default(j, i)

    # ---- a frame's rotations

    def g(self, k, i):
        return mul(self.turn, self.s.world[k][i][1])

    def xs(self, k, i):
        return rotate(self.turn, self.s.world[k][i][0])

    @staticmethod
    def fractions(r, chain):
        """The fractions of a chain's length at which its joints are; it begins with hips or chest."""
        at, out = 0.0, [0.0]
        for j in chain[1:]:
            at += norm(r.clip.offset[j])
            out.append(at)
        return [x / at if at > 0 else i / max(len(out) - 1, 1) for i, x in enumerate(out)]

    @functools.cached_property
    def chains(self):
        """For spine and neck, if their numbers of joints differ: (joints of t, fractions, joints of s, fractions, whether F is
        used)."""
        s, t, out = self.s, self.t, []
        if len(s.spine) != len(t.spine) and s.spine:
            a, b = self.fractions(s, [s.hips, *s.spine]), self.fractions(t, [t.hips, *t.spine])
            out.append([t.spine, b[1:], s.spine, a[1:]])
        if len(s.neck) != len(t.neck):
            a, b = self.fractions(s, [s.chest, *s.neck, s.head]), self.fractions(t, [t.chest, *t.neck, t.head])
            skip = 1 if s.neck else 0
            out.append([t.neck, b[1:-1], [s.chest, *s.neck, s.head][skip:], a[skip:]])
        for c in out:
            c.append(self.rule == 3 and all(s.f(i) for i in c[2]) and all(t.f(j) for j in c[0]))
        return out

    def chain_rotations(self, k):
        out = {}
        for tj, tl, sj, sl, frames in self.chains:
            def h(n):
                g = self.g(k, sj[n])
                if frames:
                    return mul(g, self.s.f(sj[n]))
                return g if self.rule == 1 else mul(g, self.c[self.t.hips])
            for j, x in zip(tj, tl):
                n = next((n for n, y in enumerate(sl) if y >= x), len(sl) - 1)
                q = h(n) if n == 0 else slerp(h(n - 1), h(n), (x - sl[n - 1]) / (sl[n] - sl[n - 1]))
                out[j] = mul(q, inv(self.t.f(j))) if frames else q
        return out

    @functools.lru_cache(maxsize=None)
    def towards(self, j):
        """The position of the next role's joint in the space of joint j of t, with the joints between at rest."""
        t = self.t
        path, at, turn = t.path(j, t.next_role(j))[1:], ZERO, ONE
        for i in path:
            p = t.clip.pose(0)[i][0]
            at = add(at, rotate(turn, p))
            turn = mul(turn, self.rest[i])
        return at

    def rotations(self, k):
        """Local rotations of t's joints, as near as its channels allow."""
        t, s, clip = self.t, self.s, self.t.clip
        chains, g, local = self.chain_rotations(k), [], []
        for j in range(clip.joints):
            above = g[clip.parent[j]] if clip.parent[j] >= 0 else ONE
            want = None
            if j in self.pairs.of:
                i = self.pairs.of[j]
                want = mul(self.g(k, i), self.c[j])
                kind = self.pairs.kind[j]
                if isinstance(kind, tuple) and kind[1] in AIMED:
                    to = s.x(k, i, s.next_role(i))
                    v = unit(rotate(want, self.towards(j)), t.eps)
                    if to and v:
                        want = mul(arc(v, rotate(self.turn, to)), want)
            elif j in chains:
                want = chains[j]
            r = self.rest[j] if want is None else held(clip, j, mul(inv(above), want))
            local.append(r)
            g.append(mul(above, r))
        return local

    # ---- positions

    def carried(self, p):
        return add(scale(p, self.sigma), scale(self.t.up, self.lift))

    @functools.lru_cache(maxsize=None)
    def before_legs(self, k):
        """(local rotations, world transforms with the hips in position) before the legs bend."""
        t, s, clip = self.t, self.s, self.t.clip
        local = self.rotations(k)
        w = world(clip, [(clip.pose(0)[j][0], local[j]) for j in range(clip.joints)])
        mid = lambda r, x: scale(add(x(r.joint["left", "thigh"]), x(r.joint["right", "thigh"])), 0.5)
        by = sub(self.carried(mid(s, lambda j: self.xs(k, j))), mid(t, lambda j: w[j][0]))
        moved = [(add(p, by) if t.is_below(j, self.mover, True) else p, q) for j, (p, q) in enumerate(w)]
        return local, moved

    def leg(self, k, side):
        """World positions of hip, knee and ankle, and of the ankle's target."""
        w = self.before_legs(k)[1]
        h, n, a = (w[j][0] for j in self.t.legs[side])
        return h, n, a, self.carried(self.xs(k, self.s.joint[side, "foot"]))

    @staticmethod
    def softly(d, own, length):
        """The soft reach: the distance from hip to foot for a wanted distance d; own: the distance before the legs bend."""
        w = min(0.03 * length, length - own)
        if d <= length - w:
            return d
        return length - w * exp(-(d - (length - w)) / w) if w > 1e-9 * length else length

    def _need(self, k, side):
        h, n, a, e = self.leg(k, side)
        length = norm(sub(n, h)) + norm(sub(a, n))
        d = norm(sub(e, h))
        reach = self.softly(d, norm(sub(a, h)), length)
        most = min(2 * (d - reach), 0.15 * length)
        high = dot(sub(h, e), self.t.up)
        aside = norm(across(sub(h, e), self.t.up))
        if d <= reach:
            return 0.0
        if aside >= reach:
            return most
        return min(max(high - sqrt(reach * reach - aside * aside), 0.0), most)

    def _drops(self):
        n = self.s.n
        half = min(floor(0.05 / self.s.clip.dt + 0.5), 50)
        need = [max(self._need(k, side) if self.bendable(k, side) else 0.0 for side in BOTH) for k in range(n)]
        pad = [0.0] * (2 * half)
        need = pad + need + pad
        most = [max(need[k - half:k + half + 1]) for k in range(half, len(need) - half)]
        weights = [1 + cos(pi * i / (half + 1)) for i in range(-half, half + 1)]
        total = sum(weights)
        return [sum(w * most[k + i] for i, w in enumerate(weights)) / total for k in range(n)]

    def bendable(self, k, side):
        h, n, a, _ = self.leg(k, side)
        return norm(sub(n, h)) >= self.t.eps and norm(sub(a, n)) >= self.t.eps

    def as_it_is(self, k):
        """The pose of s for rigs that are the same, as near as the channels of t allow."""
        pose = self.s.clip.pose(k)
        return [(pose[i][0], held(self.t.clip, j, pose[i][1])) for j, i in enumerate(self.counterparts)]

    def pose(self, k):
        t, clip = self.t, self.t.clip
        local, w = self.before_legs(k)
        down = scale(t.up, -self.drop[k])
        lateral = unit(sub(w[t.joint["left", "thigh"]][0], w[t.joint["right", "thigh"]][0]), t.eps)
        wanted = {}
        for side in BOTH:
            if self.bendable(k, side):
                wanted.update(self._leg_turns(k, side, down, lateral, w))
        g, out = [], []
        for j in range(clip.joints):
            above = g[clip.parent[j]] if clip.parent[j] >= 0 else ONE
            r = held(clip, j, mul(inv(above), wanted[j])) if j in wanted else local[j]
            g.append(mul(above, r))
            p = clip.pose(0)[j][0]
            if j == self.mover:
                i = clip.parent[j]
                at = add(w[j][0], down)
                p = at if i < 0 else rotate(inv(g[i]), sub(at, w[i][0]))
            out.append((p, r))
        return out

    def _leg_turns(self, k, side, down, lateral, w):
        """World rotations of thigh, shin and foot that bring the ankle to its target."""
        t = self.t
        h, n, a, e = self.leg(k, side)
        d0, own, length = norm(sub(e, h)), norm(sub(a, h)), norm(sub(n, h)) + norm(sub(a, n))
        h, n, a = (add(p, down) for p in (h, n, a))
        d1 = norm(sub(e, h))
        d = min(d1, self.softly(max(d0, d1), own, length))
        u, v = sub(n, h), sub(a, n)
        l1, l2 = norm(u), norm(v)
        u, v = scale(u, 1 / l1), scale(v, 1 / l2)
        axis = cross(u, v)
        if norm(axis) < 1e-4:
            axis = lateral and across(lateral, u)
        axis = axis and unit(axis, 1e-6)
        bend = ONE
        d = min(max(d, abs(l1 - l2)), l1 + l2)
        if axis:
            want = acos(min(max((d * d - l1 * l1 - l2 * l2) / (2 * l1 * l2), -1.0), 1.0))
            half = 0.5 * (want - atan2(dot(cross(u, v), axis), dot(u, v)))
            bend = (cos(half), *(sin(half) * x for x in axis))
        a = add(n, rotate(bend, sub(a, n)))
        x, y = unit(sub(a, h), t.eps), unit(sub(e, h), t.eps)
        turn = arc(x, y) if x and y else ONE
        thigh, shin, foot = t.legs[side]
        return {thigh: mul(turn, w[thigh][1]), shin: mul(turn, mul(bend, w[shin][1])), foot: w[foot][1]}


def rig(path):
    return Rig(Clip(path))


# --------------------------------------------------------------------------------------------------- the mirror

# A reflection that reverses axes is the triple of their signs; so is a rotation by 180 degrees.
REFLECTIONS = [(-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1)]
HALF_TURNS = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]


def signs(a, b):
    return tuple(x * y for x, y in zip(a, b))


def half_turn(s):
    """The quaternion of a triple with no or two negative signs."""
    return (float(s == (1, 1, 1)), *(float(x > 0 and s != (1, 1, 1)) for x in s))


def reflected(s, q):
    """s q s, for a rotation q."""
    return (q[0], *(-x * y for x, y in zip(s, q[1:])))


class Mirror:
    """A mirrored clip on its rig: .pose(k) are the local transforms."""

    def __init__(self, path, folder):
        self.t = t = rig(path)
        self._partners()
        line = t.z(t.joint["right", "thigh"], t.joint["left", "thigh"])
        axis = max(range(3), key=lambda a: abs(line[a]))
        self.m = tuple(-1 if a == axis else 1 for a in range(3))
        self.fit = Fit(rig(self._seen(os.path.join(folder, "seen.bvh"))), t)
        self.r = None if self.fit.same else self._reflections()
        self.skeleton = self.fit.s.clip if self.fit.same else t.clip

    def _partners(self):
        t, c = self.t, self.t.clip
        other = {"left": "right", "right": "left", None: None}
        self.of, self.stays = [], []
        below = lambda i, side, word: [j for j in range(c.joints) if c.parent[j] == i and t.named[j] == (side, word)]
        for j, i in enumerate(c.parent):
            side, word = t.named[j]
            mine = below(i, side, word)
            there = below(self.of[i] if i >= 0 else -1, other[side], word)
            at = mine.index(j)
            alone = i >= 0 and self.stays[i]
            self.of.append(there[at] if at < len(there) and not alone else j)
            self.stays.append(alone or i >= 0 and self.of[j] == j and self.of[i] != i)

    def _seen(self, path):
        """Write the reflected motion on reflected bones; its path."""
        figure = Figure(self.t.clip)
        m, of = self.m, self.of
        kept = lambda j, p: p if self.stays[j] else signs(m, p)
        figure.poses = [[(kept(j, pose[of[j]][0]), pose[j][1] if self.stays[j] else reflected(m, pose[of[j]][1]))
                         for j in figure.joints] for pose in figure.poses]
        figure.offset = [kept(j, self.t.clip.offset[of[j]]) for j in figure.joints]
        figure.rot, figure.pos = ([x[of[j]] for j in figure.joints] for x in (figure.rot, figure.pos))
        figure.ends = [(of[j], kept(j, o)) for j, o in figure.ends]
        figure.write(path)
        return path

    def _reflections(self):
        """The reflection R of each joint, or None."""
        t, c, r = self.t, self.t.clip, {}
        if any(c.layout[j] != c.layout[i] for j, i in enumerate(self.of)):
            return None
        flipped = scale(t.up, -1.0) if dot(signs(self.m, t.up), t.up) < 0 else t.up
        w = arc(flipped, t.up)
        r[-1] = signs(self.m, min(HALF_TURNS, key=lambda s: angle_between(half_turn(s), w)))
        first, travels = c.pose(0), [j for j in t.above(t.hips) if len(c.pos[j]) == 3]

        def allowed(j, s):
            for i in range(c.joints):
                if c.parent[i] == j and not self.stays[i] and i not in travels:
                    a, b = first[i][0], first[self.of[i]][0]
                    if norm(sub(signs(s, a), b)) > max(0.01 * max(norm(a), norm(b)), t.eps):
                        return False
            if j < 0:
                return True
            more = signs(s, r[c.parent[j]])
            return more == (1, 1, 1) or more.index(1) in [a for _, a in c.rot[j]]
        if not allowed(-1, r[-1]):
            return None
        for j in range(c.joints):
            if self.stays[j]:
                continue
            i, above = self.of[j], r[c.parent[j]]
            if i < j:
                if not allowed(j, r[i]):
                    return None
                r[j] = r[i]
                continue
            a, b = (t.f(x) if x in t.role or x in t.line else None for x in (i, j))
            collar = t.role.get(j, (None, None))[1] == "collar"
            said = a and b and mul(mul(a, (0.0, 0.0, 0.0, 1.0) if collar else (0.0, 1.0, 0.0, 0.0)), inv(b))
            off = lambda s: angle_between(said, half_turn(signs(s, (-1, -1, -1))))
            if allowed(j, above) and (not said or off(above) <= 150):
                r[j] = above
                continue
            known = [s for s in REFLECTIONS if said and allowed(j, s)]
            if not known or off(min(known, key=off)) > 60:
                return None
            r[j] = min(known, key=off)
        return r

    def pose(self, k):
        c = self.t.clip
        if self.fit.same:
            return self.fit.s.clip.pose(k)
        if not self.r:
            return self.fit.pose(k)
        own, out = c.pose(k), []
        for j, i in enumerate(self.of):
            p, q = own[i]
            if not self.stays[j]:
                above = self.r[c.parent[j]]
                p, q = signs(above, p), mul(reflected(above, q), half_turn(signs(above, self.r[j])))
            moves = [a for _, a in c.pos[j]]
            out.append((tuple(p[a] if a in moves else c.offset[j][a] for a in range(3)), q))
        return out


# ----------------------------------------------------------------------------------------------- against dbtool

FRAME_TIME = 1 / 30
CHANGES = ("", "a-pose", "arms-down", "along-y", "turned", "positions", "bare", "larger", "inches", "metres", "z-up",
           "z-up-pose", "minus-y", "shuffled", "orders", "one-hip", "two-channel", "names=smpl", "names=biped a-pose",
           "names=unreal turned", "turned no-toes", "names=vrm bare", "names=daz two-channel", "names=bandai along-y z-up",
           "names=xsens turned z-up metres", "names=amc", "names=poser a-pose", "names=infix turned", "names=makehuman",
           "names=makehuman-game larger", "names=second-life z-up-pose", "names=simulated", "names=duplicate", "names=motionbuilder one-hip larger positions")


def fitted(dbtool, s, t, out):
    """(the clip s that dbtool fitted to the rig of t, messages)"""
    run = subprocess.run([dbtool, "blend", t, s, "--fit", "--at", "0", "-m", "cut", "--align", "none", "--precision", "9",
                          "-o", out], capture_output=True, text=True, check=False)
    if run.returncode:
        raise Cannot(run.stderr.strip())
    return Clip(out), run.stderr


def expected_messages(fit, s, t):
    """The line that dbtool must print, and the begin of its warning; None: none."""
    axis = lambda up: next(("-" if v < 0 else "") + "xyz"[a] for a, v in enumerate(up) if v)
    if fit.same:
        return None, None
    line = "dbtool: %s: fitted to '%s': %d of %d joints, size x %.4g" % (
        s, os.path.basename(t), fit.pairs.n_known(), fit.t.clip.joints, fit.sigma)
    if fit.s.up != fit.t.up:
        line += ", %s up to %s up" % (axis(fit.s.up), axis(fit.t.up))
    rest = fit.pairs.unmatched()
    return line, rest and "dbtool: warning: %s: %d joint%s no counterpart in '%s': '%.40s'" % (
        s, len(rest), " has" if len(rest) == 1 else "s have", os.path.basename(t), rest[0])


def compare(dbtool, s, t, folder):
    """Compare dbtool's fit of s to t: (what is wrong or None, the largest distance in heights)."""
    fit = Fit(rig(s), rig(t))
    out, messages = fitted(dbtool, s, t, os.path.join(folder, "out.bvh"))
    worst = 0.0
    for k in range(fit.s.n):
        own = world(fit.t.clip, fit.as_it_is(k) if fit.same else fit.pose(k))
        for (p, _), (q, _) in zip(world(out, out.pose(k)), own):
            worst = max(worst, norm(sub(p, q)) / (2 * fit.t.reach))
    line, warning = expected_messages(fit, s, t)
    lines = messages.splitlines()
    if (line is None) != (not any(": fitted to " in x for x in lines)):
        return "dbtool does not say that the clip %s" % ("stays" if fit.same else "is fitted"), worst
    for text in (line, warning):
        if text and not any(x.startswith(text) for x in lines):
            return "dbtool does not say: %s" % text, worst
    return (None if worst <= 1e-6 else "%.3g of the height off" % worst), worst


def compare_mirror(dbtool, path, folder):
    """Compare a mirrored clip: (what is wrong or None, the largest distance in heights, the rule that applied)."""
    mirror = Mirror(path, folder)
    out = os.path.join(folder, "out.bvh")
    subprocess.run([dbtool, "blend", path, "--mirror", "-q", "--precision", "9", "-o", out], check=True)
    out, worst, turned = Clip(out), 0.0, 0.0
    for k in range(out.n):
        for (p, a), (q, b) in zip(world(out, out.pose(k)), world(mirror.skeleton, mirror.pose(k))):
            worst = max(worst, norm(sub(p, q)) / (2 * mirror.t.reach))
            turned = max(turned, angle_between(a, b))
    how = "the same" if mirror.fit.same else "reflected" if mirror.r else "fitted"
    wrong = worst > 1e-6 or (turned > 1e-5 and how != "fitted")
    return "%.3g of the height, %.3g degrees off" % (worst, turned) if wrong else None, worst, how


def base_clips(folder):
    """One clip of each rig in a folder: the first by name that has at least 10 frames."""
    seen = {}
    for top, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            if name.endswith(".bvh"):
                try:
                    clip = Clip(os.path.join(top, name))
                    Skeleton(clip)
                    clip.values(0), clip.values(clip.n - 1)
                except (Cannot, AttributeError, ValueError, IndexError):
                    continue                               # no character, or oracle.Clip cannot read it
                if clip.n >= 10 and all(len(clip.values(k)) == clip.columns for k in (0, clip.n - 1)):
                    seen.setdefault(tuple(sorted(zip(clip.names, clip.offset))), clip)
    return list(seen.values())


# Changes of mirrored clips; some make left and right differ.
MIRRORED = ("opposed", "", "opposed positions", "turned", "opposed z-up names=bandai", "opposed along-y", "along-y",
            "opposed bare", "opposed shuffled two-channel", "orders", "opposed turn=LeftForeArm")


def trimmed(clip, most):
    step = max(1, -(-clip.n // most))
    return slice(0, clip.n, step)


def check(args):
    rng = random.Random(args.seed)
    clips = [c for d in args.clips for c in base_clips(d)]
    passed = failed = 0
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for n in range(args.pairs):
            # each change once on either side, then random ones
            changes = [CHANGES[n // 2 % len(CHANGES)] if n % 2 == i else rng.choice(CHANGES) for i in (0, 1)]
            paths = [os.path.join(folder, x) for x in ("s.bvh", "t.bvh")]
            chosen = [rng.choice(clips) for _ in paths]
            # in a slow clip only the height of a foot decides its contact
            dt = FRAME_TIME * (10 if n % 3 == 0 else 1)
            for clip, path, change in zip(chosen, paths, changes):
                re_express(clip, path, change.split(), trimmed(clip, args.frames), rng.randrange(1000), dt)
            try:
                wrong, off = compare(args.dbtool, *paths, folder)
            except Cannot as e:
                wrong, off = "dbtool: %s" % e, 0.0
            worst = max(worst, off)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print("%s [%s] to %s [%s]: %s" % (chosen[0].path, changes[0], chosen[1].path, changes[1], wrong))
        ways = {}
        for n in range(args.pairs // 4):
            clip, change = rng.choice(clips), MIRRORED[n % len(MIRRORED)]
            re_express(clip, paths[0], change.split(), trimmed(clip, args.frames), rng.randrange(1000), FRAME_TIME)
            wrong, off, how = compare_mirror(args.dbtool, paths[0], folder)
            ways[how] = ways.get(how, 0) + 1
            worst = max(worst, off)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print("%s [%s] in the mirror, %s: %s" % (clip.path, change, how, wrong))
        print("in the mirror:", ", ".join("%d %s" % (ways[k], k) for k in sorted(ways)))
    print("largest distance: %.2g of the height" % worst)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


# --------------------------------------------------------------------------------------------------------- main

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["check"])
    parser.add_argument("--dbtool", required=True)
    parser.add_argument("--clips", action="append", required=True)
    parser.add_argument("--frames", type=int, default=40)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.dbtool = os.path.abspath(args.dbtool)
    return check(args)


if __name__ == "__main__":
    sys.exit(main())
