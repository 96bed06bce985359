#!/usr/bin/env python3
"""pop_table.py: prints the percentage of files in which `dbtool pops` finds a pop. `make score` runs it.

    pop_table.py --dbtool build/dbtool --corpus DIR [--pairs 120] [--seed 1]

The files are clips of the corpus, and pairs of them joined at random cuts (those of score.py) by each method.
"""
import argparse
import json
import os
import random
import subprocess
import tempfile

import score

JOINED = {  # {name: (settings of a job, minimum percentage that should be flagged)}
    "cut": ({"method": "cut"}, 96),
    "crossfade, 0.1 s": ({"method": "crossfade", "blend_time": 0.1}, 90),
    "inertialize-quintic": ({"method": "inertialize-quintic"}, 80),
    "dead-halflife": ({"method": "dead-halflife"}, None),
    "crossfade, 0.2 s": ({"method": "crossfade", "blend_time": 0.2}, None),
    "inertialize-spring": ({"method": "inertialize-spring"}, None),
    "--preset unreal": ({"preset": "unreal"}, None),
    "auto": ({"method": "auto"}, None),
}


def flagged(dbtool, files):
    """The percentage of the files that have a pop, without files that are too short for one."""
    said = subprocess.run([dbtool, "pops", "-q", "--format", "json", *files], stdout=subprocess.PIPE, check=True).stdout
    found = [bool(f["pops"]) for f in json.loads(said) if f["largest"] is not None]
    return 100.0 * sum(found) / len(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dbtool", required=True, type=os.path.abspath)
    parser.add_argument("--corpus", required=True, type=os.path.abspath)
    parser.add_argument("--pairs", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    pairs = score.pairs_of(a.corpus, a.pairs, random.Random(a.seed), False)
    clips = sorted({path for pair in pairs for path in pair[:2]})
    own = flagged(a.dbtool, clips)
    print("\nFiles with a pop above 2 (%d pairs)\n\n| files | flagged | target |\n|---|---:|---:|" % a.pairs)
    print("| clips as they are | %.0f %% | at most 3 %% |" % own)
    for name, (settings, least) in JOINED.items():
        with tempfile.TemporaryDirectory(prefix="pops-") as folder:
            plan = [{"name": "%04d" % i, "out": "{name}.bvh", **settings,
                     "cuts": [{"clip": one}, {"clip": other, "at": round(at, 4), "from": round(start, 4)}]}
                    for i, (one, other, at, start) in enumerate(pairs)]
            path = os.path.join(folder, "plan.json")
            with open(path, "w", encoding="utf-8") as f:
                json.dump(plan, f)
            subprocess.run([a.dbtool, "batch", "-q", path], check=True)
            share = flagged(a.dbtool, [os.path.join(folder, "%04d.bvh" % i) for i in range(len(pairs))])
        target = "at least %d %%" % least if least else "at most %.0f %%" % (own + 2) if name == "auto" else ""
        print("| `%s` | %.0f %% | %s |" % (name, share, target))


if __name__ == "__main__":
    main()
