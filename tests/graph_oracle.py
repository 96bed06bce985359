#!/usr/bin/env python3
"""An independent reference for `dbtool graph`: all cuts by brute force, the strongly connected component
by networkx or Kosaraju's algorithm, and walks step by step.

Written from dbtool-internals(7) (COSTS OF CUTS; GRAPHS) alone; costs are cut_oracle.py's, nothing is dbtool's.

    graph_oracle.py A.bvh [B.bvh ...] [--below COST] [--per-pair N] ... --check DBTOOL
    graph_oracle.py --random N [--clips DIR] --check DBTOOL             N random cases; without DIR of random short clips

Without networkx and numpy it is slower.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

from cut_oracle import Cells, Costs, Rule, call, digits, find_numpy, numpy, reference, span
from oracle import Refused, anchor_of, load, show, toy

try:
    import networkx
except ImportError:
    networkx = None


def components(nodes, leads):
    """Strongly connected components; leads: {node: [next nodes]}."""
    if networkx:
        g = networkx.DiGraph()
        g.add_nodes_from(nodes)
        g.add_edges_from((a, b) for a in nodes for b in leads[a])
        return list(networkx.strongly_connected_components(g))
    back = {n: [] for n in nodes}                       # Kosaraju
    for a in nodes:
        for b in leads[a]:
            back[b].append(a)

    def visit(start, ways, seen):
        stack, out = [(start, iter(ways[start]))], []
        seen.add(start)
        while stack:
            node, rest = stack[-1]
            for n in rest:
                if n not in seen:
                    seen.add(n)
                    stack.append((n, iter(ways[n])))
                    break
            else:
                stack.pop()
                out.append(node)
        return out
    seen, order = set(), []
    for n in nodes:
        if n not in seen:
            order += visit(n, leads, seen)
    seen, found = set(), []
    for n in reversed(order):
        if n not in seen:
            found.append(set(visit(n, back, seen)))
    return found


class Graph:
    def __init__(self, a):
        rule = Rule(play=a.play, apart=a.apart, least=a.least, per_pair=a.per_pair)
        clips = [load(p) for p in a.clips]
        dt = clips[0].dt
        play, apart, least = (rule.frames(x, dt) for x in (rule.play, rule.apart, rule.least))
        self.play, listed = max(1, play), []
        anchor, _ = anchor_of(clips, None)
        ref = reference(clips, clips[0], anchor)
        for x, one in enumerate(clips):
            for y, other in enumerate(clips):
                costs = Costs(one, other, clips[0], anchor, ref, rule)
                n_a, n_b = costs.a.n, costs.b.n
                if max(1, play) > n_a - 1 or n_b - 1 - play < 0:
                    raise Refused("too short for --play")
                cells = Cells(costs, span(None, dt, n_a - 1, max(1, play), n_a - 1),
                              span(None, dt, n_b - 1, 0, n_b - 1 - play), apart, least if x == y else 0)
                for _ in range(int(a.per_pair or 3)):
                    i, j = cells.cheapest()
                    if i is None:
                        break
                    cells.take(i, j)
                    listed.append((digits(costs.parts(i, j)[0]), (x, i), (y, j)))
        costs = sorted(c for c, *_ in listed)
        self.listed = len(costs)
        self.below = digits(float(a.below)) if a.below else costs[(len(costs) + 1) // 2 - 1]
        cuts = [((*s, 0), (*t, 1), c) for c, s, t in listed if c <= self.below]
        nodes = sorted({s for s, *_ in cuts} | {t for _, t, _ in cuts})
        leads = {n: [] for n in nodes}
        for s, t, _ in cuts:
            leads[s].append(t)
        for n in nodes:
            later = n[1] + (self.play if n[2] else 1)
            leads[n] += [m for m in nodes if m[0] == n[0] and not m[2] and m[1] >= later]
        best = None
        for part in components(nodes, leads):
            inside = [c for c in cuts if c[0] in part and c[1] in part]
            rank = (len(part), len(inside), [-x for x in min(part)])
            if inside and (best is None or rank > best[0]):
                best = rank, inside
        if best is None:
            raise Refused("no walk is endless")
        self.cuts = best[1]
        self.nodes = sorted({s for s, *_ in self.cuts} | {t for _, t, _ in self.cuts})


def check(a, bad):
    """Compare the graph and the walks of one case."""
    with tempfile.TemporaryDirectory() as d:
        out = os.path.join(d, "g.json")
        more = ["--play", a.play, "--apart", a.apart, "--min", a.least]
        more += ["--below", a.below] * bool(a.below) + ["--per-pair", a.per_pair] * bool(a.per_pair)
        graph = [a.check, "graph", "-q", *a.clips, *more]
        status, _, err = call(graph + ["-o", out])
        try:
            want = Graph(a)
        except Refused as e:
            return status == 2 or bad("expected an error (%s), exit status is %d" % (e, status))
        if status:
            return bad("exit status %d: %s" % (status, err))
        got = json.load(open(out))
        number = {p: n for n, p in enumerate(a.clips)}
        nodes = [(number[n["clip"]], n["frame"], int(n["side"] == "entered")) for n in got["nodes"]]
        if abs(got["below_u"] - want.below) > 1e-8 * want.below or got["listed"] != want.listed:
            bad("below %s of %s, expected %s of %s" % (got["below_u"], got["listed"], want.below, want.listed))
        if nodes != want.nodes:
            bad("%d nodes, expected %d" % (len(nodes), len(want.nodes)))
        edges = sorted((nodes[e["source"]], nodes[e["target"]], digits(e["cost_u"])) for e in got["edges"])
        if [e[:2] for e in edges] != sorted(c[:2] for c in want.cuts):
            bad("%d edges, expected %d" % (len(edges), len(want.cuts)))
        for (s, t, c), (_, _, w) in zip(edges, sorted(want.cuts)):
            if abs(c - w) > 2e-8 * w + 1e-9 or c > got["below_u"]:
                bad("edge %s to %s costs %.9g, expected %.9g" % (s, t, c, w))
        for seed in a.seeds:
            check_walk(graph, d, seed, {(e[0][:2], e[1][:2]) for e in edges}, want.play, a, bad)
    return None


def check_walk(graph, folder, seed, edges, play, a, bad):
    """Check that each step of a walk is an edge, that each clip plays at least `play` frames, that the last one is long
    enough, and that batch makes the walk."""
    plan, again = os.path.join(folder, "plan.json"), os.path.join(folder, "again.json")
    walk = graph + ["--walk", a.walk, "--seed", str(seed)]
    if call(walk + ["-o", plan])[0] or call(walk + ["-o", again])[0]:
        return bad("walk %d fails" % seed)
    if open(plan).read() != open(again).read():
        bad("walk %d differs the second time" % seed)
    job = json.load(open(plan))["jobs"][0]
    end, frames = int(job["until"][:-1]), lambda c, k: int(c.get(k, "0f")[:-1])
    here = {os.path.realpath(p): n for n, p in enumerate(a.clips)}
    steps = [(here[os.path.realpath(os.path.join(folder, c["clip"]))], frames(c, "at"), frames(c, "from"))
             for c in job["cuts"]]
    for (x, k, i), (y, l, j) in zip(steps, steps[1:]):
        if ((x, i + l - k), (y, j)) not in edges:
            bad("walk %d: %s to %s is no edge" % (seed, (x, i + l - k), (y, j)))
        if l - k < play or l >= end:
            bad("walk %d: a clip plays %d frames, to %d of %d" % (seed, l - k, l, end))
    x, k, i = steps[-1]
    last = load(a.clips[x])
    if i + end - k > (last.n - 1) * last.dt / load(a.clips[0]).dt + 0.01:
        bad("walk %d ends early" % seed)
    status, _, err = call([a.check, "batch", "-q", plan])
    made = os.path.join(folder, job["name"] + ".bvh")
    if status or load(made).n != end + 1:
        bad("walk %d: batch fails: %s" % (seed, err))
    load.cache_clear()
    return None


def parser():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("clips", nargs="*")
    ap.add_argument("--below")
    ap.add_argument("--per-pair")
    ap.add_argument("--play", default="0.5")
    ap.add_argument("--apart", default="0.2")
    ap.add_argument("--min", dest="least", default="0.4")
    ap.add_argument("--walk", default="20")
    ap.add_argument("--seeds", nargs="*", type=int, default=[1, 2])
    ap.add_argument("--random", type=int)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--clips", dest="folder")
    ap.add_argument("--check", metavar="DBTOOL")
    return ap


def random_cases(folder, n, seed):
    rng = random.Random(seed)
    groups = {}
    for d, _, fs in sorted(os.walk(folder)):
        for f in sorted(fs):
            if re.match(r"(ok_(walk|run|idle|turn|kick)|dataset).*\.bvh$", f) and "zup" not in f:
                c = load(os.path.join(d, f))
                groups.setdefault((round(c.dt, 4), tuple(c.names)), []).append(os.path.join(d, f))
    groups = [g for g in groups.values() if len(g) > 1]
    some = lambda *x: list(x) if rng.random() < 0.3 else []
    for _ in range(n):
        group = rng.choice(groups)
        clips = rng.sample(group, rng.randrange(1, min(5, len(group)) + 1))
        yield [*clips, *some("--per-pair", str(rng.randrange(1, 8))), *some("--play", rng.choice(("0.1", "0.8", "0"))),
               *some("--below", "%.4f" % rng.uniform(1, 30)), *some("--apart", "0"), *some("--walk", "1")]


def made_cases(folder, n, seed):
    """Cases of short random clips of one skeleton.  ROOT or its child moves the character; some cases have two rates."""
    rng = random.Random(seed)
    some = lambda *x: list(x) if rng.random() < 0.3 else []
    for case in range(n):
        clips = [os.path.join(folder, "%d_%d.bvh" % (case, c)) for c in range(rng.randrange(1, 4))]
        for c, path in enumerate(clips):
            dt = "0.04" if c and rng.random() < 0.1 else "0.0333333"
            toy(path, rng.random(), rng.randrange(20, 40), dt, rng.random() < 0.3)
        yield [*clips, "--min", "0.2", "--play", rng.choice(("0", "0.1", "0.3")), "--walk", rng.choice(("0.5", "5")),
               *some("--per-pair", str(rng.randrange(1, 8))), *some("--below", "%.4f" % rng.uniform(1, 9)),
               *some("--apart", rng.choice(("0", "0.1")))]


def main(argv):
    find_numpy(argv)
    a = parser().parse_args(argv)
    tool = os.path.abspath(a.check)
    failed = total = 0
    with tempfile.TemporaryDirectory() as d:
        cases = [None]
        if a.random is not None:
            cases = random_cases(a.folder, a.random, a.seed) if a.folder else made_cases(d, a.random, a.seed)
        for case in cases:
            one = parser().parse_args(case) if case else a
            one.check = tool
            notes = []
            check(one, notes.append)
            failed, total = failed + bool(notes), total + 1
            show(case or one.clips, len(notes), notes[:3])
    print("%d passed, %d failed" % (total - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
