#!/usr/bin/env python3
"""An independent reference for `dbtool suggest` and for cuts at `best`: every pair of frames, by brute force.

Written from dbtool-internals(7) (COSTS OF CUTS; LISTS OF CUTS) alone.  The BVH reader and the quaternions are
oracle.py's; nothing is dbtool's.

    cut_oracle.py A.bvh B.bvh ... --check DBTOOL                        compare the costs with what dbtool lists
    cut_oracle.py --best A.bvh B.bvh ... --check DBTOOL                 blend at `best`, and at the cuts found here: equal bytes
    cut_oracle.py --random N --clips DIR --check DBTOOL                 N random cases of both kinds

Without numpy it is slow.  It runs again by another python3 that has numpy if this one has none.
"""
import argparse
import copy
import csv
import fnmatch
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from math import floor, inf, sqrt

from oracle import (AXES, ONE, Refused, Track, add, anchor_of, inv, load, mul, norm, rotate, scale, seconds, show, sub,
                    time_frame)

try:
    import numpy
except ImportError:
    numpy = None

COLUMNS = ["rank", "a", "at", "at_frame", "b", "from", "from_frame", "cost_u", "pose_u", "velocity_u_s"]


class Rule:
    """The options of the costs and of the choice of cuts, with their defaults."""

    def __init__(self, play="0.5", apart="0.2", least="0.4", top=None, per_pair=None, tau="0.1", weights=(), up="y",
                 root=None, interpolate="hermite", per_clip=None):
        self.play, self.apart, self.least, self.top, self.per_pair = play, apart, least, top, per_pair
        self.per_clip = per_clip
        self.tau, self.up, self.root, self.interpolate = tau, AXES[up], root, interpolate
        self.weights = [(g, float(w)) for g, w in (x.rsplit("=", 1) for x in weights)]

    def frames(self, text, dt):
        """A time in frames, rounded half up."""
        n = floor(seconds(text, dt) / dt + 0.5)
        if n < 0:
            raise Refused("negative time " + text)
        return n

    def weight(self, name):
        w = 1.0
        for glob, x in self.weights:
            if fnmatch.fnmatchcase(name, glob):
                w = x
        return w


def twist(q, up):
    """The twist of q about the up axis; the identity where it is undefined."""
    n = q[0] ** 2 + q[up + 1] ** 2
    if n < 1e-12:
        return ONE
    r = [q[0] / sqrt(n), 0.0, 0.0, 0.0]
    r[up + 1] = q[up + 1] / sqrt(n)
    return tuple(r)


def own_track(clip, out, interpolate):
    """A clip on its own skeleton, resampled to the frame time of `out`."""
    grid = copy.copy(clip)
    grid.dt = out.dt
    return Track(clip, grid, interpolate)


def features(track, joints, anchor, ref, up, back):
    """Per frame of a clip: positions P and velocities V of the joints, relative to the anchor's heading and ground position.
    back: V is the backward difference, else the forward one; 0 without a neighbour."""
    dt, frames = track.out.dt, []
    for k in range(track.n):
        w = track.world(k)
        y = inv(twist(mul(w[anchor][1], inv(ref)), up))
        g = list(w[anchor][0])
        g[up] = 0.0
        other = track.world(k - 1) if back and k else track.world(k + 1) if not back and k + 1 < track.n else w
        s = 1 / dt if back else -1 / dt
        frames.append(([rotate(y, sub(w[j][0], g)) for j in joints],
                       [rotate(y, scale(sub(w[j][0], other[j][0]), s)) for j in joints]))
    return frames


def not_above(tree, anchor):
    """The joints that are not above the anchor."""
    above, j = set(), tree.parent[anchor]
    while j >= 0:
        above.add(j)
        j = tree.parent[j]
    return [j for j in range(tree.joints) if j not in above]


class Costs:
    """The costs of cuts from frame i of clip A to frame j of clip B, both resampled to the frame time of `out`; ref: the
    world rotation of the anchor that headings are relative to."""

    def __init__(self, a, b, out, anchor, ref, rule):
        self.a, self.b = (own_track(c, out, rule.interpolate) for c in (a, b))
        joints = not_above(out, anchor)
        self.w = [rule.weight(out.names[j]) for j in joints]
        self.total = sum(self.w)
        if not self.total > 0:
            raise Refused("no joint has a weight")
        self.tau = seconds(rule.tau, out.dt)
        named = lambda c: ([c.names.index(out.names[j]) for j in joints], c.names.index(out.names[anchor]))
        self.fa = features(self.a, *named(a), ref, rule.up, True)
        self.fb = features(self.b, *named(b), ref, rule.up, False)
        if numpy:
            self.na, self.nb = (tuple(numpy.array([f[s] for f in x]) for s in (0, 1)) for x in (self.fa, self.fb))
            self.nw = numpy.array(self.w)[None, :, None]

    def parts(self, i, j):
        """(cost, pose, velocity) of one cell."""
        pose, velocity = (sqrt(sum(w * norm(sub(p, q)) ** 2 for w, p, q in zip(self.w, x, y)) / self.total)
                          for x, y in zip(self.fa[i], self.fb[j]))
        return sqrt(pose ** 2 + (self.tau * velocity) ** 2), pose, velocity

    def row(self, i, lo, hi):
        """Costs of frame i with frames lo to hi of B."""
        if not numpy:
            return [self.parts(i, j)[0] for j in range(lo, hi + 1)]
        pose, velocity = (((self.nb[s][lo:hi + 1] - self.na[s][i]) ** 2 * self.nw).sum(axis=(1, 2)) for s in (0, 1))
        return numpy.sqrt((pose + self.tau ** 2 * velocity) / self.total)

    def size(self):
        """The largest number that goes into a cost, for tolerances."""
        return max(max(abs(c) for p in f[0] for c in p) + self.tau * max(abs(c) for v in f[1] for c in v)
                   for f in self.fa + self.fb)


class Cells:
    """The costs of the cells (i, j), i in lo_i..hi_i, j in lo_j..hi_j; a removed cell costs inf."""

    def __init__(self, costs, at, frm, apart=0, least=0):
        self.lo_i, self.hi_i, self.lo_j, self.hi_j = *at, *frm
        self.apart = apart
        self.rows = {i: costs.row(i, *frm) for i in range(self.lo_i, self.hi_i + 1)} if frm[0] <= frm[1] else {}
        if least:
            for i in self.rows:
                self.drop(i, i - least + 1, i + least - 1)
        self.min = {i: min(r) for i, r in self.rows.items()}

    def drop(self, i, lo, hi):
        """Remove the cells (i, lo) to (i, hi)."""
        lo, hi = max(lo, self.lo_j), min(hi, self.hi_j)
        if lo <= hi:
            self.rows[i][lo - self.lo_j:hi + 1 - self.lo_j] = [inf] * (hi + 1 - lo)

    def near_minimum(self, bound):
        """The minimum cost m, and the cells [(i, j, cost)] that cost at most bound(m)."""
        m = min(self.min.values(), default=inf)
        if m == inf:
            return m, []
        most = bound(m)
        return m, [(i, j + self.lo_j, c) for i in self.rows if self.min[i] <= most
                   for j, c in enumerate(self.rows[i]) if c <= most]

    def cheapest(self):
        """(i, j) of the cheapest cell, or (None, None). Costs equal to nine digits tie: the smaller i wins, then the smaller j."""
        _, near = self.near_minimum(lambda m: m * (1 + 1e-7))
        return min(((digits(c), i, j) for i, j, c in near), default=(0, None, None))[1:]

    def take(self, i, j):
        """Remove the cells within `apart` of a cell in both directions."""
        for r in range(max(i - self.apart, self.lo_i), min(i + self.apart, self.hi_i) + 1):
            self.drop(r, j - self.apart, j + self.apart)
            self.min[r] = min(self.rows[r])


def digits(x):
    """The number to nine digits."""
    return float("%.8e" % x)


def span(text, dt, end, lo, hi):
    """The frames of a time LO..HI, of one time, or of None, limited to lo..hi."""
    if text is None:
        return lo, hi
    a, _, b = text.partition("..")
    return max(lo, time_frame(a, dt, end)), min(hi, time_frame(b or a, dt, end))


def reference(clips, anchor_clip, anchor):
    """World rotation of the anchor in the first frame of the first clip."""
    first = clips[0]
    return own_track(first, first, "hermite").world(0)[first.names.index(anchor_clip.names[anchor])][1]


class Listing:
    """The costs and the cells of each pair of clips of `suggest`, and how many rows it lists."""

    def __init__(self, paths, rule, at=None, frm=None):
        self.rule, self.pairs = rule, []
        clips = [load(p) for p in paths]
        for c in clips[1:]:
            if c.tree() != clips[0].tree():
                raise Refused("skeletons differ")
        alone = len(paths) == 1
        one_way = len(paths) == 2 and not rule.per_clip
        if not alone and not one_way:                             # a clip given twice counts once
            paths = list(dict.fromkeys(paths))
            clips = [load(p) for p in paths]
            if len(paths) == 1:
                raise Refused("one clip")
        dt = clips[0].dt
        play, apart = rule.frames(rule.play, dt), rule.frames(rule.apart, dt)
        least = rule.frames(rule.least, dt) if alone else 0
        anchor, _ = anchor_of(clips, rule.root)
        ref = reference(clips, clips[0], anchor)
        for x, a in enumerate(clips):
            for y, b in enumerate(clips):
                if x == y and not alone or one_way and x > y:
                    continue
                costs = Costs(a, b, clips[0], anchor, ref, rule)
                if max(1, play) > costs.a.n - 1 or costs.b.n - 1 - play < 0:
                    raise Refused("too short for --play")
                cells = Cells(costs, span(at, dt, costs.a.n - 1, max(1, play), costs.a.n - 1),
                              span(frm, dt, costs.b.n - 1, 0, costs.b.n - 1 - play), apart, least)
                self.pairs.append((paths[x], paths[y], dt, costs, cells))
        if min((m for *_, c in self.pairs for m in c.min.values()), default=inf) == inf:
            raise Refused("no cell is left")
        many = len(self.pairs) > 1
        together = many and (rule.top or rule.per_clip)       # --top and --per-clip count over several pairs
        self.each = int(rule.per_pair) if many and rule.per_pair else inf if together else 3 if many else \
            int(rule.top or 10)
        self.all = int(together) if together else inf
        self.by_clip = many and rule.per_clip is not None

    def set_of(self, a):
        """The set of rows that one limit counts: those from clip a with --per-clip, else all (None)."""
        return a if self.by_clip else None


def compare(listing, text, bad):
    """Compare dbtool's list row by row: each row must be the cheapest cell left. Cells whose costs differ by rounding alone may
    come in any order."""
    got = list(csv.reader(io.StringIO(text)))
    if not got or got[0] != COLUMNS:
        return bad("header is %s" % got[:1])
    pairs = {(a, b): (dt, costs, cells, []) for a, b, dt, costs, cells in listing.pairs}
    sets = {}                                   # {set_of(clip): (number of rows, last cost)}
    for n, row in enumerate(got[1:], 1):
        where = "row %d" % n
        if len(row) != len(COLUMNS) or row[0] != str(n) or (row[1], row[4]) not in pairs:
            return bad("%s: %s is not rank %d of a pair of the clips" % (where, row, n))
        dt, costs, cells, taken = pairs[row[1], row[4]]
        i, j = int(row[3]), int(row[6])
        if not (cells.lo_i <= i <= cells.hi_i and cells.lo_j <= j <= cells.hi_j):
            return bad("%s: cell %d, %d is outside %d..%d, %d..%d" % (where, i, j, cells.lo_i, cells.hi_i, cells.lo_j,
                                                                      cells.hi_j))
        noise = 1e-12 * (1 + costs.size())
        mine = cells.rows[i][j - cells.lo_j]
        m, near = cells.near_minimum(lambda m: m * (1 + 1e-8) + noise)
        if mine > m * (1 + 2e-9) + noise:
            at = near[0]
            bad("%s: cell %d, %d costs %.9g, but %d, %d costs %.9g" % (where, i, j, mine, *at))
            if mine == inf:
                return None
        for x, y, c in near:                    # a tie whatever the rounding
            if (x, y) < (i, j) and abs(c - mine) <= 1e-13 * mine and mine > 1e3 * noise \
                    and digits(c * (1 - 1e-12)) == digits(mine * (1 + 1e-12)):
                bad("%s: cell %d, %d ties with %d, %d, which comes first" % (where, i, j, x, y))
        want = [i * dt, j * dt, *costs.parts(i, j)]
        for name, v, x in zip(("at", "from", "cost_u", "pose_u", "velocity_u_s"), want, (row[2], row[5], *row[7:])):
            if abs(float(x) - v) > 1e-6 * abs(v) + noise / min(1, dt):
                bad("%s, %s: expected %.9g, found %s" % (where, name, v, x))
            if "%.9g" % float(x) != x:
                bad("%s, %s: %s is not %%.9g" % (where, name, x))
        of = listing.set_of(row[1])
        if of not in sets and [x for x in dict.fromkeys(listing.set_of(a) for a, *_ in listing.pairs)
                               if x in sets or x == of][-1] != of:
            bad("%s: not in the order of the clips" % where)
        if of in sets and (list(sets)[-1] != of or float(row[7]) < sets[of][1]):
            bad("%s: costs less than the row before it, or is apart from those of its clip" % where)
        sets[of] = sets.get(of, (0, 0))[0] + 1, float(row[7])
        cells.take(i, j)
        taken.append(row)
    for (a, b), (_, costs, cells, taken) in pairs.items():
        m, _ = cells.near_minimum(lambda m: m)
        count, last = sets.get(listing.set_of(a), (0, 0))
        if len(taken) > listing.each or len(taken) < listing.each and m < inf and count < listing.all:
            bad("%s to %s: %d rows, expected %s" % (a, b, len(taken), listing.each))
        if count > listing.all:
            bad("%d rows, expected at most %d" % (count, listing.all))
        if len(taken) < listing.each and digits(m * (1 + 1e-12) + 1e-12 * (1 + costs.size())) < last:
            bad("%s to %s: a cell costs %.9g, less than the last row, %.9g" % (a, b, m, last))
    return None


def choose(paths, at, frm, rule, gaps=(), until=None):
    """The cuts of a sequence, `best` ones chosen from left to right: [(output frame of the cut, frame of the new clip)]."""
    clips = [load(p) for p in paths]
    out, dt = clips[0], clips[0].dt
    for c in clips[1:]:
        if c.tree() != out.tree():
            raise Refused("skeletons differ")
    anchor, _ = anchor_of(clips, rule.root)
    ref = reference(clips, out, anchor)
    tracks = [Track(c, out, rule.interpolate) for c in clips]
    play, cuts, kc, kg, start = rule.frames(rule.play, dt), [], None, 0, 0
    for n in range(1, len(clips)):
        a, b = tracks[n - 1], tracks[n]
        end = kg - start + a.n - 1
        t = at[n - 1] if n <= len(at) else "end"
        f = frm[n - 1] if n <= len(frm) else "0"
        # An output frame minus `shift` is the frame of clip A.
        shift, first = kg - start, 0 if kc is None else kc
        rows = free(t, dt, end, max(first + max(1, play), kg + 1 if kc is not None else 0), end,
                    end if until is None else time_frame(until, dt, end))
        cols = free(f, dt, b.n - 1, 0, b.n - 1 - play, inf)
        if t.startswith("best") or f.startswith("best"):
            if rows[0] < shift or rows[1] > end or cols[0] < 0 or cols[1] > b.n - 1:
                raise Refused("not a frame of the clip's own")
            costs = Costs(clips[n - 1], clips[n], out, anchor, ref, rule)
            i, j = Cells(costs, [k - shift for k in rows], cols).cheapest()
            if i is None:
                raise Refused("no cell is left")
        else:
            i, j = rows[0] - shift, cols[0]
        gap = gaps[0] if len(gaps) == 1 else gaps[n - 1] if n <= len(gaps) else "0"
        kc, start = i + shift, j
        kg = kc + rule.frames(gap, dt)
        cuts.append((kc, start))
    return cuts


def free(text, dt, end, lo, hi, most):
    """The range of frames of a cut's time: `best`, `best:LO..HI`, or one frame."""
    if text.startswith("best"):
        lo, hi = span(text[5:] or None, dt, end, lo, hi)
        return lo, min(hi, most)
    k = time_frame(text, dt, end)
    return k, k


# ------------------------------------------------------------------------------------------------------ command

def find_numpy(argv):
    """Run again by another python3 that has numpy, if this one has none."""
    if numpy is None and os.environ.get("CUT_ORACLE_PYTHON") is None:
        for other in ("/usr/bin/python3", "/usr/local/bin/python3"):
            if os.access(other, os.X_OK) and call([other, "-c", "import numpy"])[0] == 0:
                os.environ["CUT_ORACLE_PYTHON"] = other
                os.execv(other, [other, os.path.abspath(sys.argv[0]), *argv])


def parse(argv):
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("clips", nargs="*")
    for name, default in (("play", "0.5"), ("apart", "0.2"), ("min", "0.4"), ("top", None), ("per-pair", None),
                          ("per-clip", None), ("at", None), ("from", None), ("velocity-weight", "0.1"), ("up", "y"), ("root", None),
                          ("interpolate", "hermite"), ("gap", None), ("until", None), ("method", None)):
        ap.add_argument("--" + name, default=default, dest=name.replace("-", "_"))
    ap.add_argument("--weight", action="append", default=[])
    ap.add_argument("--best", action="store_true", help="cuts of a sequence at `best` instead of a list")
    ap.add_argument("--check", metavar="DBTOOL")
    ap.add_argument("--random", type=int, metavar="N")
    ap.add_argument("--clips", dest="folder", metavar="DIR")
    ap.add_argument("--seed", type=int, default=1)
    return ap.parse_args(argv)


def rule_of(a):
    return Rule(a.play, a.apart, a.min, a.top, a.per_pair, a.velocity_weight, a.weight, a.up, a.root, a.interpolate,
                a.per_clip)


def options(a, names):
    """The options of these names that differ from the defaults."""
    given, default = [], parse([])
    for n in names:
        v = getattr(a, n.replace("-", "_"))
        if v != getattr(default, n.replace("-", "_")):
            given += ["--%s=%s" % (n, x) for x in (v if isinstance(v, list) else [v])]
    return given


COST = ("play", "velocity-weight", "weight", "up", "root", "interpolate")


def call(argv):
    p = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return p.returncode, p.stdout.decode(), p.stderr.decode("utf-8", "replace").strip()


def check_list(a):
    """Compare the list of `dbtool suggest`; what is wrong."""
    notes = []
    try:
        listing = Listing(a.clips, rule_of(a), a.at, getattr(a, "from"))
    except Refused as e:
        listing, why = None, e
    code, out, text = call([a.check, "suggest", *a.clips, "--format", "csv"] +
                           options(a, COST + ("apart", "min", "top", "per-pair", "per-clip", "at", "from")))
    if listing is None:
        if code != 2:
            notes.append("expected an error (%s), exit status 2; status %d: %s" % (why, code, text))
    elif code:
        notes.append("dbtool ended with %d: %s" % (code, text))
    else:
        compare(listing, out, notes.append)
    return notes


def sequence_of(a):
    return choose(a.clips, (a.at or "end").split(","), (getattr(a, "from") or "0").split(","), rule_of(a),
                  (a.gap or "0").split(","), a.until)


def check_best(a):
    """Blend with `best`, and with the frames found by brute force: the bytes must be equal; what is wrong."""
    notes = []
    try:
        cuts = sequence_of(a)
    except Refused as e:
        cuts, why = None, e
    folder = tempfile.mkdtemp(prefix="cut-oracle-")
    try:
        one, two = (os.path.join(folder, x) for x in ("best.bvh", "frames.bvh"))
        common = options(a, ("gap", "until", "method", "up", "root", "interpolate"))
        code, _, text = call([a.check, "blend", *a.clips, "-o", one, *common] +
                             options(a, ("at", "from", "play", "velocity-weight", "weight")))
        if cuts is None:
            return [] if code == 2 else ["expected an error (%s), exit status 2; status %d: %s" % (why, code, text)]
        found = ["--at", ",".join("%df" % k for k, _ in cuts), "--from", ",".join("%df" % s for _, s in cuts)]
        other, _, more = call([a.check, "blend", *a.clips, "-o", two, *common, *found])
        if code or other:
            if code != other:
                notes.append("best: status %d (%s); %s: status %d (%s)" % (code, text, " ".join(found), other, more))
        elif open(one, "rb").read() != open(two, "rb").read():
            notes.append("not the same file as with %s: %s" % (" ".join(found), text))
        return notes
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def random_cases(folder, count, seed):
    """Random lists and sequences of clips of a folder that have one skeleton."""
    rng, groups, cases = random.Random(seed), {}, []
    for base, dirs, names in os.walk(folder):
        dirs.sort()
        for n in sorted(names):
            p = os.path.join(base, n)
            if n.lower().endswith(".bvh") and not n.startswith(("bad_", "warn_")):
                try:
                    c = load(p)
                    if 20 <= c.n <= 1000 and c.header and re.search(rb"MOTION", c.header):
                        c.pose(c.n - 1), c.pose(0)
                        groups.setdefault(str(c.tree()), []).append(p)
                except (ValueError, IndexError, AttributeError):
                    pass
    groups = [g for g in groups.values() if len(set(load(g[0]).names)) == load(g[0]).joints or len(g) > 1]
    for n in range(count):
        g = rng.choices(groups, [len(x) for x in groups])[0]
        some = lambda *x: list(x) if rng.random() < 0.3 else []
        extra = some("--play", rng.choice(("0.1", "0.25", "5f", "0", "300ms"))) + \
            some("--velocity-weight", rng.choice(("0", "0.3", "0.02"))) + \
            some("--weight", "*%s*=%g" % (rng.choice("aeiost"), rng.choice((0, 3, 0.25)))) + \
            some("--weight", rng.choice(load(g[0]).names) + rng.choice(("=5", "=1000"))) + \
            some("--up", rng.choice("xz"))
        if rng.random() < 0.1:                                    # one joint alone
            extra += ["--weight", "*=0", "--weight", rng.choice(load(g[0]).names) + "=1"]
        a, b = sorted(rng.uniform(0, 1.2) for _ in "ab")
        times = ["%.3f" % a, "%.3f..%.3f" % (a, b), "%df..%df" % (20 * a, 60 * b), "%.3f..end" % a, "end-0.4..end"]
        if n % 3 == 2:
            clips = [rng.choice(g) for _ in range(rng.choice((2, 2, 3, 4)))]
            pick = lambda: ["best" if rng.random() < 0.6 else "best:" + rng.choice(times[1:]) for _ in clips[1:]]
            at, frm = pick(), pick()
            if rng.random() < 0.3:
                frm[rng.randrange(len(frm))] = "%.3f" % a
            elif rng.random() < 0.3:
                at[0] = "%.3f" % (0.05 + a)
            if rng.random() < 0.4:
                gaps = [rng.choice(("0", "7f", "0.3", "0.71")) for _ in clips[1:]]
                extra += ["--method", "dead-two-sided", "--gap", ",".join(gaps)]
            cases.append(["--best", *clips, "--at", ",".join(at), "--from", ",".join(frm), *extra])
        else:
            clips = [rng.choice(g) for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4)))]
            if len(clips) == 2 and clips[0] == clips[1]:
                clips = clips[:1]
            together = rng.choice(("--top", "--per-clip", "")) * (len(clips) > 2) or \
                rng.choice(("--per-clip", "", "", "")) * (len(clips) == 2)
            cases.append(clips + extra + some("--at", rng.choice(times)) + some("--from", rng.choice(times)) +
                         some("--apart", rng.choice(("0", "0.05", "3f", "1"))) +
                         some("--top", str(rng.randrange(1, 30))) * (len(clips) < 3 and not together) +
                         [together, str(rng.randrange(1, 30))] * (together != "") +
                         some("--per-pair", str(rng.randrange(1, 6))) * (len(clips) > 2) +
                         some("--min", rng.choice(("0.1", "0", "12f"))) * (len(clips) == 1))
    return cases


def check_all(cases, dbtool):
    failed = 0
    for argv in cases:
        a = parse(argv + ["--check", dbtool])
        notes = check_best(a) if a.best else check_list(a)
        failed += bool(notes)
        show(argv, len(notes), notes[:5])
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed else 0


def main(argv):
    find_numpy(argv)
    a = parse(argv)
    if a.random is not None:
        return check_all(random_cases(a.folder, a.random, a.seed), os.path.abspath(a.check))
    notes = check_best(a) if a.best else check_list(a)
    for n in notes:
        print("FAIL " + n)
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
