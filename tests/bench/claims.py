#!/usr/bin/env python3
"""Test claims about transition methods on real motion.

    claims.py --dbtool PATH --corpus DIR [--pairs N] [--seed N] [-j N]

Joins random pairs of clips of one skeleton at random cuts with every method, and prints a markdown table: claim,
measurement, and whether the claim holds. The claims are those of D. Holden, "Dead Blending" (2023) and "Dead Blending
Node in Unreal Engine" (2023), and of D. Bollo, "High Performance Animation in Gears of War 4" (2017). All measurements
are columns of `dbtool metrics`, from the row `*`: the worst joint, or the root mean square over joints.

The exit status is 1 if a command failed, if a value is not a finite number, or if `cut` is not the worst. A claim that
does not hold is no failure: the table says so. Only the standard library is used.
"""
import argparse
import csv
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from statistics import median

DEAD = ["dead-linear", "dead-decay", "dead-clamp", "dead-bounce", "dead-halflife"]
OFFSETS = ["inertialize-quintic", "inertialize-cubic", "inertialize-spring"]
FADES = ["crossfade", "cached-pose"]
ONE_SIDED = "inertialize-cubic:blend_time=0.2"
LONGER = "inertialize-cubic:blend_time=0.4"
TWO_SIDED = ["inertialize-two-sided:blend_time=0.2,before=0.2", "dead-two-sided:blend_time=0.2,before=0.2"]
JUMPS = ["ang_vel_jump_deg_s", "lin_vel_jump_u_s", "ang_acc_jump_deg_s2", "lin_acc_jump_u_s2", "ang_jerk_jump_deg_s3",
         "lin_jerk_jump_u_s3"]
VECTOR = "inertialize-quintic:vector=true"
SPRING_SPAN = 12                                     # half-lives after which a spring ends
WINDOWS = ("0.2", "1")                               # seconds of extrapolation without a target


class Failed(Exception):
    """Something could not be run."""


class Clip:
    """The length and the skeleton of a file."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as f:
            data = f.read()
        head, _, rest = data.partition(b"MOTION")
        time = re.search(rb"(?i)Frame[ \t]*Time[ \t]*:[ \t]*(\S+)[^\r\n]*", rest)
        self.dt = float(time.group(1))
        self.n = len([x for x in re.split(rb"[\r\n]+", rest[time.end():]) if x.strip()])
        self.length = (self.n - 1) * self.dt
        tree = re.findall(rb"(?:ROOT|JOINT)[^\r\n{]*|[{}]|CHANNELS[^\r\n]*", head)
        self.skeleton = os.path.dirname(path), tuple(tree)


def skeletons(folder, least=2.5):
    """Lists of clips of at least that many seconds, one list for each skeleton that two or more clips share."""
    groups = {}
    for base, dirs, names in os.walk(folder):
        dirs.sort()
        for n in sorted(names):
            if n.lower().endswith(".bvh"):
                c = Clip(os.path.join(base, n))
                if c.length >= least:
                    groups.setdefault(c.skeleton, []).append(c)
    return [g for g in groups.values() if len(g) > 1]


def run(argv):
    p = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if p.returncode:
        raise Failed("%s: status %d: %s" % (" ".join(os.path.basename(x) for x in argv), p.returncode,
                                            p.stderr.decode("utf-8", "replace").strip()))
    return p.stdout.decode()


class Figures:
    """Reads tables, and collects values that are not finite numbers."""

    def __init__(self):
        self.fields = 0
        self.wrong = []

    def read(self, lines):
        """{(sequence, cut): {column: value}} of the rows `*`; values of all rows are checked."""
        found = {}
        for row in csv.DictReader(lines):
            figures = {}
            for name, text in list(row.items())[5:-3]:
                self.fields += 1
                try:
                    figures[name] = float(text)
                except (TypeError, ValueError):
                    figures[name] = math.nan
                if not math.isfinite(figures[name]):
                    self.wrong.append("%s, cut %s, %s: %s is '%s'" % (*(row[x] for x in ("sequence", "cut", "joint")),
                                                                      name, text))
            if row["joint"] == "*":
                found[row["sequence"], int(row["cut"])] = figures
        return found


def timed(method, seconds):
    """The method with a transition of that length, as an argument of -m."""
    return "%s:%s" % (method, "halflife=%.9g" % (seconds / SPRING_SPAN) if method == "inertialize-spring" else
                      "blend_time=%g" % seconds)


def pairs_of(groups, rng, n):
    """[(source, cut frame, target, start frame)] with at least 0.2 s before and 1.2 s after the cut."""
    found = []
    for _ in range(n):
        g = rng.choices(groups, [len(x) for x in groups])[0]
        a, b = rng.choice(g), rng.choice(g)
        at = rng.randint(math.ceil(0.2 / a.dt), a.n - 1)
        found.append((a, at, b, rng.randint(0, b.n - 1 - math.ceil(1.2 / b.dt))))
    return found


def batch(dbtool, folder, name, jobs, threads, figures, **defaults):
    """Run a plan of {name: (method, cuts, other keys)} and read its table."""
    plan, table = (os.path.join(folder, name + x) for x in (".json", ".csv"))
    with open(plan, "w") as f:
        json.dump({"defaults": defaults, "jobs": [
            {"name": n, "out": os.path.join(folder, name, n + ".bvh"), "method": m, "cuts": cuts, **keys}
            for n, (m, cuts, keys) in jobs.items()]}, f)
    run([dbtool, "batch", plan, "-q", "-j", str(threads), "--metrics", table])
    with open(table, newline="") as f:
        return figures.read(f)


def cuts_of(clips):
    """The cuts of a plan: (clip, cut frame, start frame) each."""
    return [{"clip": os.path.abspath(c.path), "from": "%df" % start, **({} if at is None else {"at": "%df" % at})}
            for c, at, start in clips]


def outside_limits(dbtool, folder, groups, pairs, threads, figures):
    """Extrapolation without a target: {(method, clips of the limits, window): [limit_excess_deg of each pair]}."""
    limits = {}
    for n, g in enumerate(groups):
        limits[g[0].skeleton] = os.path.join(folder, "limits%d.json" % n)
        run([dbtool, "info", "-q", "--limits", *(c.path for c in g), "-o", limits[g[0].skeleton]])

    def one(job):
        i, m, whose = job
        a, at, b, start = pairs[i]
        path = os.path.join(folder, "e%d.%s.%s.bvh" % job)
        common = ["--from", "%df" % start, "-m", m, "-t", "0.2"]
        common += ["--limits", limits[a.skeleton]] if whose == "all" else []
        run([dbtool, "blend", a.path, b.path, "-q", "-a", "%df" % at, *common, "-o", path + ".out", "--extrapolation",
             path])
        return [run([dbtool, "metrics", "-q", path, "--at", "%df" % at, "--source", a.path, "--target", b.path, *common,
                     "--window", w, "--name", "%d.%s" % (i, m)]) for w in WINDOWS]
    jobs = [(i, m, whose) for i in range(len(pairs)) for m in DEAD for whose in ("two", "all")]
    found = {}
    with ThreadPoolExecutor(threads) as pool:
        for (_, m, whose), texts in zip(jobs, pool.map(one, jobs)):
            for w, text in zip(WINDOWS, texts):
                (row,) = figures.read(text.splitlines()).values()
                found.setdefault((m, whose, w), []).append(row["limit_excess_deg"])
    return found


def five_a_second(dbtool, folder, groups, rng, count, threads, figures):
    """Ten clips with a cut every 0.2 s and transitions of 0.4 s, compared with each later cut alone, over 0.2 s.
    {(method, column): (median of the sequences' worst, median of the worst single cuts)}."""
    columns, jobs, singles = ("lin_vel_jump_u_s", "overshoot_deg"), {}, {}
    for i in range(count):
        g = rng.choices(groups, [len(x) for x in groups])[0]
        clips = [rng.choice(g) for _ in range(10)]
        dt = clips[0].dt
        step, first = round(0.2 / dt), math.ceil(0.5 / dt)
        start = [0] + [rng.randint(0, math.floor((c.length - 1.2) / dt)) for c in clips[1:]]
        for m in DEAD + OFFSETS:
            line = [(c, first + (k - 1) * step if k else None, start[k]) for k, c in enumerate(clips)]
            jobs["%d.%s" % (i, m)] = timed(m, 0.4), cuts_of(line), {}
            for k in range(2, 10):
                alone = [(clips[k - 1], None, 0), (clips[k], start[k - 1] + step, start[k])]
                singles["%d.%s.%d" % (i, m, k)] = timed(m, 0.4), cuts_of(alone), {}
    piled = batch(dbtool, folder, "piled", jobs, threads, figures, window=0.2)
    alone = batch(dbtool, folder, "alone", singles, threads, figures, window=0.2)
    found = {}
    for m in DEAD + OFFSETS:
        for c in columns:
            found[m, c] = (median(max(piled["%d.%s" % (i, m), k][c] for k in range(2, 10)) for i in range(count)),
                           median(max(alone["%d.%s.%d" % (i, m, k), 1][c] for k in range(2, 10)) for i in range(count)))
    return found


def over_one_span(dbtool, pairs, methods, threads):
    """{method: the rows `*` of all pairs}, from the begin of the earliest transition to the end of the latest."""
    def one(pair):
        x, at, y, start = pair
        listed = [arg for m in methods for arg in ("-m", m)]
        table = run([dbtool, "compare", x.path, y.path, "--at", "%df" % at, "--from", "%df" % start,
                     "--format", "csv"] + listed)
        return {r["method"]: r for r in csv.DictReader(table.splitlines()) if r["joint"] == "*"}
    with ThreadPoolExecutor(threads) as pool:
        rows = list(pool.map(one, pairs))
    return {m: [r[m] for r in rows] for m in methods}


def step(dbtool, method):
    """(peak jerk, largest deviation from the clip that plays) of the response to a step of 1."""
    lines = run([dbtool, "methods", *method.split(), "--response", "x0=1,v0=0"]).splitlines()
    t, x, _ = zip(*([float(v) for v in line.split(",")] for line in lines[1:]))
    jerk = max(abs(x[k] - 3 * x[k - 1] + 3 * x[k - 2] - x[k - 3]) for k in range(3, len(x))) / (t[1] - t[0]) ** 3
    return jerk, max(abs(v - (1 if s < 0 else 0)) for s, v in zip(t, x))


def fraction(values, above):
    return sum(x > above for x in values) / len(values)


def percent(x):
    return "%.3g %%" % (100 * x)


def main(argv):
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("--dbtool", required=True)
    ap.add_argument("--corpus", required=True)
    ap.add_argument("--pairs", type=int, default=100)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    a = ap.parse_args(argv)
    dbtool, rng, figures = os.path.abspath(a.dbtool), random.Random(a.seed), Figures()
    groups = skeletons(a.corpus)
    if not groups:
        print("claims.py: no two clips of one skeleton in the corpus", file=sys.stderr)
        return 1
    pairs = pairs_of(groups, rng, a.pairs)
    table = []

    def claim(text, figure, holds):
        table.append("| %s | %s | %s |" % (text, figure, "holds" if holds else "**does not hold**"))

    with tempfile.TemporaryDirectory(prefix="claims-") as folder:
        try:
            bare = outside_limits(dbtool, folder, groups, pairs, a.jobs, figures)
            piled = five_a_second(dbtool, folder, groups, rng, max(1, a.pairs // 5), a.jobs, figures)

            def every(name, methods, at_rest=False, **more):
                """{method: the rows `*` of all pairs}; at rest, the target stands in its last pose for 1.5 s."""
                jobs = {}
                for i, (x, at, y, start) in enumerate(pairs):
                    cuts = cuts_of([(x, None, 0), (y, at, y.n - 1 if at_rest else start)])
                    keys = {"past_end": "hold", "until": "%df" % (at + 1.5 / x.dt)} if at_rest else {}
                    jobs.update(("%d.%s" % (i, m), (spec, cuts, keys)) for m, spec in methods.items())
                rows = batch(dbtool, folder, name, jobs, a.jobs, figures, **more)
                return {m: [rows["%d.%s" % (i, m), 1] for i in range(len(pairs))] for m in methods}
            even = every("even", {m: timed(m, 0.4) for m in DEAD + OFFSETS + FADES}, window=0.5)
            usual = every("usual", {m: m for m in DEAD + OFFSETS + FADES + ["cut", VECTOR]})
            sides = over_one_span(dbtool, pairs, [ONE_SIDED, LONGER] + TWO_SIDED, a.jobs)
            one_step = step(dbtool, "inertialize-quintic -t 0.5")
            two_steps = step(dbtool, "inertialize-two-sided -t 0.5 --before 0.5")
            rest = every("rest", {m: m for m in OFFSETS + [VECTOR]}, at_rest=True)
        except Failed as e:
            print("claims.py: " + str(e), file=sys.stderr)
            return 1

    out = {k: fraction(v, 1.0) for k, v in bare.items()}
    middle = {k: median(v) for k, v in bare.items()}
    for m, w in ((m, w) for m in DEAD for w in WINDOWS):
        x, far, linear = out[m, "all", w], middle[m, "all", w], ("dead-linear", "all", w)
        text, holds = {
            "dead-linear": ("linear extrapolation leaves the joint limits: most transitions", x > 0.5),
            "dead-decay": ("decaying velocities leave them less than `dead-linear`: less often, median no larger",
                           x < out[linear] and far <= middle[linear]),
            "dead-halflife": ("half-lives per axis almost never leave them: under 5 %", x < 0.05),
        }.get(m, ("clamped or bounced rotations keep to them: under 5 %", x < 0.05))
        claim("after %s s, %s (`%s`)" % (w, text, m), "%s, median excess %.3g° (%s, %.3g°)" % (
            percent(x), far, percent(out[m, "two", w]), middle[m, "two", w]), holds)
    for methods, text in ((DEAD, "dead blending survives five cuts a second"), (OFFSETS, "beside it, offsets")):
        for m in methods:
            ratios = []
            for c in ("lin_vel_jump_u_s", "overshoot_deg"):
                x, y = piled[m, c]
                ratios.append((x / y if y else math.inf if x else 1.0, x, y))
            holds = all(r < 1.5 for r, _, _ in ratios)
            claim("%s (`%s`): worst of later cuts / the same cuts alone < 1.5" % (text, m),
                  "velocity jump %.3g (%.3g / %.3g u/s); overshoot %.3g (%.3g / %.3g°)" % sum(ratios, ()), holds)
    error = {m: median(r["target_error_rms_deg"] for r in rows) for m, rows in even.items()}
    claim("dead blending damps the target more than offsets do (0.4 s, median `target_error_rms_deg` over 0.5 s)",
          "; ".join("`%s` %.3g°" % (m, error[m]) for m in DEAD + OFFSETS),
          min(error[m] for m in DEAD) > max(error[m] for m in OFFSETS))
    for rows, where, others in ((usual, "into moving targets", ["dead-halflife"]), (rest, "into targets at rest", [])):
        methods = OFFSETS[:1] + [VECTOR] + OFFSETS[1:] + others
        over = {m: [r["overshoot_deg"] for r in rows[m]] for m in methods}
        claim("the quintic never overshoots, %s: transitions above 0.01°, and the median" % where,
              "; ".join("`%s` %s, %.3g°" % (m, percent(fraction(over[m], 0.01)), median(over[m])) for m in methods),
              max(over[OFFSETS[0]]) <= 0.01)
    for column, least in (("lin_jerk_peak_u_s3", 0.45), ("lin_vel_jump_u_s", 0.3), ("displacement_u_s", 0.2)):
        middle = {m: median(float(r[column]) for r in rows) for m, rows in sides.items()}
        for m in TWO_SIDED:
            less = 1 - middle[m] / middle[ONE_SIDED]
            claim("time on both sides of the cut lowers `%s` by at least %s (`%s` against `%s`, medians over one span)"
                  % (column, percent(least), m, ONE_SIDED),
                  "%.4g against %.4g, %s lower" % (middle[m], middle[ONE_SIDED], percent(less)), less >= least)
    jerk, moved = ({m: median(float(r[c]) for r in sides[m]) for m in (LONGER, TWO_SIDED[0])}
                   for c in ("lin_jerk_peak_u_s3", "displacement_u_s"))
    ratio = moved[LONGER] / moved[TWO_SIDED[0]]
    claim("a cubic of twice the time displaces at least twice as much (`%s` against `%s`, medians over one span)" % (
        LONGER, TWO_SIDED[0]), "%.3g times, at %.3g times the jerk" % (ratio, jerk[LONGER] / jerk[TWO_SIDED[0]]), ratio >= 2)
    eighth, half = (y / x for x, y in zip(one_step, two_steps))
    claim("of a step between still poses, 0.5 s on both sides take 1/8 of the peak jerk and 1/2 of the greatest deviation "
          "that one side takes (within 3 %)", "%.4g, %.4g" % (eighth, half),
          abs(8 * eighth - 1) < 0.03 and abs(2 * half - 1) < 0.03)
    worst = {c: sum(all(row[c] >= usual[m][i][c] for m in usual) for i, row in enumerate(usual["cut"])) / len(pairs)
             for c in JUMPS}
    claim("`cut` is the worst of all methods on every jump column (pairs in which it is)",
          "; ".join("`%s` %s" % (c, percent(x)) for c, x in worst.items()), min(worst.values()) >= 0.95)
    sound = min(worst.values()) >= 0.95 and not figures.wrong
    claim("every figure is a finite number", "%d of %d are not" % (len(figures.wrong), figures.fields),
          not figures.wrong)
    print("%d pairs of clips, seed %d.  Joint limits are those of all clips of the skeleton (in brackets: of the two\n"
          "clips alone), 5 degrees wider; what counts is more than 1 degree beyond.\n" % (len(pairs), a.seed))
    print("| claim | figure | |\n|---|---|---|")
    print("\n".join(table))
    for x in figures.wrong[:10]:
        print("claims.py: not a finite number: " + x, file=sys.stderr)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
