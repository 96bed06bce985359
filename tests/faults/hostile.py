"""hostile.py DBTOOL COUNTED [NAME|KIND...]: runs each command with inputs that are built to cost time or memory.

Fails if a run crashes, does not end, or takes more than 48 MB of memory (a blend: 1 KB more for each joint). Each input goes
to a quarter of the commands of its kind in turn (with sanitizers, to an eighth). Inputs that are named go to all of them,
and the commands' messages are printed.
With THOROUGH=yes the work may grow only in proportion to the input: COUNTED, a dbtool of CONFIG=counted, counts the
branches that each command runs for half of an input (all of some) and for a quarter of that.
"""
import json
import os
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

import xxh64

MEMORY_KB = 48 * 1024
ENDLESS = 600  # processor time, s: a longer run counts as endless
NOTICEABLE = 20000000  # branches (of half a search, a fourth); with fewer, the ratio is not checked
RATIO = 10  # maximum ratio of branches to those for a quarter of the input; quadratic work has 16
SEARCH_SHARE = {"search": 8, "plans": 80, "library": 16}  # divisors of the size: a search does up to ten times the work
SEARCH_MEMORY_KB = 128 * 1024  # 0.7 KB a frame
SEARCH_RATIO = 5  # maximum ratio to the branches for half: a smaller library may be refused at once
FULL = 125000  # approximate bytes of an input
WHOLE = {"plan", "batch", "compare", "library"}  # not halved: smaller inputs are refused, or have fewer methods or clips
# COUNTED keeps the memory that it frees: to get it from the kernel again took most of the time, and counts no branches.
KEPT = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "1000000000",
        "MALLOC_TOP_PAD_": "50000000", "DBTOOL_BRANCHES": "branches"}
MEGABYTE, MEGABYTE_KB = 1000000, 72 * 1024  # the bound of dbtool-files(5), for the kinds that are only read
READ = {"bvh", "table", "folder", "limits", "rename", "journal"}

HEAD = b"HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\n"
ONE = HEAD + b"CHANNELS 1 Xposition\n}\nMOTION\n"
THREE = HEAD + b"CHANNELS 3 Xposition Yposition Zposition\n}\nMOTION\n"
CSV = b"sequence,cut,joint,ang_vel_jump_deg_s\n"


def fill(piece, n):
    return piece * (n // len(piece))


def number_lines(form, n, start=0):
    """form % k for k = 0, 1, ... up to n bytes."""
    lines, size, k = [], 0, start
    while size < n:
        lines.append(form % ((k,) * form.count(b"%d")))
        size += len(lines[-1])
        k += 1
    return b"".join(lines), k - start


def frames(lines, count):
    return b"Frames: %d\nFrame Time: 0.1\n" % count + lines


def joints(form, n):
    """Flat joints below ROOT, and two frames that fit them."""
    text, count = number_lines(form, n)
    values = b"0" + b" 0" * (5 + count * form.count(b"CHANNELS 1")) + b"\n1 2 3" + b" 1" * (
        3 + count * form.count(b"CHANNELS 1")) + b"\n"
    head = HEAD + (b"CHANNELS 6 Xposition Yposition Zposition "
                   b"Zrotation Xrotation Yrotation\n")
    return head + text + b"}\nMOTION\n" + frames(values, 2)


def nested(n):
    piece = (b"JOINT a {OFFSET 0 0 0 CHANNELS 0\n" * 225) + b"End Site {OFFSET 0 0 0}\n" + b"}\n" * 225
    return HEAD + b"CHANNELS 1 Xposition\n" + fill(piece, n) + b"}\nMOTION\n" + frames(b"0\n", 1)


JOINT = b"JOINT j%d\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n"
SAME = JOINT.replace(b"%d", b"")
BARE = b"JOINT a {OFFSET 0 0 0}"
TURNING_JOINT = b"JOINT a {OFFSET 0 0 0 CHANNELS 1 Xrotation}"

BVH = {
    "all on one line": lambda n: joints(BARE + b" ", n),
    "opening braces": lambda n: b"HIERARCHY ROOT a" + fill(b"{", n),
    "closing braces": lambda n: b"HIERARCHY ROOT a {" + fill(b"}", n),
    "joints without end": lambda n: b"HIERARCHY ROOT a {OFFSET 0 0 0 " + fill(b"JOINT a {", n),
    "joints nested": nested,
    "joints flat": lambda n: joints(JOINT, n),
    "joints of one name": lambda n: joints(SAME, n),
    "names that are not UTF-8": lambda n: joints(BARE.replace(b"a", b"\xff\xfe"), n),
    "End Sites": lambda n: joints(b"End Site\n{\nOFFSET 0 0 0\n}\n", n),
    "a long name": lambda n: b"HIERARCHY\nROOT " + fill(b"a", n),
    "braces in a name": lambda n: b"HIERARCHY\nROOT a" + fill(b"{{ ", n),
    "NULs": lambda n: fill(b"\0", n),
    "NULs behind": lambda n: ONE + frames(b"0\n", 1) + fill(b"\0", n),
    "blanks": lambda n: HEAD + fill(b" ", n),
    "line ends": lambda n: ONE + frames(b"", 0) + fill(b"\n", n),
    "CR alone": lambda n: (ONE + frames(fill(b"0\n", n), n // 2)).replace(b"\n", b"\r"),
    "a count of many digits": lambda n: ONE + b"Frames: " + fill(b"9", n),
    "a count far too large": lambda n: ONE + frames(fill(b"0\n", n), 2**63),
    "a time of many digits": lambda n: ONE + b"Frames: 0\nFrame Time: 0." + fill(b"3", n),
    "short lines": lambda n: ONE + frames(fill(b"0\n", n), n // 2),
    "one line of values": lambda n: ONE + frames(fill(b"0 ", n), n // 2),
    "wrapped values": lambda n: THREE + frames(fill(b"0 0\n0\n", n), n // 6),
    "lines too short": lambda n: THREE + frames(fill(b"0 0 0\n0 0\n", n), n // 5),
    "a short line at the end": lambda n: THREE + frames(fill(b"0 0 0\n", n) + b"1 1\n", n // 6 + 1),
    "values with two points": lambda n: THREE + frames(fill(b"0 0 0\n1.1.1\n", n), n // 6),
    "signs": lambda n: ONE + frames(fill(b"-", n), 1),
    "glued values": lambda n: ONE + frames(fill(b"1-1+1-1", n), n // 2),
    "digits": lambda n: ONE + frames(fill(b"7", n), 1),
    "digits of a fraction": lambda n: ONE + frames(b"0." + fill(b"07", n), 1),
    "exponents": lambda n: ONE + frames(fill(b"1e-999999999\n", n), n // 13),
    "largest values": lambda n: ONE + frames(fill(b"-1.7976931348623157e308\n", n), n // 24),
    "least values": lambda n: ONE + frames(fill(b"4.9406564584124654e-324\n", n), n // 25),
    "halves": lambda n: ONE + frames(fill(b"9007199254740993.0000000000000000001\n", n), n // 37),
}

RIGS = {
    "bare feet": lambda n: joints(BARE.replace(b"a", b"toe") + b" ", n),
    "joints that turn": lambda n: joints(TURNING_JOINT, n * 10 // 11),
    "feet that turn": lambda n: joints(TURNING_JOINT.replace(b"a ", b"toe "), n * 10 // 11),
    "few of many that turn": lambda n: joints(BARE * 8 + TURNING_JOINT, n * 99 // 100),
}


def jobs(form, n, tail=b"]"):
    return b"[" + number_lines(form, n)[0][:-1] + tail


JOB = b'{"name":"j%d","out":"o%d","cuts":[{"clip":"a"}]},'
SWEEP = b'"out":"{name}","method":"dead-halflife","cuts":[{"clip":"a"},{"clip":"b"}]}]'

SIMULATED = {
    "joints that bounce": lambda n: joints(JOINT, n * 9 // 10).replace(b"Frame Time: 0.1", b"Frame Time: 1000"),
}

LEG = b"JOINT %sUpLeg {OFFSET %d -9 0 CHANNELS 3 Zrotation Xrotation Yrotation JOINT %sLeg {OFFSET 0 -9 0 CHANNELS 1 Xrotation" \
      b" JOINT %sFoot {OFFSET 0 -9 0 CHANNELS 1 Xrotation End Site {OFFSET 0 0 3}}}}\n"


def walker(n):
    """Two legs that step, for as many frames as the bytes hold."""
    head = HEAD + b"CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    legs = b"".join(LEG % (side, x, side, side) for side, x in ((b"Left", 2), (b"Right", -2)))
    steps = [b"0 27 %d 0 0 0 0 %d 0 %d 5 0 %d 0 %d 5\n" % (k, k % 40, k % 30, -k % 40, -k % 30) for k in range(120)]
    count = n * len(steps) // len(b"".join(steps))
    return head + legs + b"}\nMOTION\n" + frames(b"".join(steps[k % 120] for k in range(count)), count)


ARM = (b"JOINT %sArm {OFFSET %d 4 0 CHANNELS 1 Zrotation JOINT %sForeArm {OFFSET %d 0 0 CHANNELS 1 Zrotation"
       b" JOINT %sHand {OFFSET %d 0 0 CHANNELS 0 %s End Site {OFFSET 0 1 0}}}}\n")


def figure(n, piece=b"", count=1, spine=b"", in_hand=b""):
    """A character of n bytes: with pieces below its head and `count` frames, or without pieces and with as many frames as
    fit."""
    sides = ((b"Left", 2), (b"Right", -2))
    pieces, n_pieces = number_lines(piece, n - 2000 * count) if piece else (b"", 0)
    values = b" 7" * (n_pieces * (piece.count(b"CHANNELS 1") + 2 * piece.count(b"CHANNELS 2")) + spine.count(b"CHANNELS 1"))
    frame = b"0 27 %d 0 0 0" + values + b" 5 8 -5 9 0 %d 3 %d 5 0 %d -3 %d 5\n"
    lines = b"".join(frame % (k, k % 40, k % 30, -k % 40, -k % 30) for k in range(count if piece else 120))
    if not piece:
        count = 120 * max(1, (n - len(spine) - 2000) // len(lines))
        lines *= count // 120
    return (b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
            + b"JOINT Chest {OFFSET 0 5 0 CHANNELS 0\n" + spine + b"JOINT Head {OFFSET 0 4 0 CHANNELS 0\n" + pieces
            + b"End Site {OFFSET 0 2 0}}\n"
            + b"".join(ARM % (side, x, side, 3 * x, side, 2 * x, in_hand) for side, x in sides) + b"}" * spine.count(b"{") + b"}\n"
            + b"".join(LEG % (side, x, side, side) for side, x in sides) + b"}\nMOTION\n" + frames(lines, count))


# Each is fitted to a character, and a character to it.
FIGURES = {
    "joints that turn": lambda n: figure(n, TURNING_JOINT.replace(b"JOINT a", b"JOINT a%d") + b"\n"),
    "joints that never turn": lambda n: figure(n, BARE.replace(b"JOINT a", b"JOINT a%d") + b"\n"),
    "joints of one name": lambda n: figure(n, BARE + b"\n"),
    "joints of one role": lambda n: figure(n, BARE.replace(b"a ", b"LeftLeg ") + b"\n"),
    "many frames": lambda n: figure(n),
    "a long spine": lambda n: figure(n, spine=b"JOINT s {OFFSET 0 0.01 0 CHANNELS 1 Xrotation\n" * 900),
    "joints of two channels": lambda n: figure(n, b"JOINT a%d {OFFSET 1 0 0 CHANNELS 2 Xrotation Yrotation End Site {OFFSET 0 1 0}}\n"),
    "no side": lambda n: figure(n).replace(b"Left", b"").replace(b"Right", b""),
    "bones without a length": lambda n: re.sub(rb"OFFSET [-0-9]+ 0 0", b"OFFSET 0 0 0", figure(n)),
    "no OFFSETs": lambda n: re.sub(rb"OFFSET [-0-9]+ [-0-9]+ [-0-9]+", b"OFFSET 0 0 0", figure(n)),
    "one leg twice": lambda n: figure(n).replace(b"RightUpLeg", b"LeftUpLeg"),
    "fingers": lambda n: figure(0, b"\n", in_hand=fill(b"JOINT f {OFFSET 1 0 0} ", n // 2)),
}


RIG_FORMS = [lambda n: joints(TURNING_JOINT + b" ", n * 9 // 10), lambda n: joints(TURNING_JOINT.replace(b"a ", b"toe "), n * 9 // 10),
             walker]
CORNERS = 4  # of each method


def corners(dbtool):
    """({name: case}, {name: options}) of random corners of each method's parameters, frame time and profile: all are at
    their minimum or maximum. Equal runs give equal cases."""
    described = subprocess.run([dbtool, "methods", "--format", "json"], check=True, stdout=subprocess.PIPE).stdout
    cases, options = {}, {}
    for method in json.loads(described):
        if any(p["type"] == "file" for p in method["parameters"]):
            continue  # a network; see MODEL
        for number in range(CORNERS):
            drawn = random.Random("%s %d" % (method["name"], number))

            def value(parameter, drawn=drawn):
                if parameter["type"] == "number":
                    low, high = parameter["min"], parameter["max"]
                    return "%.17g" % drawn.choice([low, 1e300 if high is None else high])
                return str(drawn.choice(parameter.get("choices", ["true", "false"])))

            name = "%s, corner %d" % (method["name"], number + 1)
            seconds = drawn.choice([b"0.000001", b"0.001", b"1000"])
            rig = drawn.choice(RIG_FORMS)
            chosen = ["%s=%s" % (p["name"], value(p)) for p in method["parameters"]]
            chosen += drawn.choice([[], ["plant=true"], ["align=foot"]])
            options[name] = ["-m", method["name"] + ":" * bool(chosen) + ",".join(chosen),
                             "--profile", "*=%s" % drawn.choice(["0", "0.001", "1000"])]
            options[name] += ["--until", "60f"] * (rig is not walker)
            if method["name"].startswith("bridge"):
                options[name] += ["--gap", drawn.choice(["1f", "20f"])]
            cases[name] = lambda n, rig=rig, seconds=seconds: rig(n).replace(b"Frame Time: 0.1", b"Frame Time: " + seconds)
    return cases, options


PLAN = {
    "brackets": lambda n: fill(b"[", n),
    "empty lists": lambda n: b"[" + fill(b"[],", n) + b"[]]",
    "deep lists": lambda n: b"[" + fill(b"[" * 190 + b"]" * 190 + b",", n) + b"1]",
    "braces": lambda n: fill(b'{"":', n),
    "zeros": lambda n: b"[" + fill(b"0,", n) + b"0]",
    "digits": lambda n: b"[" + fill(b"1", n) + b"]",
    "digits of a fraction": lambda n: b"[0." + fill(b"12", n) + b"]",
    "a long string": lambda n: b'["' + fill(b"a", n) + b'"]',
    "escapes": lambda n: b'["' + fill(b"\\u00e4", n) + b'"]',
    "backslashes": lambda n: b'["' + fill(b"\\\\", n) + b'"]',
    "one key": lambda n: b"{" + fill(b'"a":1,', n) + b'"a":1}',
    "unknown keys": lambda n: b"{" + number_lines(b'"k%d":0,', n)[0] + b'"cuts":[{"clip":"a"}]}',
    "unknown defaults": lambda n: b'{"defaults":{' + number_lines(b'"k%d":0,', n)[0]
    + b'"up":"y"},"jobs":[{"name":"a","out":"o","cuts":[{"clip":"a"}]}]}',
    "unknown keys and cuts": lambda n: b"{" + number_lines(b'"k%d":0,', n // 2)[0] + b'"cuts":['
    + fill(b'{"clip":"a"},', n // 2) + b'{"clip":"a"}],"out":"o"}',
    "jobs": lambda n: jobs(JOB, n),
    "jobs of one name": lambda n: jobs(JOB.replace(b"j%d", b"j"), n),
    "jobs as lines": lambda n: number_lines(JOB[:-1] + b"\n", n)[0],
    "jobs as lists": lambda n: jobs(b'[{"clip":"%d"}],', n),
    "cuts": lambda n: b"[" + fill(b'{"clip":"a"},', n) + b'{"clip":"a"}]',
    "cuts of one mistake": lambda n: b'{"out":"o","at":"x","cuts":[' + fill(b'{"clip":"a"},', n)
    + b'{"clip":"a"}]}',
    "cuts that sweep": lambda n: b'{"out":"o","cuts":[' + fill(b'{"clip":"a","halflife":[1]},', n)
    + b'{"clip":"a"}]}',
    "cuts of other methods": lambda n: b"[" + fill(b'{"clip":"a","method":"crossfade:curve=linear"},', n)
    + b'{"clip":"a"}]',
    "a mistake in defaults behind": lambda n: b'{"jobs":' + jobs(JOB, n) + b',"defaults":{"up":"w"}}',
    "a sweep": lambda n: b'[{"name":"{halflife_max}","halflife_max":['
    + number_lines(b"0.5%d1,", n // 30)[0] + b"1]," + SWEEP,
    "a sweep of one name": lambda n: b'[{"name":"a","halflife_max":[' + fill(b"1,", n) + b"1]," + SWEEP,
    "sweeps of one name": lambda n: b'[{"name":"a","halflife":[' + fill(b"1,", 1800) + b'1],"halflife_max":['
    + fill(b"1,", 1800) + b"1]," + SWEEP + fill(b" ", n),
    "placeholders": lambda n: b'[{"name":"' + fill(b"{root}", n // 2) + b'","out":"o","root":"'
    + fill(b"x", n // 2) + b'","cuts":[{"clip":"a"}]}]',
    "patterns": lambda n: b'{"out":"o","cuts":[{"clip":"a"},{"clip":"b","skip":[' + fill(b'"*",', n)
    + b'"*"]}]}',
}


STEP = b'{"clip":"small","at":"%df"},'


def patterns(n, starts):
    """A JSON list of patterns or names of up to 6,000 joints, with each of `starts`."""
    lines, size = [], 0
    while size < n:
        k = len(lines)
        lines.append(b'"%s%d%s"' % (starts[k // 6000 % len(starts)], k % 6000, b"*" if b"*" in starts[0] else b""))
        size += len(lines[-1]) + 1
    return b"[" + b",".join(lines) + b"]"


HELD = b'{"past_end":"hold","align":"none","out":"o",'
LAYER = HELD + b'"cuts":[{"clip":"rig"}],"layers":[{"clips":[{"clip":"rig","at":0}],"joints":%s}]}'
RUN = {
    "cuts and no name": lambda n: HELD + b'"cuts":[{"clip":"small"},' + number_lines(STEP, n, 1)[0][:-1] + b"]}",
    "cuts of a long name": lambda n: HELD + b'"name":"' + b"a" * 4000 + b'","cuts":[{"clip":"small"},'
    + number_lines(STEP, n, 1)[0][:-1] + b"]}",
    "names of layers": lambda n: LAYER % patterns(n, [b"j"]),
    "a long pattern": lambda n: HELD + b'"cuts":[{"clip":"names"},{"clip":"names","at":"1f","skip":["*","*'
    + b"a" * min(n // 2, 16000) + b'b"]}]}',
}

SMALL = ONE + frames(b"0\n1\n2\n3\n4\n5\n", 6)


# A clip of the joints of FACTS.
PAIR = (HEAD + b"CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT a {OFFSET 0 1 0 "
        + b"CHANNELS 3 Zrotation Xrotation Yrotation End Site {OFFSET 0 1 0}}\n}\nMOTION\n"
        + frames(b"".join(b"%d 1 0 0 %d 0 3 %d 4\n" % (k, k, 2 * k) for k in range(60)), 60))
SEARCHED = {
    "frames of one value": BVH["short lines"],
    "frames of three values": lambda n: THREE + frames(fill(b"0 0 1\n1 2 0\n0 3 2\n", n), 3 * (n // 18)),
    "frames of huge values": BVH["largest values"],
    "frames that stand": lambda n: poses(2 * n, lambda k: 0),
    "frames that repeat": lambda n: poses(2 * n, lambda k: k * k % 7),
    "frames that step": walker,
    "frames of a millionth": lambda n: walker(n).replace(b"Time: 0.1", b"Time: 0.000001"),
    "frames of many joints": lambda n: joints(TURNING_JOINT + b" ", n),
    "few frames of a millionth": lambda n: PAIR.replace(b"Time: 0.1", b"Time: 0.000001"),
    "costs that all but tie": lambda n: heights(n, lambda k: b"1.%010d" % (k * k % 97)),
    "tiny costs that all but tie": lambda n: heights(n, lambda k: b"1.%010de-30" % (k * k % 97)),
    "costs at the half of a digit": lambda n: heights(n, lambda k: b"1.000000%03d5" % (k * k % 997)),
    "costs that fall by a digit": lambda n: heights(n, lambda k: b"%.9f" % (2 - k * 1e-9)),
    "tiny costs that fall by a digit": lambda n: heights(n, lambda k: b"%.9fe-30" % (2 - k * 1e-9)),
}


def poses(n, of):
    """A clip of six channels that have one value in each frame; of: frame to value."""
    lines = [b"%d %d %d %d %d %d\n" % ((of(k),) * 6) for k in range(n // 12)]
    return (HEAD + b"CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n}\nMOTION\n"
            + frames(b"".join(lines), len(lines)))


def heights(n, of):
    """A clip that moves in y alone; of: frame to height."""
    lines = [b"0 " + of(k) + b" 0\n" for k in range(n // 17)]
    return THREE + frames(b"".join(lines), len(lines))


# Plans whose jobs search, no two alike.
BEST = (b'{"name":"n%d","out":"o%d","align":"none","up":"y","play":0,"past_end":"hold","until":"2250f",%s'
        b'"cuts":[{"clip":"%s"},{"clip":"%s","at":"best","from":"best:0f..%df"}]},')


def searching(n, clip, more=b""):
    lines, k = [], 0
    while n > 0:
        lines.append(BEST % (k, k, more % k if b"%d" in more else more, clip, clip, 2499 - k % 1250))
        n -= len(lines[-1])
        k += 1
    return b"[" + b"".join(lines)[:-1] + b"]"


SEARCHING = {
    "best cuts": lambda n: searching(n, b"up"),
    "best cuts that weigh joints": lambda n: searching(n, b"up", b'"weight":{"?":1.%d1},'),
    "best cuts that tie": lambda n: searching(n, b"still"),
}

SWEPT = b'{"name":"%s","out":"%s","align":"none","cuts":[{"clip":"small"},{"clip":"small","at":"1f","method":%s}]},'


def two_methods(n, one, other):
    return b"[" + number_lines(SWEPT % (one[0], one[0], one[1]) + SWEPT % (other[0], other[0], other[1]), n)[0][:-1] + b"]"


DECAY = (b"a_0.0%d1", b'"dead-decay","halflife":0.0%d1')
REPORT = {
    "jobs of two methods": lambda n: two_methods(min(n // 2, 100000), DECAY, (b"b_0.0%d1", b'"dead-bounce","halflife":0.0%d1')),
    "methods that lack what others sweep": lambda n: two_methods(
        min(n // 2, 100000), DECAY, (b"b_0.0%d1", b'"crossfade","blend_time":1.%d1')),
    "jobs of too many methods": lambda n: two_methods(n // 2, DECAY, (b"b_0.0%d1", b'"dead-bounce","halflife":0.0%d1')),
}

ROW = b"s%d,1,j,1\n"

TABLE = {
    "quotes": lambda n: fill(b'"', n),
    "quotes in a row": lambda n: CSV + fill(b'"', n) + b",1,j,1\n",
    "an open quote": lambda n: CSV + b'"' + fill(b"a\n", n),
    "columns": lambda n: CSV[:-1] + fill(b",", n),
    "columns of the header": lambda n: CSV[:-1] + number_lines(b"," + b"c" * 200 + b"%d", n)[0][:4000 * 200],
    "rows": lambda n: CSV + number_lines(ROW, n)[0],
    "rows of one key": lambda n: CSV + fill(b"s,1,j,1\n", n),
    "rows of long keys": lambda n: CSV + number_lines(b"s" * 500 + ROW, n)[0],
    "cells that are empty": lambda n: CSV + number_lines(b"%d,,,\n", n)[0],
    "methods": lambda n: CSV.replace(b"joint", b"joint,method") + number_lines(b"s,1,j,m%d,1\n", n)[0],
    "line ends": lambda n: CSV + fill(b"\r", n),
    "NULs": lambda n: CSV + fill(b"\0", n),
    "digits": lambda n: CSV + b"s,1,j," + fill(b"1", n),
    "digits of a name": lambda n: CSV + b"s,1," + fill(b"1", n) + b",1\n",
    "no digits": lambda n: CSV + b"s,1,j,0." + fill(b"x", n),
    "rows the other way": lambda n: CSV
    + b"".join(reversed(number_lines(ROW, n)[0].splitlines(keepends=True))),
}

LIMITS = {
    "joints": lambda n: b"{" + number_lines(b'"j%d":{"ref":[1,0,0,0],"min":[0,0,0],"max":[1,1,1]},', n)[0][:-1]
    + b"}",
    "wrong joints": lambda n: b"{" + number_lines(b'"j%d":{},', n)[0][:-1] + b"}",
    "keys": lambda n: b'{"r":{' + number_lines(b'"j%d":0,', n)[0][:-1] + b"}}",
}

FACTS = {"dbtool.model": "1", "up": "y", "frame_time": "0.1", "window": "1", "size": "1",
         "joints": '["r", "a"]', "parents": "[-1, 0]", "turning": "[0, 1]"}


def model(arrays=b"", data=b"", **facts):
    """A safetensors file: facts are its metadata, arrays the rest of its header."""
    head = b'{"__metadata__":' + json.dumps({**FACTS, **facts}).encode() + arrays + b"}"
    return struct.pack("<Q", len(head)) + head + data


def network(n, bridges=False, **facts):
    """A valid model with two hidden layers, for dead-learned or for bridge-learned."""
    hidden = int((n / 2) ** 0.5)
    inputs, first = (73, 14) if bridges else (31, 31)
    more = {"context.weight": [hidden, 73]} if bridges else {"speed.max": [4]}
    shapes = {"input.mean": [inputs], "input.scale": [inputs], "output.scale": [9], **more,
              "layers.0.weight": [hidden, first], "layers.0.bias": [hidden], "layers.1.weight": [hidden, hidden],
              "layers.1.bias": [hidden], "layers.2.weight": [9, hidden], "layers.2.bias": [9]}
    text, data = b"", b""
    for name, shape in shapes.items():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        kind, piece = ("F16", b"\0\x3c") if name.startswith("layers") else ("F32", b"\0\0\x80\x3f")
        begin = len(data)
        data += piece * count
        text += b"," + json.dumps({name: {"dtype": kind, "shape": shape, "data_offsets": [begin, len(data)]}}).encode()[1:-1]
    return model(text, data, **({"method": "bridge-learned"} if bridges else {}), **facts)


ARRAY = b',"a%d":{"dtype":"F16","shape":[0],"data_offsets":[0,0]}'

MODEL = {
    "a network": network,
    "a network for gaps": lambda n: network(n, True),
    "a network of tiny steps": lambda n: network(n, frame_time="0.000001"),
    "a network for gaps, tiny steps": lambda n: network(n, True, frame_time="0.000001"),
    "a network of short steps": lambda n: network(n, frame_time="0.001"),
    "a network of long steps": lambda n: network(n, frame_time="1000"),
    "arrays": lambda n: model(number_lines(ARRAY, n)[0]),
    "arrays of one name": lambda n: model(fill(ARRAY.replace(b"%d", b""), n)),
    "many dimensions": lambda n: model(b',"a":{"dtype":"F16","shape":[' + fill(b"1,", n)
                                       + b'1],"data_offsets":[0,2]}', b"\0\0"),
    "deep lists": lambda n: model(b',"a":' + fill(b"[", n)),
    "facts": lambda n: model(**{"k%d" % i: "" for i in range(n // 12)}),
    "names": lambda n: model(joints=json.dumps(["j%d" % i for i in range(min(n // 12, 65000))])),
    "names of one joint": lambda n: model(joints="[" + '"a",' * (n // 8) + '"a"]'),
    "names, deep": lambda n: model(joints="[" * n),
    "parents": lambda n: model(parents="[" + "-1," * (n // 3) + "0]"),
    "turning": lambda n: model(turning="[" + "0," * (n // 2) + "1]"),
    "a number of many digits": lambda n: model(frame_time="0." + "1" * n),
    "a header beyond the end": lambda n: struct.pack("<Q", 2**63) + fill(b" ", n),
    "blanks": lambda n: struct.pack("<Q", n) + fill(b" ", n),
    "numbers, no header": lambda n: model(b"", fill(b"\0", n)),
}

HASH = b"0123456789abcdef"
DONE = b'{"out":"%s","status":"done","key":"' + HASH + b'","size":0,"hash":"' + HASH + b'","rows":""'


def journal(lines):
    return xxh64.JOURNAL_HEADER + lines


RENAME = {
    "names": lambda n: b"{" + number_lines(b'"j%d":"k%d",', n)[0][:-1] + b"}",
    "patterns": lambda n: b"{" + number_lines(b'"%d*":"k*",', n)[0][:990 * 12].rpartition(b",")[0] + b"}",
    "long patterns": lambda n: b"{" + number_lines(b'"' + b"a" * 3000 + b'%d*":"k*",', n)[0][:-1] + b"}",
    "a long name for all": lambda n: b'{"*":"' + b"k" * 4000 + b'*"}',
    "one name for all": lambda n: b"{" + fill(b'"j":"j",', n) + b'"*":"k"}',
    "deep": lambda n: b'{"a":' + fill(b"[", n),
}


def done(out):
    return xxh64.journal_line(DONE % out)


JOURNAL = {
    "jobs of other plans": lambda n: journal(b"".join(done(b"o%d" % i) for i in range(n // 150))),
    "one job": lambda n: journal(fill(done(b"o"), n)),
    "damaged lines": lambda n: journal(fill(b"{}\n", n)),
    "the end of a line, again": lambda n: journal(fill(b', "check": "' + HASH + b'"}', n) + b"\n"),
    "a value, deep": lambda n: journal(xxh64.journal_line(b'{"out":' + b"[" * n)),
}


def fading(n, seconds, clip=b"small", more=b""):
    """A plan with a cross-fade of the given seconds from each frame; the clip has ten frames a second."""
    head = (b'[{"name":"n","out":"o","method":"crossfade","blend_time":%g,"past_end":"hold","align":"none",'
            b'"cuts":[{"clip":"%s"}' % (seconds, clip))
    cut = b',{"clip":"' + clip + b'","at":"%df"' + more + b"}"
    return head + number_lines(cut, n, 1)[0] + b"]}]"


def layered(n, clip):
    layers = fill(b'{"joints":["*"],"clips":[{"clip":"%s","at":0}]},' % clip, n)[:-1]
    return b'[{"name":"n","out":"o","past_end":"hold","cuts":[{"clip":"%s"}],"layers":[' % clip + layers + b"]}]"


def faded(n, seconds):
    """A plan with a layer whose clips fade for the given seconds, one from each frame."""
    head = (b'[{"name":"n","out":"o","past_end":"hold","cuts":[{"clip":"small"}],"until":"%df",'
            b'"layers":[{"joints":["*"],"clips":[' % n)
    clip = b'{"clip":"small","fade":%g,"at":"%%df"},' % seconds
    return head + number_lines(clip, n)[0] + b'{"clip":"small","at":"end"}]}]}]'


BATCH = {
    "many clips": lambda n: jobs(JOB.replace(b'"a"', b'"c%d"'), n),
    "cross-fades that overlap": lambda n: fading(n, 6),
    "many that overlap": lambda n: fading(n // 4, 25.5),
    "too many that overlap": lambda n: fading(n, 30),
    "cross-fades of a figure": lambda n: fading(n, 0.4, b"figure"),
    "cross-fades of a figure that overlap": lambda n: fading(n, 25.5, b"figure"),
    "cuts of many joints": lambda n: fading(n // 4, 0, b"bare"),
    "few cuts of many joints": lambda n: fading(2900, 0, b"bare"),
    "a name for each cut": lambda n: fading(n // 40, 0, b"rig", b',"skip":["j%d"]'),
    "layers": lambda n: layered(n, b"small"),
    "layers of a figure": lambda n: layered(n // 2, b"figure"),
    "few layers of a figure": lambda n: layered(n // 28, b"figure"),
    "clips of a layer": lambda n: faded(n, 0),
    "fades of a layer": lambda n: faded(n, 10),
    "many fades of a layer": lambda n: faded(n // 2, 25.5),
}


def spelled(number, path):
    """One of 4,096 spellings of a path."""
    return b"".join(b".//" if number >> bit & 1 else b"./" for bit in range(12)) + path


def own_file(n, form):
    """Jobs that name one file, each with another spelling."""
    job = b'{"name":"%d","out":"o%d","past_end":"hold","align":"none",%s,"cuts":[{"clip":"small"},{"clip":"small","at":"1f"}]}'
    return b"[" + b",".join(job % (k, k, form(k)) for k in range(n // 120)) + b"]"


BATCH.update({
    "renames under many names": lambda n: own_file(n // 33, lambda k: b'"rename":"%s"' % spelled(k, b"renames.json")),
    "limits under many names": lambda n: own_file(n // 33, lambda k: b'"limits":"%s"' % spelled(k, b"large.json")),
    "models under many names": lambda n: own_file(
        n // 33, lambda k: b'"method":"dead-learned:model=%s"' % spelled(k, b"large.model")),
})

MADE = b"sequence,cut,joint,method,settings,seam_ratio,displacement_u_s\n"


def made(n, methods, cuts, settings=b""):
    """A table with a row for each of the methods in turn; cuts: number of the row to that of the cut."""
    lines, size, k = [MADE], 0, 0
    while size < n:
        cut, method = cuts(k), k % methods
        lines.append(b"%x,1,*,m%d,%s,1,2\n" % (cut, method, settings % method if settings else b""))
        size += len(lines[-1])
        k += 1
    return b"".join(lines)


HALFLIFE = b'"dead-decay:halflife=0.%d1"'
# Tables and plans for compare, which ranks their methods.
COMPARED = {
    "rows of two methods": lambda n: made(n, 2, lambda k: k // 2),
    "rows of many methods": lambda n: made(n, 1000, lambda k: k // 1000),
    "rows of many half-lives": lambda n: made(n, 1000, lambda k: k // 1000, HALFLIFE),
    "rows of too many methods": lambda n: made(n, n, lambda k: 0),
    "rows of too many half-lives": lambda n: made(n, n, lambda k: 0, HALFLIFE),
    "cuts that two of many methods share": lambda n: MADE + b"".join(
        b"%x,1,*,m%d,,1,2\n" % (k // 2, (k // 2 + k % 2) % 250) for k in range(n // 18)),
    "a plan of many half-lives": lambda n: swept_plan(min(n // 25, 1000)),
    "a plan of too many half-lives": lambda n: swept_plan(n // 25),
    "a plan of two methods": REPORT["jobs of two methods"],
}


def swept_plan(count):
    """A plan that sweeps `count` half-lives at one cut."""
    return (b'[{"name":"{halflife}","out":"o{halflife}","align":"none","method":"dead-decay","halflife":['
            + b",".join(b"0.%d1" % k for k in range(count)) + b'],"cuts":[{"clip":"small"},{"clip":"small","at":"1f"}]}]')


def library(n, size, of):
    """Clips of about `size` bytes each: of(clip, frame) is the height in a frame."""
    clips = []
    for clip in range(n // size):
        count = (size - 90) // 8
        clips.append(ONE.replace(b"X", b"Y") + frames(b"".join(b"%d\n" % of(clip, k) for k in range(count)), count))
    return clips


# Clips of a library; each is searched for cuts to all others.
LIBRARY = {
    "clips that stand": lambda n: library(n, 350, lambda clip, k: 1000000),
    "clips that stand at two heights": lambda n: library(n, 350, lambda clip, k: 1000000 + clip % 2 * 5),
    "clips of equal costs": lambda n: library(n, 350, lambda clip, k: 1000000 + clip % 2 * 9 + k % 2),
    "clips at any height": lambda n: library(n, 350, lambda clip, k: (k * k + clip) * 7919 % 9999999),
    "clips far apart": lambda n: library(n, 350, lambda clip, k: clip * clip * 1000 + k),
    "clips that are too short": lambda n: library(n, 100, lambda clip, k: 1),
    "long clips": lambda n: library(n, n // 4, lambda clip, k: k * k * (clip + 1) * 7919 % 9999999),
    "one clip": lambda n: 3 * [ONE + frames(b"1\n" * 9, 9)] + library(n, n, lambda clip, k: k * 7919 % 9999999),
    "clips of many joints": lambda n: 4 * [joints(TURNING_JOINT + b" ", n // 4)],
    "clips of other joints": lambda n: [joints(TURNING_JOINT.replace(b"a ", b"a%d " % k) + b" ", n // 20) for k in range(20)],
    "clips of a millionth": lambda n: [walker(n // 4).replace(b"Time: 0.1", b"Time: 0.000001")] * 4,
    "clips of many rates": lambda n: [walker(n // 3).replace(b"Time: 0.1", b"Time: 0.0%d" % k) for k in range(2, 11)],
    "huge values": lambda n: [BVH["largest values"](n // 2)] * 4,
}


FOLDERS = {
    "small tables": lambda n: [CSV + b"s,1,j,1\n"] * (n // 45),
    "tables of one line": lambda n: [CSV] * (n // 40),
    "tables of no bytes": lambda n: [b""] * (n // 1000),
    "tables of other columns": lambda n: [CSV.replace(b"deg", b"%d" % k) + b"s,1,j,1\n" for k in range(n // 45)],
    "two tables": lambda n: [TABLE["rows"](n // 2)] * 2,
}

TABLE_AGAINST = {"rows the other way": TABLE["rows"]}


def commands(kind, name):
    """The arguments of each command for a kind; the input is 'in', the table that it is compared with 'old'."""
    if kind == "bvh":
        yield ["info", "in"]
        yield ["pops", "-v", "in"]
        yield ["info", "--limits", "in", "-o", "/dev/null"]
        yield ["info", "in", "small", "-o", "/dev/null"]
        yield ["info", "--roles", "in", "-o", "/dev/null"]
        yield ["metrics", "in", "--at", "1f", "--lenient", "-o", "/dev/null"]
    elif kind == "blend":
        cut = ["in", "in", "--past-end", "hold", "--at", "1f", "--until", "3f", "--align", "none"]
        yield ["blend", *cut, "-o", "/dev/null"]
        yield ["blend", *cut, "-m", "dead-bounce", "--metrics", "/dev/null", "-o", "out.bvh"]
        yield ["compare", *cut, "-j", "8"]
        yield ["compare", *cut, "--limits", "limits.json"]
        yield ["compare", *cut, "--methods", "dead-decay", "--rank", "skate_u", "--keep", "kept"]
        yield ["blend", *cut, "-m", "auto", "--plant", "-o", "/dev/null"]
        yield ["report", *cut, "--methods", "dead-decay", "-o", "out.html"]
        yield ["metrics", "in", "--at", "1f", "--source", "in", "--target", "in", "--align", "none", "-o", "/dev/null"]
    elif kind == "fit":
        for pair in (["figure.bvh", "in"], ["in", "figure.bvh"]):
            yield ["blend", "-q", *pair, "--fit", "--at", "1f", "-m", "cut", "--past-end", "hold", "--until", "3f", "--align", "none",
                   "-o", "/dev/null"]
        yield ["blend", "-q", "figure.bvh", "--fit=in", "--past-end", "hold", "--until", "3f", "-o", "/dev/null"]
        yield ["info", "figure.bvh", "in", "--fit", "-o", "/dev/null"]
        yield ["info", "--roles", "in", "-o", "/dev/null"]
        for scale in ("0.000001", "1000000"):
            yield ["blend", "-q", "in", "--scale", scale, "--past-end", "hold", "--until", "3f", "-o", "/dev/null"]
        yield ["blend", "-q", "in", "--mirror", "--up", "1:z", "--past-end", "hold", "--until", "3f", "-o", "/dev/null"]
    elif kind == "bounce":
        yield ["blend", "in", "in", "--at", "1f", "--past-end", "hold", "--until", "60f", "-t", "60", "--profile",
               "*=1000", "-m", "dead-bounce:bounce=10000", "-o", "/dev/null"]
    elif kind == "corner":
        yield ["blend", "in", "in", "--at", "1f", "--past-end", "hold", *CORNER_OPTIONS[name], "--metrics", "out.csv",
               "-o", "/dev/null"]
    elif kind == "plan":
        bare = PLAN[name](100).startswith(b'[{"clip"')
        yield ["batch", "--validate", "in"] + (["-o", "out"] if bare else [])
    elif kind == "search":
        yield ["suggest", "-q", "in", "in", "-j", "1", "-o", "/dev/null"]
        yield ["suggest", "-q", "in", "pair", "-j", "1", "-o", "/dev/null"]
        yield ["graph", "-q", "in", "-j", "1", "-o", "/dev/null"]
        yield ["loop", "-q", "in", "-j", "1", "-o", "/dev/null"]
        yield ["blend", "-q", "in", "in", "--at", "best", "--from", "best", "-o", "/dev/null"]
        for clip in ("flat", "steps"):
            yield ["suggest", "-q", clip, "in", "-j", "1", "--up", "y", "--velocity-weight", "0", "-o", "/dev/null"]
        yield ["suggest", "-q", "in", "--format", "html", "-j", "1", "-o", "/dev/null"]
        yield ["graph", "-q", "in", "--walk", "60", "-j", "1", "-o", "out.json"]
        yield ["loop", "-q", "in", "--repeat", "3", "--align", "none", "--metrics", "out.csv", "-j", "1", "-o", "out.bvh"]
    elif kind == "library":
        clips = sorted(os.listdir("clips"))
        clips = ["clips/" + clip for clip in clips]
        for many in (["--top", "100"], ["--top", "20000"], ["--per-clip", "5"], ["--per-pair", "1"],
                     ["--top", "9", "--play", "0", "--apart", "0"], ["--top", "5000"]):
            yield ["suggest", "-q", *clips, *many, "-j", "1", "-o", "/dev/null"]
        yield ["graph", "-q", *clips, "-j", "1", "-o", "/dev/null"]
        yield ["info", *clips, "-o", "/dev/null"]
    elif kind == "folder":
        yield ["diff", "clips", "clips", "-o", "/dev/null"]
        yield ["diff", "clips", "--methods", "m1,m2", "-o", "/dev/null"]
    elif kind == "plans":
        yield ["batch", "-q", "-j1", "in"]
        yield ["report", "-q", "-j1", "in", "-o", "out.html"]
    elif kind == "rename":
        for clip in ("rig", "names", "bare"):
            yield ["info", "--rename", "in", clip, "-o", "/dev/null"]
        yield ["blend", "-q", "--rename", "in", "rig", "rig", "--at", "1f", "--past-end", "hold", "-o", "/dev/null"]
    elif kind == "run":
        yield ["batch", "-q", "-j1", "in", "--metrics", "out.csv"]
    elif kind == "report":
        yield ["report", "-q", "-j1", "in", "-o", "out.html"]
    elif kind == "journal":
        yield ["batch", "-q", "small.json", "--journal", "in", "--resume"]
    elif kind == "batch":
        yield ["batch", "-q", "-j", "1", "in"]
    elif kind == "table":
        for form in "text", "json", "junit":
            yield ["diff", "old", "in", "--fail-above", "0", "--format", form, "-o", "/dev/null"]
        yield ["diff", "in", "--methods", "m1,m2", "-o", "/dev/null"]
        if name == "digits of a name":
            yield ["diff", "old", "in", "--fail-above", "0", "--format", "markdown", "-o", "/dev/null"]
    elif kind == "compare":
        for form in "text", "json":
            yield ["compare", "-q", "-j1", "in", "--format", form, "-o", "/dev/null"]
    elif kind == "model":
        yield ["blend", "pair", "pair", "--at", "1f", "-m", "dead-learned:model=in", "-o", "/dev/null"]
        yield ["blend", "pair", "pair", "--at", "1f", "--gap", "2f", "-m", "bridge-learned:model=in", "-o", "/dev/null"]
        yield ["blend", "pair", "pair", "--at", "1f", "-t", "60", "--profile", "*=1000", "--past-end", "hold", "--until", "200s",
               "-m", "dead-learned:model=in", "-o", "/dev/null"]
        yield ["blend", "pair", "pair", "--at", "1f", "--gap", "200s", "-m", "bridge-learned:model=in", "-o", "/dev/null"]
        yield ["compare", "pair", "pair", "--at", "1f", "--methods", "dead-learned:model=in,cut"]
    elif kind == "limits":
        yield ["blend", "small", "small", "--at", "1f", "--limits", "in", "-o", "/dev/null"]


def run(dbtool, arguments):
    """(status, kilobytes, the branches that COUNTED ran). COUNTED runs on one processor, where its threads lose
    few counts."""
    processors = os.sched_getaffinity(0)
    with open("said", "wb") as said:
        if dbtool == COUNTED:
            os.sched_setaffinity(0, {min(processors)})
        child = subprocess.Popen([dbtool] + arguments, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                 env={**os.environ, **KEPT} if dbtool == COUNTED else None)
        os.sched_setaffinity(0, processors)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (ENDLESS,) * 2)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
    if dbtool != COUNTED:
        return os.waitstatus_to_exitcode(status), used.ru_maxrss, 0
    with open("branches", encoding="ascii") as f:
        return os.waitstatus_to_exitcode(status), used.ru_maxrss, int(f.read())


def put_inputs(kind, name, make, n):
    """Writes the input of about n bytes, and the table it is compared with. Returns the input's number of joints."""
    data = make(n)
    shutil.rmtree("clips", ignore_errors=True)
    os.mkdir("clips")
    for k, clip in enumerate(data if isinstance(data, list) else []):
        with open("clips/%05d.csv" % k, "wb") as f:
            f.write(clip)
    data = b"".join(data) if isinstance(data, list) else data
    with open("in", "wb") as f:
        f.write(data)
    with open("old", "wb") as f:
        f.write(TABLE_AGAINST.get(name, make)(n) if kind == "table" else b"")
    return data.count(b"JOINT")


def measure(dbtool, kind, name, make, number):
    """(what is wrong, the commands' maximum memory, their messages); number: chooses the commands."""
    most_kb = SEARCH_MEMORY_KB if kind in SEARCH_SHARE else MEMORY_KB
    most_kb += (kind in ("blend", "corner")) * put_inputs(kind, name, make, FULL // SEARCH_SHARE.get(kind, 1))  # 1 KB a joint
    every = list(commands(kind, name))
    step = min(len(every), 1 if NAMED else 8 if SANITIZED else 4)
    wrong, worst_kb, said = measure_runs(dbtool, every[number % step::step], most_kb)
    if GROWS:
        wrong += growth(kind, name, make)
    if GROWS and kind in READ:
        put_inputs(kind, name, make, MEGABYTE)
        wrong += measure_runs(dbtool, every, MEGABYTE_KB)[0]
    return wrong, worst_kb, said


def growth(kind, name, make):
    """Messages about commands that crash, or whose work grows faster than the input."""
    n = FULL // SEARCH_SHARE.get(kind, 1) // (1 if kind in WHOLE else 2)
    parts, ratio = (2, SEARCH_RATIO) if kind in SEARCH_SHARE else (4, RATIO)
    noticeable = NOTICEABLE // (4 if kind in SEARCH_SHARE.keys() - WHOLE else 1)
    put_inputs(kind, name, make, n)
    runs = [(index, arguments[0], *run(COUNTED, arguments)) for index, arguments in enumerate(commands(kind, name))]
    wrong = ["%s: ended with %d" % (command, status) for _, command, status, _, _ in runs if status not in (0, 1, 2)]
    put_inputs(kind, name, make, n // parts)
    smaller = list(commands(kind, name))  # of a smaller library they name fewer clips
    for index, command, status, _, count in runs:
        if count > noticeable:
            status_of_part, _, count_of_part = run(COUNTED, smaller[index])
            if status == status_of_part and count > ratio * count_of_part:  # only one of both may be refused
                wrong.append("%s: %d branches, and %d for a part of the input, 1 in %d" % (command, count, count_of_part, parts))
    return wrong


def measure_runs(dbtool, every, most_kb):
    wrong, worst_kb, said = [], 0, ""
    for arguments in every:
        status, kb, _ = run(dbtool, arguments)
        with open("said", errors="replace") as f:
            said += "\n    %d %s" % (status, f.readline().rstrip()[:110])
        if status not in (0, 1, 2):
            wrong.append("%s: ended with %d" % (arguments[0], status))
        if not SANITIZED and kb > most_kb:
            wrong.append("%s: %d MB" % (arguments[0], kb // 1024))
        worst_kb = max(worst_kb, kb)
    return wrong, worst_kb, said


def main():
    global COUNTED, SANITIZED, NAMED, GROWS, FULL, CORNER_OPTIONS
    dbtool, COUNTED = (os.path.abspath(path) for path in sys.argv[1:3])
    NAMED = set(sys.argv[3:])
    with open(dbtool, "rb") as f:
        SANITIZED = b"__asan_init" in f.read()
    GROWS = bool(os.environ.get("THOROUGH")) and not SANITIZED
    FULL //= 4 if SANITIZED else 1  # enough to show wrong memory accesses
    cases, CORNER_OPTIONS = corners(dbtool)
    kinds = {"bvh": BVH, "blend": {**BVH, **RIGS}, "bounce": SIMULATED, "corner": cases, "plan": PLAN, "search": SEARCHED,
             "plans": SEARCHING, "fit": FIGURES, "rename": RENAME, "run": RUN, "report": REPORT, "table": TABLE, "compare": COMPARED,
             "library": LIBRARY, "folder": FOLDERS, "limits": LIMITS, "model": MODEL, "journal": JOURNAL, "batch": BATCH}
    passed = failed = 0
    memory = "/dev/shm"  # where small files take less time
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as scratch:
        os.chdir(scratch)
        os.mkdir("clips")
        # names of another rig, so that each input is fitted
        other = figure(FULL // 4).replace(b"ForeArm", b"Elbow").replace(b"Arm {", b"Shoulder {")
        for clip, text in (("small", SMALL), ("figure.bvh", other), ("pair", PAIR), ("still", BVH["short lines"](5000)),
                           ("flat", THREE + frames(fill(b"0 0 0\n", 30000), 5000)), ("up", ONE.replace(b"X", b"Y") + frames(b"".join(b"%d\n" % (k * k % 10) for k in range(2500)), 2500)),
                           ("steps", walker(60000))):
            with open(clip, "wb") as f:
                f.write(text)
        for clip, form, size in (("rig", JOINT, FULL // 2), ("names", JOINT.replace(b"j", b"a" * 4000), FULL // 2),
                                 ("bare", BARE, FULL // 2), ("figure", JOINT, 4800)):
            with open(clip, "wb") as f:
                f.write(joints(form, size))
        for name, text in (("large.json", LIMITS["joints"](FULL // 2)),
                           ("renames.json", b"{" + number_lines(b'"j%d":"k%d",', FULL // 2)[0][:-1] + b"}"),
                           ("large.model", network(FULL // 2))):
            with open(name, "wb") as f:
                f.write(text)
        with open("limits.json", "w") as f:
            f.write("{}")
        with open("small.json", "w") as f:
            f.write('[{"out": "small.out", "cuts": [{"clip": "small"}]}]')
        for kind, cases in kinds.items():
            for name, make in cases.items():
                if NAMED and not {name, kind} & NAMED:
                    continue
                wrong, kb, said = measure(dbtool, kind, name, make, passed + failed)
                print("%-7s %-32s %4d MB %s%s" % (kind, name, kb // 1024, said if NAMED else "", "".join("\nFAILED " + w for w in wrong)))
                passed += not wrong
                failed += bool(wrong)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
