"""A covering array: of many command lines few that have each pair of options that any of them has, and each clip."""
import collections
import itertools
import os


def features(argv):
    """The names of the options, and the method."""
    names = {a.split("=")[0] for a in argv if a.startswith("-") and not a[1:2].isdigit()} - {"-m"}
    methods = [b.split(":")[0] for a, b in zip(argv, argv[1:]) if a == "-m"] or ["no method"]
    return {*names, *methods}


def wanted(argv):
    """The pairs of options of a command line, and its bundled clips."""
    clips = {os.path.basename(a) for a in argv if a.endswith(".bvh")}
    return set(itertools.combinations(sorted(features(argv)), 2)) | {(clip,) for clip in clips if clip.startswith("ok_")}


def covering(cases, times):
    """A covering array: each pair and clip is in `times` of the chosen cases, or in all cases that have it. Greedy: the next
    case covers the most of what is missing."""
    pairs = [wanted(argv) for argv in cases]
    counts = collections.Counter(pair for of_case in pairs for pair in of_case)
    missing, left, chosen = {pair: min(times, n) for pair, n in counts.items()}, set(range(len(cases))), []
    while missing:
        best = max(sorted(left), key=lambda k: len(pairs[k] & missing.keys()))
        chosen.append(best)
        left.remove(best)
        for pair in pairs[best] & missing.keys():
            missing[pair] -= 1
            if not missing[pair]:
                del missing[pair]
    return [cases[k] for k in sorted(chosen)]
