#!/usr/bin/env python3
"""An independent check of the feet of blended files: contacts, legs, skate, bones, knees.

Written only from dbtool-internals(7) (METRICS; FEET).  The BVH reader, the quaternions and the frames of a cut are
oracle.py's; nothing is dbtool's.  A file with locked feet is compared with PLAIN, the one written without foot locking.

    feet_oracle.py measure OUT.bvh [--plain PLAIN.bvh] -- A.bvh B.bvh [...] [blend options]
    feet_oracle.py check --dbtool PATH --clips DIR [-j N]

`measure` prints one CSV line for each cut and foot.  `check` blends the clips of testdata as they are, with `--align foot`,
with `--plant` and with both, with every method, gaps, interrupted transitions and other settings, and compares the skate_u
of dbtool's metrics with its own.
The exit status is 1 if that differs, or if a file with locked feet breaks a rule.
"""
import argparse
import csv
import json
import math
import os
import shutil
import sys
import tempfile
from math import acos, floor, inf, sqrt

import seam_oracle
from oracle import (AGAINST, AXES, DEG, Clip, Options, Refused, Sequence, against, angle_between, cross,
                    dot, inv, legs, load, metrics, norm, rotate, run, scale, spans, sub, turn, world)


class Contacts:
    """Contacts of a clip's joints: near the ground and slow, in the clip before blending (METRICS)."""

    def __init__(self, seq, target):
        self.target, self.track, self.up, self.dt = target, target.track, AXES[seq.opt.up], seq.dt
        high, fast = seq.opt.contact_height, seq.opt.contact_speed
        self.high = 0.04 * seq.reach if high is None else high
        self.fast = 0.2 * seq.reach if fast is None else fast

    def position(self, j, k):
        return self.track.world(self.target.local(k))[j][0]

    def last(self):
        """The output frame of the clip's last frame."""
        return self.target.kc + self.track.n - 1 - self.target.start

    def lift(self, j, k, forward=False):
        """By how much joint j misses contact at output frame k, units; 0 or less: it is in contact.  forward: the
        speed is the forward difference, else the backward one."""
        at = self.position(j, k)
        step = sub(self.position(j, k + 1), at) if forward else sub(at, self.position(j, k - 1))
        return max(at[self.up] - self.track.ground(j, self.up) - self.high, norm(step) - self.fast * self.dt)


class Cut:
    """One cut of a written file with what its feet do."""

    def __init__(self, seq, n):
        self.seq, self.at, cut = seq, spans(seq)[n], seq.cuts[n]
        self.old, self.new = Contacts(seq, cut.old.target), Contacts(seq, cut.target)
        self.up = AXES[seq.opt.up]
        after = [s.kb for s in seq.cuts[n + 1:]]
        self.last = min([seq.last] + [k - 1 for k in after])
        lock_seconds = seq.opt.plant_hold + 2 * seq.opt.plant_time
        self.far = min(self.last, self.at.ke + floor(lock_seconds / seq.dt + 0.5) + 3)      # the cut has no effect any more
        self.lock_frames = floor(seq.opt.plant_hold / seq.dt * (1 + 1e-4))        # maximum after the transition
        self.edge = False

    def is_in_contact(self, j, k):
        """Whether a foot is in contact in both source and target at frame k of the span: only in the old clip before
        the cut, at both ends in a gap."""
        at = self.at
        if k < at.kc:
            lift = self.old.lift(j, k) if k else inf
        elif k < at.kg:
            lift = max(self.old.lift(j, at.kc, True), self.new.lift(j, at.kg, True))
        else:
            lift = max(self.old.lift(j, k, k == at.kg), self.new.lift(j, k, k == at.kg))
        self.edge |= abs(lift) < 1e-9 * (1 + self.seq.reach)
        return lift <= 0

    def ground_step(self, out, j, k):
        a, b = (position(out, i, j) for i in (k - 1, k))
        return sqrt(sum((b[i] - a[i]) ** 2 for i in range(3) if i != self.up))

    def skate(self, out, j):
        """skate_u: the horizontal steps of a foot over the frames at which it is in contact (METRICS)."""
        x = max(min(self.at.kw, self.last), self.at.kg)
        return sum(self.ground_step(out, j, k) for k in range(max(self.at.kb, 1), min(x, self.seq.last) + 1)
                   if self.is_in_contact(j, k))

    def slide_after(self, out, j):
        """As skate, after the transition: over the frames at which the foot is in contact in the new clip."""
        return sum(self.ground_step(out, j, k) for k in range(max(self.at.ke, self.at.kg) + 1, self.far + 1)
                   if self.new.lift(j, k) <= 0)

    def lock_span(self, j):
        """FEET: the frames over which a locked point does not move, (first, last), or None.  It slows down from
        plant_time before its contact, or from the transition's begin, and rests plant_time later.  It is locked to the
        last frame at which the new clip's point is in contact, or to plant_hold after the transition."""
        at, dt = self.at, self.seq.dt
        lock_begin = self.lock_begin(j)
        if lock_begin is None:
            return None
        rest = lock_begin if self.at_once(j, lock_begin) else max(lock_begin, at.kb + math.ceil(self.seq.opt.plant_time / dt + 0.5))
        last, end = lock_begin, min(self.far, at.ke + self.lock_frames)
        across = at.kc <= self.seq.last and self.ends(j)
        while last < end and self.stays_locked(j, last + 1, across):
            last += 1
        return (rest, last) if last > rest else None

    def lock_begin(self, j):
        """FEET: the first frame of the transition at which a foot is in contact in source and target, or None."""
        return next((k for k in range(self.at.kb, self.at.ke + 1) if self.is_in_contact(j, k)), None)

    def at_once(self, j, lock_begin):
        """Whether the foot is locked without slowing down: it was in contact in the frame before the transition."""
        return lock_begin == self.at.kb and lock_begin > 1 and self.old.lift(j, lock_begin - 1) <= 0

    def in_reach(self, out, plain, leg):
        """Whether the leg reaches the foot's position in all frames with the blend's hip: then nothing moves a locked
        foot."""
        for k in range(max(self.at.kb, 0), min(self.far, plain.n - 1, out.n - 1) + 1):
            hip, foot = position(plain, k, leg[0]), position(out, k, leg[2])
            reference, length = norm(sub(position(plain, k, leg[2]), hip)), sum(bones(plain, k, leg))
            if norm(sub(foot, hip)) > reference + 0.9 * max(length - reference, 0.0) and norm(sub(foot, hip)) > reference + 1e-5:
                return False
        return True

    def ends(self, j):
        """Whether a foot is in contact in the old clip at the cut and in the first frame of the new one."""
        return max(self.old.lift(j, self.at.kc, True), self.new.lift(j, self.at.kg, True)) <= 0

    def stays_locked(self, j, k, across):
        """Whether a locked foot stays locked at frame k: it has not lifted."""
        if k < self.at.kc:
            return self.old.lift(j, k) <= 0
        if k < self.at.kg:
            return across
        return self.new.lift(j, k, k == self.at.kg) <= 0

    def late_speed(self, out, plain, leg):
        """The highest speed over the ground, units a second, of a foot that is released in contact, until it lifts or
        is out of reach."""
        lock_span, k, fastest = self.lock_span(leg[2]), self.at.ke + self.lock_frames + 1, 0.0
        last = min(self.last, self.far) if lock_span and self.in_reach(out, plain, leg) else 0
        while lock_span and lock_span[1] == k - 1 and k <= last and self.new.lift(leg[2], k) <= 0:
            fastest = max(fastest, self.ground_step(out, leg[2], k) / self.seq.dt)
            lock_span, k = (lock_span[0], k), k + 1
        return fastest


def position(out, k, j):
    return glob(out, k)[j][0]


def glob(out, k):
    """The world transforms of a written file, cached."""
    if not hasattr(out, "poses_cache"):
        out.poses_cache = {}
    if k not in out.poses_cache:
        out.poses_cache[k] = world(out, out.pose(k))
    return out.poses_cache[k]


def jumps(out, dt, js, first, last):
    """The worst |V_k - V_(k-1)| of the joints js for k = first..last: degrees and units a second."""
    deg = unit = 0.0
    last = min(last, out.n - 1)
    for j in js:
        v = {}
        for k in range(max(first - 1, 1), last + 1):
            a, b = out.pose(k - 1)[j][1], out.pose(k)[j][1]
            v[k] = scale(turn(b, a), DEG / dt), scale(sub(position(out, k, j), position(out, k - 1, j)), 1 / dt)
        for k in v:
            if k - 1 in v:
                deg = max(deg, norm(sub(v[k][0], v[k - 1][0])))
                unit = max(unit, norm(sub(v[k][1], v[k - 1][1])))
    return deg, unit


def bones(out, k, leg):
    """The lengths of thigh and shin."""
    return [norm(sub(position(out, k, a), position(out, k, b))) for a, b in zip(leg, leg[1:])]


def bend(out, k, leg):
    """The knee: how far it is bent, degrees, and the unit vector from the line hip-foot to it in the frame of the hip's
    parent, or None where the leg is straight."""
    hip, knee, foot = (position(out, k, j) for j in leg)
    a, b = sub(knee, hip), sub(foot, knee)
    c = sub(foot, hip)
    if min(norm(a), norm(b), norm(c)) < 1e-9:
        return 0.0, None
    angle = acos(max(-1.0, min(1.0, dot(a, b) / norm(a) / norm(b)))) * DEG
    side = sub(a, scale(c, dot(a, c) / dot(c, c)))
    if angle < 3 or norm(side) < 1e-9:
        return angle, None
    q = glob(out, k)[out.parent[leg[0]]][1]
    return angle, scale(rotate(inv(q), side), 1 / norm(side))


def knee_turns(out, leg, first, last):
    """The largest rotation of a knee's direction from one frame in which it is bent to the next such one, degrees."""
    worst, before = 0.0, None
    for k in range(first, last + 1):
        now = bend(out, k, leg)[1]
        if now and before:
            worst = max(worst, acos(max(-1.0, min(1.0, dot(now, before)))) * DEG)
        before = now or before
    return worst


FOOT = ["cut", "foot", "leg", "skate_u", "slide_after_u", "held_frames", "held_slide_u", "below_u", "vel_jump_deg_s",
        "vel_jump_u_s", "clip_jump_deg_s", "clip_jump_u_s", "bone_u", "knee_turn_deg"]
PLANTED = ["sinks_u", "foot_turn_deg", "whole_turn_deg", "knee_off_deg", "knee_flips", "others_deg", "anchor_drop_u", "deeper_u", "anchor_rise_u",
           "bone_change_u", "too_long_u", "late_fast_u_s", "rushes_u_s", "slips_u", "abrupt"]
RATIOS = ["ang_jerk_peak_ratio", "lin_jerk_peak_ratio"]


def measure(out, seq, plain=None):
    """Figures of a written file, [{column: value}], one for each cut and foot; plain: the file without locked feet.

    skate_u, slide_after_u: section "Metrics", and beyond the transition in the new clip alone.
    held_slide_u: horizontal steps over the frames at which a foot is locked.
    below_u: how far the foot is below its lowest height in both clips.
    vel_jump: the largest |V_k - V_(k-1)| of the leg's joints and toes; clip_jump: of the two clips beside the cut.
    bone_u: how far thigh or shin leave the range of their lengths in both clips at the frames played.
    knee_turn_deg: the largest rotation of the knee's direction between frames in which it is bent, in the space of the
    hip's parent.
    Against the file without locked feet, at the first cut (later ones start from locked feet):
    knee_off_deg, others_deg: differences of a knee's direction, and of the rotations of all joints outside the legs.
    sinks_u: how far a point in contact is below its lowest height in the clips, and below the other file's.
    anchor_drop_u, anchor_rise_u: how far the motion root is lowered and raised.
    bone_change_u: differences of the lengths of bones.
    knee_flips: 1 where a knee rotates by over 90 degrees between such frames, but not in the other file.
    left: the fraction of the blend's path that a locked ankle moves: above 0 where a larger weight would cause a seam.
    foot_turn_deg: the rotation about up of the line from ankle to ball while both are locked, minus that fraction of
    the blend's; whole_turn_deg: without the subtraction.
    deeper_u: how much further the motion root is lowered than the slides of the feet allow.
    too_long_u: by how much a leg uses more than 70 % of the rest of its length.
    late_fast_u_s: how much faster than the contact speed a foot moves that is released in contact.
    rushes_u_s: after the transition, to the end of the file, how much faster than the contact speed, and than in the
    other file, a joint of the foot moves over the ground while it is in contact in the new clip.
    abrupt: how abruptly a joint of the leg moves that has no seam in the other file, as a multiple of its limit.
    slips_u: distance of a locked ankle from that fraction of the blend's path, if its leg never comes near its reach.
    """
    rows = []
    for n in range(len(seq.cuts)):
        cut = Cut(seq, n)
        first, last = max(cut.at.kb - 1, 0), cut.far
        every = legs(seq.out, seq.anchor, seq.opt)
        for j, name in enumerate(seq.out.names):
            if not seq.opt.foot(name):
                continue
            cut.edge = False
            row = {"cut": n + 1, "foot": name, "leg": 0, "skate_u": cut.skate(out, j),
                   "slide_after_u": cut.slide_after(out, j)}
            row["edge"] = cut.edge
            lowest = min(c.track.ground(j, cut.up) for c in (cut.old, cut.new))
            row["below_u"] = max(0.0, max(lowest - position(out, k, j)[cut.up] for k in range(first, last + 1)))
            leg = next((x for x in every if x[2] == j), None)
            if leg:
                row.update(leg_figures(cut, out, leg, first, last))
                if plain and n == 0:
                    row.update(planted(cut, out, plain, leg, every, first, last))
            rows.append(row)
    return rows


def below(parent, j):
    """Joint j and all joints below it."""
    found = {j}
    for i, p in enumerate(parent):
        if p in found:
            found.add(i)
    return found


def leg_figures(cut, out, leg, first, last):
    seq, row = cut.seq, {"leg": 1, "held_frames": 0, "held_slide_u": 0.0}
    lock_span = cut.lock_span(leg[2])
    if lock_span:
        row["held_frames"] = lock_span[1] - lock_span[0]
        row["held_slide_u"] = sum(cut.ground_step(out, leg[2], k) for k in range(lock_span[0] + 1, lock_span[1] + 1))
    js = [*leg[:2], *sorted(below(seq.out.parent, leg[2]))]
    row["vel_jump_deg_s"], row["vel_jump_u_s"] = jumps(out, seq.dt, js, first, last + 3)
    row["clip_jump_deg_s"] = row["clip_jump_u_s"] = 0.0
    worst = 0.0
    for c, ks in ((cut.old, range(first, last + 1)), (cut.new, range(cut.at.kg, last + 1))):
        played = Played(c)
        a, b = jumps(played, seq.dt, js, ks[0] if c is cut.old else cut.at.kg + 2, min(ks[-1], c.last()))
        row["clip_jump_deg_s"] = max(row["clip_jump_deg_s"], a)
        row["clip_jump_u_s"] = max(row["clip_jump_u_s"], b)
    for k in range(first, last + 1):
        ends = [bones(Played(c), k, leg) for c in (cut.old, cut.new) if c is cut.old or k >= cut.at.kg]
        for n, x in enumerate(bones(out, k, leg)):
            worst = max(worst, x - max(e[n] for e in ends), min(e[n] for e in ends) - x)
    row["bone_u"] = worst
    row["knee_turn_deg"] = knee_turns(out, leg, first, last)
    return row


class Played:
    """A clip before blending, by output frames."""

    def __init__(self, contacts):
        self.c, self.n = contacts, 10 ** 9
        self.parent = contacts.track.out.parent
        self.poses_cache = self

    def pose(self, k):
        return self.c.track.pose(self.c.target.local(k))

    def __contains__(self, k):
        return True

    def __getitem__(self, k):
        return self.c.track.world(self.c.target.local(k))


def planted(cut, out, plain, leg, every, first, last):
    """A file with locked feet against the one without."""
    seq, up = cut.seq, cut.up
    feet = set().union(*(below(seq.out.parent, x[2]) for x in every))
    others = [j for j in range(seq.out.joints) if j not in feet and all(j not in x for x in every)]
    row, limits = dict.fromkeys(PLANTED, 0.0), Bounds(seq, leg)

    def slide(ankle):
        return max(cut.skate(plain, j) for j in below(seq.out.parent, ankle) if seq.opt.foot(seq.out.names[j]))
    lengths = [sum(bones(plain, first, x)) for x in every]
    allowed = max(min(seq.opt.plant_drop * n, 0.03 * n + slide(x[2])) for n, x in zip(lengths, every))

    def more(key, x):
        row[key] = max(row[key], x)
    row["bounds"] = limits
    row["knee_flips"] = float(knee_turns(out, leg, first, last) > 90 >= knee_turns(plain, leg, first, last))
    row["abrupt"] = abrupt(cut, out, plain, leg, every)
    row["late_fast_u_s"] = max(0.0, cut.late_speed(out, plain, leg) - cut.new.fast)
    for k in range(max(cut.at.ke, cut.at.kg) + 1, min(cut.last, plain.n - 1, out.n - 1) + 1):
        for j in below(seq.out.parent, leg[2]):
            if seq.opt.foot(seq.out.names[j]) and cut.new.lift(j, k) <= 0:
                reference = max(cut.new.fast, cut.ground_step(plain, j, k) / seq.dt)
                more("rushes_u_s", cut.ground_step(out, j, k) / seq.dt - reference)
    for k in range(first, min(last, plain.n - 1, out.n - 1) + 1):
        w, p = glob(out, k), glob(plain, k)
        for j in below(seq.out.parent, leg[2]) if cut.at.kb <= k <= cut.at.ke else ():
            if seq.opt.foot(seq.out.names[j]) and cut.is_in_contact(j, k):
                lowest = min(c.track.ground(j, up) for c in (cut.old, cut.new))
                more("sinks_u", min(lowest, p[j][0][up]) - w[j][0][up])
        for j in others:
            more("others_deg", angle_between(out.pose(k)[j][1], plain.pose(k)[j][1]))
        down = p[seq.anchor][0][up] - w[seq.anchor][0][up]
        more("anchor_drop_u", down)
        more("deeper_u", down - allowed)
        more("anchor_rise_u", -down)
        lengths, was = bones(out, k, leg), bones(plain, k, leg)
        more("bone_change_u", max(abs(x - y) for x, y in zip(lengths, was)))
        line, before = (norm(sub(g[leg[2]][0], g[leg[0]][0])) for g in (w, p))
        if line > before + limits.position:
            more("too_long_u", line - max(before, before + 0.7 * (sum(lengths) - before)))
        # The rotation that moves the line from hip to foot to its new direction moves the knee, too.
        a, b = bend(out, k, leg)[1], bend(plain, k, leg)[1]
        if a and b:
            q, x = w[out.parent[leg[0]]][1], p[out.parent[leg[0]]][1]
            lines = [sub(g[leg[2]][0], g[leg[0]][0]) for g in (p, w)]
            carried = rotate(between(*lines), rotate(x, b))
            more("knee_off_deg", acos(max(-1.0, min(1.0, dot(rotate(q, a), carried)))) * DEG)
    lock_span = cut.lock_span(leg[2])
    if lock_span and cut.in_reach(out, plain, leg):
        last, ball = min(lock_span[1], out.n - 1), next((j for j in range(seq.out.joints)
                                                    if seq.out.parent[j] == leg[2] and seq.opt.foot(seq.out.names[j])), None)
        with_ball = ball is not None and cut.lock_span(ball)

        def ground(v):
            return tuple(0.0 if i == up else x for i, x in enumerate(v))
        def path_of(clip, k):
            return ground(sub(position(clip, k, leg[2]), position(clip, lock_span[0], leg[2])))

        def turned(clip, k):
            a, b = (ground(sub(position(clip, n, ball), position(clip, n, leg[2]))) for n in (max(with_ball[0], lock_span[0]), k))
            return acos(max(-1.0, min(1.0, dot(a, b) / norm(a) / norm(b)))) * DEG
        frames = range(lock_span[0], min(last, plain.n - 1) + 1)
        reference = sum(dot(path_of(plain, k), path_of(plain, k)) for k in frames)
        left = sum(dot(path_of(out, k), path_of(plain, k)) for k in frames) / reference if reference > 1e-6 else 0.0
        row["left"] = left = max(0.0, min(1.0, left))
        for k in frames:
            more("slips_u", norm(sub(path_of(out, k), scale(path_of(plain, k), left))))
            if with_ball and with_ball[0] <= k <= with_ball[1]:
                more("foot_turn_deg", turned(out, k) - left * turned(plain, k))
                more("whole_turn_deg", turned(out, k))
    return row


def slide_speed(cut, plain, every):
    """The highest speed at which a foot slides in a file while it is in contact in both clips, units a second."""
    return max([cut.ground_step(plain, j, k) / cut.seq.dt for leg in every for j in below(plain.parent, leg[2])
                for k in range(max(cut.at.kb, 1), cut.at.ke + 1) if cut.is_in_contact(j, k)], default=0.0)


def figures_of(out, dt, begin, end):
    """seam_oracle's four figures of each joint at the frames begin to end of a written file: {frame: [joints]}."""
    ks = range(max(begin - 3, 0), min(end, out.n - 1) + 1)
    return {k: row for k, row in zip(ks, seam_oracle.abruptness((out.pose(k) for k in ks), out, dt)) if k >= begin}


def abrupt(cut, out, plain, leg, every):
    """FEET: the limit is 1.5 times a joint's reference in the clips during the transition.  Afterwards it is that of
    the same joint of any leg, or the fastest slide, and the rotation of thigh and shin if their ends move so fast."""
    seq, at, worst = cut.seq, cut.at, 0.0
    refs = seam_oracle.references(seam_oracle.playing(seq, 0), seq.dt)
    speed = slide_speed(cut, plain, every)
    turn = speed * max(sum(1 / b for b in bones(plain, at.kb, x)) for x in every) * DEG
    chains = [[*x[:2], *sorted(below(seq.out.parent, x[2]))] for x in every]
    now, was = figures_of(out, seq.dt, at.kb, cut.last), figures_of(plain, seq.dt, at.kb, at.ke + 2)
    for n, j in enumerate([*leg[:2], *sorted(below(seq.out.parent, leg[2]))]):
        late = [max(1.5 * max(refs[c[n]][i] for c in chains), (turn, speed)[i % 2]) for i in range(4)]
        reference = [1.5 * x for x in refs[j]]
        counts = [[k for k in was if k <= at.ke + (1 if i < 2 else 2) and was[k][j][i] is not None] for i in range(4)]
        if min(refs[j]) <= 4e-6 / seq.dt or any(was[k][j][i] > reference[i] for i in range(4) for k in counts[i]):
            continue
        for k, row in now.items():
            for i, x in enumerate(row[j]):
                if x is not None:
                    worst = max(worst, x / (reference if k in counts[i] else late)[i])
    return worst


def between(a, b):
    """The least rotation that takes the direction of a to that of b."""
    a, b = scale(a, 1 / norm(a)), scale(b, 1 / norm(b))
    q = (1 + dot(a, b), *cross(a, b))
    n = sqrt(sum(x * x for x in q))
    return tuple(x / n for x in q) if n > 1e-9 else (1.0, 0.0, 0.0, 0.0)


def ratios(out, seq):
    """The jerk of the row `*` over that of the clips, the worst of all cuts."""
    cuts = spans(seq)
    rows, big = metrics(out, seq.dt, cuts)
    more = against(seq, out, cuts, rows, big)
    return [max(part[-1][AGAINST.index(c)][0] for part in more) for c in RATIOS]


# -------------------------------------------------------------------------------------------------------- table

VARIANTS = {"root": [], "foot": ["--align", "foot"], "plant": ["--plant"], "both": ["--align", "foot", "--plant"]}


class Bounds:
    """How far apart two files with the same pose may be that were rounded to six decimals: a place of the leg, units,
    and a direction of its foot, degrees.  Each joint down to the foot turns by up to three angles and moves by three
    coordinates, in both files; nothing of a leg is further from such a joint than the skeleton is large."""

    def __init__(self, seq, leg):
        n, j, last = 0, leg[2], 0.500001e-6
        while j >= 0:
            n, j = n + 1, seq.out.parent[j]
        self.angle = 2 * n * 3 * last
        self.position = 2 * n * (3 * last / DEG * 2 * seq.reach + sqrt(3) * last)
        self.speed = self.position / seq.dt
        self.rest = self.position * (1 + 2 * seq.opt.plant_time / 3 / seq.dt)      # where a foot comes to rest


EXACT = 1e-9            # for numbers whose text is kept: only sums of doubles differ
# Rules of planted feet: column, allowed value, reason.
RULES = [("sinks_u", lambda b, row: b.position, "what stands does not go below the ground"),
         ("foot_turn_deg", lambda b, row: 1.0, "a foot that stands does not turn"),
         ("others_deg", lambda b, row: EXACT, "nothing but legs turns"),
         ("bone_change_u", lambda b, row: EXACT, "bones are as long as they were"),
         ("deeper_u", lambda b, row: b.position, "no drop is deeper than the feet would slide"),
         ("anchor_rise_u", lambda b, row: b.position, "the anchor only goes down"),
         ("slips_u", lambda b, row: b.rest, "a held foot stays"),
         ("late_fast_u_s", lambda b, row: b.speed, "a foot that stands is let go slowly"),
         ("rushes_u_s", lambda b, row: b.speed, "what stands goes back no faster than the contact speed"),
         ("too_long_u", lambda b, row: b.position, "a leg takes up at most 70 % of what is left of its length"),
         ("abrupt", lambda b, row: 1.001, "no joint has a seam that it did not have"),
         ("knee_flips", lambda b, row: 0, "knees bend no other way")]


def chosen(argv, told):
    """The options with the method that `auto` chose for the first cut, which the CSV tells: choosing is not this oracle's
    affair.  A value `none` says as much as none given."""
    method, _, values = told["1", "*"]["settings"].partition(":")
    settings = method + ":" + ",".join(v for v in values.split(",") if not v.endswith("=none"))
    return [settings if x == "auto" and argv[i - 1] == "-m" else x for i, x in enumerate(argv)]


def pair(job):
    """Blend one pair in every variant: ({variant: [rows]}, notes)."""
    dbtool, argv, names = job
    argv = argv if "-m" in argv else [*argv, "-m", "dead-halflife"]
    folder, found, notes = tempfile.mkdtemp(prefix="feet-oracle-"), {}, []
    plain = {}
    try:
        for name in names:
            extra = VARIANTS[name]
            path, table = (os.path.join(folder, name + x) for x in (".bvh", ".csv"))
            code, text = run([dbtool, "blend", *argv, *extra, "-o", path, "--metrics", table])
            if code:
                notes.append("%s: status %d: %s" % (name, code, text))
                continue
            with open(table, newline="") as f:
                told = {(x["cut"], x["joint"]): x for x in csv.DictReader(f)}
            try:
                seq = Sequence(Options(chosen(argv, told) + extra))
            except Refused as e:
                notes.append("%s: dbtool should have refused: %s" % (name, e))
                continue
            out = Clip(path)
            without = plain.get("foot" if name == "both" else "root") if "--plant" in extra else None
            if "--plant" not in extra:
                plain[name] = out
            rows = measure(out, seq, without)
            both = dict(zip(RATIOS, ratios(out, seq)))
            for r in rows:
                r.update(both)
                if without and "sinks_u" in r:
                    for column, limit, why in RULES:
                        if r[column] > limit(r["bounds"], r):
                            notes.append("%s: cut %d, %s: %s is %.4g: %s" % (name, r["cut"], r["foot"], column,
                                                                             r[column], why))
            found[name] = rows
            for r in rows:
                x = float(told[str(r["cut"]), r["foot"]]["skate_u"] or 'nan')
                if abs(x - r["skate_u"]) > 1e-8 * x + EXACT * (1 + seq.reach) and not r["edge"]:   # nine digits
                    notes.append("%s: cut %d, %s: skate_u is %.9g, dbtool says %.9g" % (name, r["cut"], r["foot"],
                                                                                        r["skate_u"], x))
    except Exception as e:
        notes.append("feet_oracle: %s: %s" % (type(e).__name__, e))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return argv, found, notes


# -------------------------------------------------------------------------------------------------------- check

def check(a):
    """Blend the clips of testdata with every method, gaps, interrupted transitions and other settings, and check the
    feet."""
    def clips(*names):
        return [os.path.join(a.clips, "ok_%s.bvh" % n) for n in names]
    cases, dbtool = [], os.path.abspath(a.dbtool)
    listed = json.loads(os.popen("'%s' methods --format json" % dbtool).read())
    methods = [x["name"] for x in listed if all(p["type"] != "file" for p in x["parameters"])]
    for n, m in enumerate(methods):
        bridges = ["--gap", "%df" % (5 + n)] if m.startswith("bridge") or m == "dead-two-sided" else []
        cases.append(clips("walk", "idle") + ["-a", "0.%d" % (3 + n % 5), "-m", m, *bridges])
        cases.append(clips("idle", "walk", "run") + ["-a", "0.3,%s" % ("0.7" if bridges else "0.42"), "--from",
                                                     "%df,5f" % n, "-m", m, *bridges])
    cases += [
        clips("idle", "walk", "idle") + ["-a", "0.3,0.8", "--from", "0.1,0.2", "-m", "inertialize-two-sided",
                                         "--plant-hold", "2"],
        clips("idle", "idle") + ["-a", "0.4", "--from", "0.2", "--plant-hold", "0.1"],
        clips("idle", "idle") + ["-a", "0.4", "--from", "0.2", "--plant-hold", "1"],     # 59.99988 frames
        clips("walk", "idle") + ["-a", "0.6", "--plant-hold", "0", "--plant-time", "0.2"],
        clips("walk", "walk_30fps") + ["-a", "0.5", "--from", "0.3"],
        clips("walk_zup", "walk_zup") + ["-a", "0.5", "--from", "0.2", "--up", "z"],
        clips("still_root", "still_root_run") + ["-a", "0.4", "--contact-speed", "200"],
        clips("all_positions", "all_positions") + ["-a", "0.5", "--from", "0.1"],
        clips("kick", "turn") + ["-a", "0.3", "--contact-height", "20", "--contact-speed", "300"],
        clips("walk", "turn") + ["-a", "0.5", "-m", "crossfade", "--profile", "*Leg=2", "--plant-time", "3f"],
        clips("turn", "idle") + ["-a", "1.16", "--from", "0.39", "-t", "0.6"],     # wide steps that slide little
        clips("run", "turn") + ["-a", "0.98", "--from", "0.45", "-m", "inertialize-two-sided", "-t", "0.4"],
        clips("walk", "idle") + ["-a", "0.5", "--skip", "Left*"],
        clips("walk", "idle") + ["-a", "0.5", "--until", "3", "--past-end", "hold"],
    ]
    variants = [list(VARIANTS)] * len(cases)
    if a.sample:  # each method once, each case by root or foot, without and with --plant
        cases = [c for n, c in enumerate(cases) if n >= 2 * len(methods) or n % 2 == n // 2 % 2]
        variants = [["root", "plant"] if n // 2 % 2 else ["foot", "both"] for n in range(len(cases))]
    import multiprocessing
    complaints = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for argv, found, notes in pool.imap(pair, [(dbtool, c, v) for c, v in zip(cases, variants)]):
            complaints += bool(notes)
            for n in notes[:5]:
                print("FAIL %s: %s" % (" ".join(os.path.basename(x) for x in argv), n))
    print("%d passed, %d failed" % (len(cases) - complaints, complaints))
    return 1 if complaints else 0


# ------------------------------------------------------------------------------------------------------ command

def show(rows):
    names = FOOT + (PLANTED if any("sinks_u" in r for r in rows) else [])
    w = csv.DictWriter(sys.stdout, names, extrasaction="ignore", restval="", lineterminator="\n")
    w.writeheader()
    for r in rows:
        w.writerow({k: "%.9g" % v if isinstance(v, float) else v for k, v in r.items()})


def main(argv):
    rest = []
    if "--" in argv:
        i = argv.index("--")
        argv, rest = argv[:i], argv[i + 1:]
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("command", choices=("measure", "check"))
    ap.add_argument("file", nargs="?")
    ap.add_argument("--plain")
    ap.add_argument("--dbtool", default="build/dbtool")
    ap.add_argument("--clips")
    ap.add_argument("--sample", action="store_true")
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    a = ap.parse_args(argv)
    if a.command == "check":
        return check(a)
    seq = Sequence(Options(rest))
    show(measure(Clip(a.file), seq, load(a.plain) if a.plain else None))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
