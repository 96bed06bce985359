#!/usr/bin/env python3
"""pops_oracle.py check DBTOOL CLIP...: compares `dbtool pops` with dbtool-internals(7), POPS, computed here.

Every frame's pop is computed by sorting, without bounds or chunks. Each pop above the limit must agree to nine digits, with
frame, first and last frame, kind and joints. Only the standard library is used.
"""
import csv
import io
import itertools
import math
import subprocess
import sys

import oracle

LIMIT = 2.0
POP, SPIKE = 0, 1   # indices of a frame's two quantiles
RANKS = 0.4, 0.7    # their ranks
MIN_FRAMES = 20


def quantile(values, q):
    """The quantile at rank q (n - 1), interpolated linearly."""
    values = sorted(values)
    at = q * (len(values) - 1)
    i = int(at)
    return values[i] if i + 1 >= len(values) else values[i] + (at - i) * (values[i + 1] - values[i])


def frames(seconds, dt, least):
    return max(least, math.floor(seconds / dt + 0.5))


class Pops:
    def __init__(self, path):
        self.clip = clip = oracle.Clip(path)
        self.n, self.dt = clip.n, clip.dt
        self.pops = []
        if self.n < MIN_FRAMES:
            return
        self.world = [[p for p, _ in oracle.world(clip, clip.pose(k))] for k in range(clip.n)]
        joints = range(clip.joints)
        self.steps = [[self.step(j, k) for k in range(self.n)] for j in joints]
        first = clip.pose(0)
        self.weight = [oracle.norm(first[j][0]) if clip.parent[j] >= 0 else 0.0 for j in joints]
        self.usual = [quantile(s[2:], 0.95) for s in self.steps]
        moving = [u for u in self.usual if u > 0]
        self.least = 0.25 * quantile(moving, 0.5) if moving else 0.0
        self.pops = [self.pop(k) if k >= 2 else ((0.0, 0.0), []) for k in range(self.n)]

    def step(self, j, k):
        if k < 2:
            return 0.0
        a, b, c = (self.world[i][j] for i in (k, k - 1, k - 2))
        return math.sqrt(sum((x - 2 * y + z) ** 2 for x, y, z in zip(a, b, c)))

    def near(self, j, k):
        far, close = frames(1.0, self.dt, 3), frames(0.1, self.dt, 2)
        values = [self.steps[j][i] for i in range(max(2, k - far), min(self.n, k + far + 1)) if abs(i - k) > close]
        return quantile(values, 0.9) if len(values) >= 5 else 0.0

    def pop(self, k):
        """The two quantiles of a frame, and the three joints with the largest ratios, largest first."""
        if all(s[k] <= LIMIT * max(u, self.least) for s, u in zip(self.steps, self.usual)) and k not in (2, 3):
            return (0.0, 0.0), []   # no ratio above LIMIT
        ratios = []
        for j, steps in enumerate(self.steps):
            usual = max(self.usual[j], self.near(j, k), self.least)
            ratios.append(steps[k] / usual if usual > 0 else 1000.0 if steps[k] > 0 else 0.0)
        order = sorted(range(len(ratios)), key=lambda j: ratios[j])
        weight = self.shares()
        sums = list(itertools.accumulate(weight[j] for j in order))
        values = tuple(next((ratios[j] for j, s in zip(order, sums) if s >= rank - 1e-12), ratios[order[-1]]) for rank in RANKS)
        return values, sorted(range(len(ratios)), key=lambda j: (-ratios[j], j))[:3]

    def shares(self):
        total = sum(self.weight)
        return [w / total if total > 0 else 1 / len(self.weight) for w in self.weight]

    def runs(self, which):
        """The frames of each run of pops, and its frame with the largest quantile."""
        apart = max(1, math.floor(0.1 / self.dt + 1e-4))
        runs = []
        for k, (values, _) in enumerate(self.pops):
            if values[which] > LIMIT and runs and k - runs[-1][-1] <= apart:
                runs[-1].append(k)
            elif values[which] > LIMIT:
                runs.append([k])
        return [(run, max(run, key=lambda k: (self.pops[k][0][which], -k))) for run in runs]

    def listed(self):
        """(frame, pop, kind, first, last, joints) of each pop, in order."""
        rows = [(POP, run, best, "spike" if self.returning(run, 0) >= 0.5 else "step") for run, best in self.runs(POP)]
        popping = {k for _, run, _, _ in rows for k in range(run[0], run[-1] + 1)}
        for run, best in self.runs(SPIKE):
            if popping.isdisjoint(range(run[0], run[-1] + 1)) and self.returning(run, 1) >= 0.15:
                rows.append((SPIKE, run, best, "spike"))
        for which, run, best, kind in sorted(rows, key=lambda row: row[1][0]):
            yield best, self.pops[best][0][which], kind, run[0], run[-1], [self.clip.names[j] for j in self.pops[best][1]]

    def returning(self, run, nearer):
        """The fraction of the joints, by weight, that return after the run; nearer: frames by which its two ends are narrower."""
        b, e = run[0] - 2, run[-1]
        if b < 1 or e + 1 >= self.n or e - b > max(6, 0.15 / self.dt + 1e-4):
            return 0.0
        b, e = b + nearer, e - nearer
        if e <= b:
            return 0.0
        m = b + (e - b) // 2
        back = 0.0
        for j, weight in enumerate(self.shares()):
            p, q, r, s, t = (self.world[k][j] for k in (b - 1, b, m, e, e + 1))
            path = [y + (e - b) * (y - x + w - z) / 2 for x, y, z, w in zip(p, q, s, t)]
            line = oracle.lerp(q, s, (m - b) / (e - b))
            back += weight * (math.dist(r, line) > 3 * math.dist(s, path))
        return back


def close(a, b):
    return abs(a - b) <= 1e-8 * max(abs(a), abs(b))


def check(tool, path):
    """Compare the list of a clip; what is wrong, or None."""
    expected = list(Pops(path).listed())
    said = subprocess.run([tool, "pops", "-q", path, "--format", "csv"], stdout=subprocess.PIPE, check=True).stdout.decode()
    found = list(csv.DictReader(io.StringIO(said)))
    if len(found) != len(expected):
        return "%d pops, expected %d" % (len(found), len(expected))
    for row, (frame, pop, kind, first, last, joints) in zip(found, expected):
        if (int(row["frame"]), row["kind"], int(row["first_frame"]), int(row["last_frame"])) != (frame, kind, first, last) or \
                not close(float(row["pop"]), pop) or row["joints"].split() != joints:
            return "%s, expected %s" % (dict(row), (frame, pop, kind, first, last, joints))
    return None


def main():
    if len(sys.argv) < 4 or sys.argv[1] != "check":
        sys.exit(__doc__.strip().splitlines()[0])
    failed = 0
    for path in sys.argv[3:]:
        wrong = check(sys.argv[2], path)
        if wrong:
            failed += 1
            print("FAILED %s: %s" % (path, wrong))
    print("%d passed, %d failed" % (len(sys.argv) - 3 - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
