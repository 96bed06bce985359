"""A covering array: of many command lines few that have each pair of options that any of them has, once at least."""
import itertools


def features(argv):
    """The names of the options, and the method."""
    names = {a.split("=")[0] for a in argv if a.startswith("-") and not a[1:2].isdigit()} - {"-m"}
    methods = [b.split(":")[0] for a, b in zip(argv, argv[1:]) if a == "-m"] or ["no method"]
    return {*names, *methods}


def covering(cases):
    """The next that is taken has the most pairs that are still missing."""
    pairs = [set(itertools.combinations(sorted(features(argv)), 2)) for argv in cases]
    missing, chosen = set().union(*pairs), []
    while missing:
        best = max(range(len(cases)), key=lambda k: len(pairs[k] & missing))
        chosen.append(best)
        missing -= pairs[best]
    return [cases[k] for k in sorted(chosen)]
