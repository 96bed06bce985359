#!/usr/bin/env python3
"""An independent check of skate_u and of the rules of foot locking.

Written only from dbtool-internals(7) (METRICS; FEET).  The BVH reader, the quaternions and the frames of a cut are
oracle.py's; nothing is dbtool's.  A file with locked feet is compared with PLAIN, the same blend without foot locking.

    feet_oracle.py measure OUT.bvh [--plain PLAIN.bvh] -- A.bvh B.bvh [...] [blend options]
    feet_oracle.py check --dbtool PATH --clips DIR [--sample] [-j N]

`measure` prints one CSV line for each cut and foot.  `check` blends the clips of testdata with every method, with gaps,
interrupted transitions and other settings, each with and without `--align foot` and `--plant`.  It compares the skate_u of
dbtool's metrics with its own.  The exit status is 1 if they differ, or if a file with locked feet breaks a rule.
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
from oracle import (AXES, DEG, Clip, Options, Refused, Sequence, angle_between, dot, inv, legs, load, norm, rotate, run,
                    scale, spans, sub, world)


class Contacts:
    """Contacts of a clip's joints: near the ground and slow, in the clip before blending (METRICS)."""

    def __init__(self, seq, target):
        self.target, self.track, self.up, self.dt = target, target.track, AXES[seq.opt.up], seq.dt
        high, fast = seq.opt.contact_height, seq.opt.contact_speed
        self.high = 0.04 * seq.reach if high is None else high
        self.fast = 0.2 * seq.reach if fast is None else fast

    def position(self, j, k):
        return self.track.world(self.target.local(k))[j][0]

    def lift(self, j, k, forward=False):
        """By how much joint j misses contact at output frame k, units; 0 or less: it is in contact.  forward: the
        speed is the forward difference, else the backward one."""
        at = self.position(j, k)
        step = sub(self.position(j, k + 1), at) if forward else sub(at, self.position(j, k - 1))
        return max(at[self.up] - self.track.ground(j, self.up) - self.high, norm(step) - self.fast * self.dt)


class Cut:
    """A cut of a sequence, its two clips' contacts, and where its feet are locked."""

    def __init__(self, seq, n):
        self.seq, self.at, cut = seq, spans(seq)[n], seq.cuts[n]
        self.old, self.new = Contacts(seq, cut.old.target), Contacts(seq, cut.target)
        self.up = AXES[seq.opt.up]
        after = [s.kb for s in seq.cuts[n + 1:]]
        self.last = min([seq.last] + [k - 1 for k in after])
        lock_seconds = seq.opt.plant_hold + 2 * seq.opt.plant_time
        self.far = min(self.last, self.at.ke + floor(lock_seconds / seq.dt + 0.5) + 3)      # the cut has no effect from here on
        self.lock_frames = floor(seq.opt.plant_hold / seq.dt * (1 + 1e-4))        # maximum after the transition, frames
        self.edge = False

    def is_in_contact(self, j, k):
        """Whether a foot is in contact at frame k in all clips that count: before the cut the old clip, in a gap both of its
        ends, then both clips.  Sets `edge` if rounding may decide."""
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
        """The horizontal distance of joint j between the frames k - 1 and k of a written file."""
        a, b = (position(out, i, j) for i in (k - 1, k))
        return sqrt(sum((b[i] - a[i]) ** 2 for i in range(3) if i != self.up))

    def skate(self, out, j):
        """skate_u: the horizontal steps of a foot over the frames at which it is in contact (METRICS)."""
        x = max(min(self.at.kw, self.last), self.at.kg)
        return sum(self.ground_step(out, j, k) for k in range(max(self.at.kb, 1), min(x, self.seq.last) + 1)
                   if self.is_in_contact(j, k))

    def lock_span(self, j):
        """FEET: the frames over which a locked point does not move, (first, last), or None.  The first is that of its contact,
        and at least plant_time after the transition begins, in which it slows down.  The last is that of the new clip's
        contact, at most plant_hold after the transition."""
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
        """Whether the leg reaches the foot's position from the hip of `plain` in all frames, so that nothing moves a locked
        foot."""
        for k in range(max(self.at.kb, 0), min(self.far, plain.n - 1, out.n - 1) + 1):
            hip, foot = position(plain, k, leg[0]), position(out, k, leg[2])
            reference, length = norm(sub(position(plain, k, leg[2]), hip)), sum(bones(plain, k, leg))
            if norm(sub(foot, hip)) > reference + 0.9 * max(length - reference, 0.0) and norm(sub(foot, hip)) > reference + 1e-5:
                return False
        return True

    def ends(self, j):
        """Whether a foot is in contact in the old clip at the cut and in the new clip's first frame."""
        return max(self.old.lift(j, self.at.kc, True), self.new.lift(j, self.at.kg, True)) <= 0

    def stays_locked(self, j, k, across):
        """Whether a foot that is locked at frame k - 1 is locked at frame k."""
        if k < self.at.kc:
            return self.old.lift(j, k) <= 0
        if k < self.at.kg:
            return across
        return self.new.lift(j, k, k == self.at.kg) <= 0

    def late_speed(self, out, plain, leg):
        """The maximum speed over the ground, units a second, of a foot that is released at the limit of plant_hold, while it is
        in contact in the new clip."""
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


def bones(out, k, leg):
    """The lengths of thigh and shin."""
    return [norm(sub(position(out, k, a), position(out, k, b))) for a, b in zip(leg, leg[1:])]


def bend(out, k, leg):
    """The knee's direction: the unit vector to it from the line hip-foot, in the space of the hip's parent.  None if the leg is
    straight."""
    hip, knee, foot = (position(out, k, j) for j in leg)
    a, b = sub(knee, hip), sub(foot, knee)
    c = sub(foot, hip)
    if min(norm(a), norm(b), norm(c)) < 1e-9:
        return None
    angle = acos(max(-1.0, min(1.0, dot(a, b) / norm(a) / norm(b)))) * DEG
    side = sub(a, scale(c, dot(a, c) / dot(c, c)))
    if angle < 3 or norm(side) < 1e-9:
        return None
    q = glob(out, k)[out.parent[leg[0]]][1]
    return scale(rotate(inv(q), side), 1 / norm(side))


def knee_turns(out, leg, first, last):
    """The largest rotation of a knee's direction, degrees, between consecutive frames in which it is bent."""
    worst, before = 0.0, None
    for k in range(first, last + 1):
        now = bend(out, k, leg)
        if now and before:
            worst = max(worst, acos(max(-1.0, min(1.0, dot(now, before)))) * DEG)
        before = now or before
    return worst


def measure(out, seq, plain=None):
    """Values of a written file, [{column: value}], one for each cut and foot; plain: the same blend without locked feet.

    skate_u: METRICS.  edge: whether rounding may change it.  locked_frames: how long the foot is locked.
    Compared with `plain`, at the first cut alone, because later cuts start from locked feet:
    sinks_u: how far a point in contact is below its lowest height in the clips, and below that in `plain`.
    others_deg: the largest difference of a rotation outside the legs.
    bone_change_u: the largest difference of a bone's length.
    knee_flips: 1 if a knee rotates by over 90 degrees between frames in which it is bent, but not in `plain`.
    left: the fraction of the blend's path that a locked ankle moves: above 0 where full locking would cause a seam.
    foot_turn_deg: the rotation of the line from ankle to ball about up while both are locked, minus `left` times that in
    `plain`; whole_turn_deg: without the subtraction.
    deeper_u: how much further the motion root is lowered than the slides of the feet allow; anchor_rise_u: how far it is
    raised.
    too_long_u: by how much a leg extends by more than 70 % of what is left of its length.
    late_fast_u_s: how much faster than the contact speed a foot moves that is released in contact.
    rushes_u_s: after the transition, how much faster than the contact speed and than in `plain` a joint of the foot moves
    over the ground while it is in contact in the new clip.
    abrupt: how abruptly a joint of the leg moves that has no seam in `plain`, as a multiple of its limit.
    slips_u: distance of a locked ankle from `left` times the blend's path, if its leg reaches it in all frames.
    """
    rows = []
    for n in range(len(seq.cuts)):
        cut = Cut(seq, n)
        every = legs(seq.out, seq.anchor, seq.opt)
        for j, name in enumerate(seq.out.names):
            if not seq.opt.foot(name):
                continue
            cut.edge = False
            row = {"cut": n + 1, "foot": name, "skate_u": cut.skate(out, j), "edge": cut.edge}
            leg = next((x for x in every if x[2] == j), None)
            if leg:
                lock_span = cut.lock_span(j)
                row["locked_frames"] = lock_span[1] - lock_span[0] if lock_span else 0
                if plain and n == 0:
                    row.update(compared(cut, out, plain, leg, every, max(cut.at.kb - 1, 0), cut.far))
            rows.append(row)
    return rows


def below(parent, j):
    """Joint j and all joints below it."""
    found = {j}
    for i, p in enumerate(parent):
        if p in found:
            found.add(i)
    return found


def compared(cut, out, plain, leg, every, first, last):
    """The columns of measure() that compare a file with locked feet with `plain`."""
    seq, up = cut.seq, cut.up
    feet = set().union(*(below(seq.out.parent, x[2]) for x in every))
    others = [j for j in range(seq.out.joints) if j not in feet and all(j not in x for x in every)]
    row, limits = dict.fromkeys(COMPARED, 0.0), Bounds(seq, leg)

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
        more("deeper_u", down - allowed)
        more("anchor_rise_u", -down)
        lengths, was = bones(out, k, leg), bones(plain, k, leg)
        more("bone_change_u", max(abs(x - y) for x, y in zip(lengths, was)))
        line, before = (norm(sub(g[leg[2]][0], g[leg[0]][0])) for g in (w, p))
        if line > before + limits.position:
            more("too_long_u", line - max(before, before + 0.7 * (sum(lengths) - before)))
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
    """The maximum speed at which a foot slides during the transition while it is in contact in both clips, units a second."""
    return max([cut.ground_step(plain, j, k) / cut.seq.dt for leg in every for j in below(plain.parent, leg[2])
                for k in range(max(cut.at.kb, 1), cut.at.ke + 1) if cut.is_in_contact(j, k)], default=0.0)


def figures_of(out, dt, begin, end):
    """seam_oracle.abruptness of the frames begin to end of a written file: {frame: [joints]}."""
    ks = range(max(begin - 3, 0), min(end, out.n - 1) + 1)
    return {k: row for k, row in zip(ks, seam_oracle.abruptness((out.pose(k) for k in ks), out, dt)) if k >= begin}


def abrupt(cut, out, plain, leg, every):
    """FEET: how abruptly the leg's joints move, as a multiple of their limits.  During the transition the limit is 1.5 times
    the joint's reference in the clips.  Afterwards it is 1.5 times the largest reference of that joint in any leg, but at
    least the fastest slide, or the rotation of thigh and shin that moves their ends as fast."""
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


VARIANTS = {"root": [], "foot": ["--align", "foot"], "plant": ["--plant"], "both": ["--align", "foot", "--plant"]}


class Bounds:
    """Bounds of rounding: how far the leg of one pose may differ in two files with six decimals, in units and units a second.
    In both files, each joint down to the foot has up to three angles and three coordinates.  No joint of a leg is further
    from them than the skeleton's size."""

    def __init__(self, seq, leg):
        n, j, last = 0, leg[2], 0.500001e-6
        while j >= 0:
            n, j = n + 1, seq.out.parent[j]
        self.position = 2 * n * (3 * last / DEG * 2 * seq.reach + sqrt(3) * last)
        self.speed = self.position / seq.dt
        self.rest = self.position * (1 + 2 * seq.opt.plant_time / 3 / seq.dt)      # position at which a foot has slowed down


EXACT = 1e-9            # for numbers with the same text in both files: only sums of doubles differ
# Rules of locked feet: column, maximum, meaning.
RULES = [("sinks_u", lambda b, row: b.position, "a point in contact does not go below the ground"),
         ("foot_turn_deg", lambda b, row: 1.0, "a locked foot does not turn"),
         ("others_deg", lambda b, row: EXACT, "only legs turn"),
         ("bone_change_u", lambda b, row: EXACT, "bones keep their lengths"),
         ("deeper_u", lambda b, row: b.position, "no drop is deeper than the feet would slide"),
         ("anchor_rise_u", lambda b, row: b.position, "the motion root is only lowered"),
         ("slips_u", lambda b, row: b.rest, "a locked foot stays"),
         ("late_fast_u_s", lambda b, row: b.speed, "a foot in contact is released slowly"),
         ("rushes_u_s", lambda b, row: b.speed, "a point in contact returns no faster than the contact speed"),
         ("too_long_u", lambda b, row: b.position, "a leg extends by at most 70 % of what is left of its length"),
         ("abrupt", lambda b, row: 1.001, "no joint has a new seam"),
         ("knee_flips", lambda b, row: 0, "knees do not flip")]
COMPARED = [column for column, _, _ in RULES] + ["whole_turn_deg"]


def chosen(argv, listed):
    """The options with the method that `auto` chose for the first cut by the CSV, without parameters that are `none`.
    auto_oracle.py checks the choice."""
    method, _, values = listed["1", "*"]["settings"].partition(":")
    settings = method + ":" + ",".join(v for v in values.split(",") if not v.endswith("=none"))
    return [settings if x == "auto" and argv[i - 1] == "-m" else x for i, x in enumerate(argv)]


def pair(job):
    """Blend one case in the named variants: (options, what is wrong)."""
    dbtool, argv, names = job
    argv = argv if "-m" in argv else [*argv, "-m", "dead-halflife"]
    folder, notes, plain = tempfile.mkdtemp(prefix="feet-oracle-"), [], {}
    try:
        for name in names:
            extra = VARIANTS[name]
            path, table = (os.path.join(folder, name + x) for x in (".bvh", ".csv"))
            code, text = run([dbtool, "blend", *argv, *extra, "-o", path, "--metrics", table])
            if code:
                notes.append("%s: status %d: %s" % (name, code, text))
                continue
            with open(table, newline="") as f:
                listed = {(x["cut"], x["joint"]): x for x in csv.DictReader(f)}
            try:
                seq = Sequence(Options(chosen(argv, listed) + extra))
            except Refused as e:
                notes.append("%s: dbtool should have refused: %s" % (name, e))
                continue
            out = Clip(path)
            without = plain.get("foot" if name == "both" else "root") if "--plant" in extra else None
            if "--plant" not in extra:
                plain[name] = out
            rows = measure(out, seq, without)
            for r in rows:
                if without and "sinks_u" in r:
                    for column, limit, why in RULES:
                        if r[column] > limit(r["bounds"], r):
                            notes.append("%s: cut %d, %s: %s is %.4g: %s" % (name, r["cut"], r["foot"], column,
                                                                             r[column], why))
                x = float(listed[str(r["cut"]), r["foot"]]["skate_u"] or 'nan')
                if abs(x - r["skate_u"]) > 1e-8 * x + EXACT * (1 + seq.reach) and not r["edge"]:   # nine digits
                    notes.append("%s: cut %d, %s: skate_u is %.9g, dbtool says %.9g" % (name, r["cut"], r["foot"],
                                                                                        r["skate_u"], x))
    except Exception as e:
        notes.append("feet_oracle: %s: %s" % (type(e).__name__, e))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return argv, notes


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
        clips("turn", "idle") + ["-a", "1.16", "--from", "0.39", "-t", "0.6"],     # wide steps, short slides
        clips("run", "turn") + ["-a", "0.98", "--from", "0.45", "-m", "inertialize-two-sided", "-t", "0.4"],
        clips("walk", "idle") + ["-a", "0.5", "--skip", "Left*"],
        clips("walk", "idle") + ["-a", "0.5", "--until", "3", "--past-end", "hold"],
    ]
    variants = [list(VARIANTS)] * len(cases)
    if a.sample:  # each method once, each case aligned by root or by foot, without and with --plant
        cases = [c for n, c in enumerate(cases) if n >= 2 * len(methods) or n % 2 == n // 2 % 2]
        variants = [["root", "plant"] if n // 2 % 2 else ["foot", "both"] for n in range(len(cases))]
    import multiprocessing
    complaints = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for argv, notes in pool.imap(pair, [(dbtool, c, v) for c, v in zip(cases, variants)]):
            complaints += bool(notes)
            for n in notes[:5]:
                print("FAIL %s: %s" % (" ".join(os.path.basename(x) for x in argv), n))
    print("%d passed, %d failed" % (len(cases) - complaints, complaints))
    return 1 if complaints else 0


# ------------------------------------------------------------------------------------------------------ command

def show(rows):
    names = ["cut", "foot", "skate_u", "locked_frames", *COMPARED]
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
