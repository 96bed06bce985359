#!/usr/bin/env python3
"""Writes small clips of bodies that say little about themselves, at 30 frames a second, in centimetres, y up.

    make_rigs.py KIND...     writes KIND.bvh here

    walker    walks
    crawler   the same rig: crawls on hands and knees, head ahead
    sitter    the same rig: sits on the ground, legs ahead
    acrobat   the same rig: stands on the hands
    climber   the same rig: goes straight up, with bent knees and the hands overhead
    swimmer   the same rig: lies in water, feet pointed
    bat       the walker with its hips turned by 180 degrees all the time
    exchanged the walker, whose left joints have the names of right ones
    split     the walker with two joints in each thigh and each shin, below a joint at the hips
    narrow    the walker's rig: bends its knees, the left foot 10 cm before the right one
    wide      the same, 40 cm
    split_narrow, split_wide    the same with the rig of split
    dog       walks on four legs whose joints have the names of arms and legs

Joints turn about x, the axis to the body's left, first; then about z.
"""
import math
import re
import sys

BODY = [("Hips", "", (0, 0, 0)), ("Spine", "Hips", (0, 20, 0)), ("Chest", "Spine", (0, 20, 0)),
        ("Neck", "Chest", (0, 15, 0)), ("Head", "Neck", (0, 10, 0)),
        ("%Shoulder", "Chest", (5, 10, 0)), ("%Arm", "%Shoulder", (12, 0, 0)), ("%ForeArm", "%Arm", (28, 0, 0)),
        ("%Hand", "%ForeArm", (25, 0, 0)),
        ("%UpLeg", "Hips", (10, 0, 0)), ("%Leg", "%UpLeg", (0, -45, 0)), ("%Foot", "%Leg", (0, -45, 0)),
        ("%ToeBase", "%Foot", (0, -6, 13))]
DOG = [("Hips", "", (0, 0, 0)), ("Spine", "Hips", (0, 0, 25)), ("Chest", "Spine", (0, 0, 25)),
       ("Neck", "Chest", (0, 6, 12)), ("Head", "Neck", (0, 5, 12)),
       ("%Arm", "Chest", (7, -2, 7)), ("%ForeArm", "%Arm", (0, -20, -3)), ("%Hand", "%ForeArm", (0, -20, 2)),
       ("%UpLeg", "Hips", (6, -2, -3)), ("%Leg", "%UpLeg", (0, -20, 3)), ("%Foot", "%Leg", (0, -20, -3))]
SPLIT = BODY[:9] + [("%Pelvis", "Hips", (4, 0, 0)), ("%UpperLeg01", "%Pelvis", (6, 0, 0)), ("%UpperLeg02", "%UpperLeg01", (0, -22, 0)),
                    ("%LowerLeg01", "%UpperLeg02", (0, -23, 0)), ("%LowerLeg02", "%LowerLeg01", (0, -20, 0)),
                    ("%Foot", "%LowerLeg02", (0, -25, 0)), ("%ToeBase", "%Foot", (0, -6, 13))]
SIDES = (("Left", 1), ("Right", -1))
OTHER = re.compile("^(Left|Right)")


def joints(table):
    """(name, parent, OFFSET) of both sides."""
    out = [x for x in table if "%" not in x[0]]
    for side, sign in SIDES:
        out += [(n.replace("%", side), p.replace("%", side), (sign * o[0], *o[1:])) for n, p, o in table if "%" in n]
    return out


def swing(t, side):
    return math.sin(2 * math.pi * t) * (1 if side == "Left" else -1)


def down(angle):
    """Arms down by an angle from the T-pose."""
    return {side + "Arm": (0, -angle * sign) for side, sign in SIDES}


def walker(t):
    turns = down(75)
    for side, _ in SIDES:
        turns[side + "UpLeg"] = (25 * swing(t, side), 0)
        turns[side + "Leg"] = (15 - 15 * swing(t + 0.25, side), 0)
    return (0, 93 + 2 * math.cos(4 * math.pi * t), 120 * t), turns


def crawler(t):
    turns = {"Hips": (80, 0), "Neck": (-30, 0)}
    for side, sign in SIDES:
        turns[side + "UpLeg"] = (-75 + 15 * swing(t, side), 0)
        turns[side + "Leg"] = (85, 0)
        turns[side + "Arm"] = (10 * swing(t, side), 0)
        turns[side + "Shoulder"] = (0, -10 * sign)
    return (0, 45, 40 * t), turns


def sitter(t):
    turns = down(60)
    turns["Spine"] = (-8 + 3 * swing(t, "Left"), 0)
    for side, _ in SIDES:
        turns[side + "UpLeg"] = (-88, 0)
    return (0, 12, 0), turns


def acrobat(t):
    turns = {side + "Arm": (0, 85 * sign) for side, sign in SIDES}
    turns["Hips"] = (180 + 3 * swing(t, "Left"), 0)
    return (0, 113, 0), turns


def climber(t):
    turns = {side + "Arm": (0, (70 + 15 * swing(t, side)) * sign) for side, sign in SIDES}
    for side, _ in SIDES:
        turns[side + "UpLeg"] = (-50 + 20 * swing(t, side), 0)
        turns[side + "Leg"] = (60, 0)
    return (0, 150 + 60 * t, 0), turns


def swimmer(t):
    turns = {side + "Arm": (0, (40 + 40 * swing(t, "Left")) * sign) for side, sign in SIDES}
    turns["Hips"] = (85, 0)
    for side, _ in SIDES:
        turns[side + "UpLeg"] = (12 * swing(t, side), 0)
        turns[side + "Foot"] = (60, 0)
    return (0, 200 + 4 * swing(t, "Left"), 70 * t), turns


def bat(t):
    at, turns = walker(t)
    return (at[0], -at[1], at[2]), {**turns, "Hips": (180, 0)}


def exchanged(t):
    return walker(t)


def straddler(t, apart):
    """Feet stay where they are: knees bend by bend, the legs lean by lean."""
    bend, turns = 10 + 8 * math.sin(2 * math.pi * t), down(70)
    length = 90 * math.cos(math.radians(bend))
    for side, sign in SIDES:
        lean = sign * math.degrees(math.asin(apart / 2 / length))
        turns[side + "UpLeg"] = (-lean - bend, 0)
        turns[side + "Leg"] = (2 * bend, 0)
        turns[side + "Foot"] = (lean - bend, 0)
    return (0, 6 + math.sqrt(length ** 2 - (apart / 2) ** 2), 0), turns


def narrow(t):
    return straddler(t, 10)


def wide(t):
    return straddler(t, 40)


def dog(t):
    turns = {}
    for side, _ in SIDES:
        turns[side + "UpLeg"] = (15 * swing(t, side), 0)
        turns[side + "Arm"] = (-15 * swing(t, side), 0)
    return (0, 44, 45 * t), turns


def write(kind):
    is_split, pose = kind.startswith("split"), globals()[kind.replace("split_", "").replace("split", "walker")]
    table = joints(DOG if kind == "dog" else SPLIT if is_split else BODY)
    with open(kind + ".bvh", "w", encoding="ascii") as out:
        order = []

        def joint(name, offset, deep):
            tab = "\t" * deep
            order.append(name)
            shown = OTHER.sub(lambda m: {"Left": "Right", "Right": "Left"}[m[0]], name) if kind == "exchanged" else name
            out.write("%s%s %s\n%s{\n" % (tab, "JOINT" if deep else "ROOT", shown, tab))
            out.write("%s\tOFFSET %g %g %g\n" % (tab, *offset))
            out.write("%s\tCHANNELS %s Zrotation Xrotation Yrotation\n" % (
                tab, "3" if deep else "6 Xposition Yposition Zposition"))
            below = [(n, o) for n, p, o in table if p == name]
            for n, o in below:
                joint(n, o, deep + 1)
            if not below:
                tip = (offset[0] / 3, 0, 0) if name.endswith("Hand") else (0, 8, 0) if name == "Head" else (0, 0, 8)
                out.write("%s\tEnd Site\n%s\t{\n%s\t\tOFFSET %g %g %g\n%s\t}\n" % (tab, tab, tab, *tip, tab))
            out.write("%s}\n" % tab)
        out.write("HIERARCHY\n")
        joint(*table[0][::2], 0)
        out.write("MOTION\nFrames: 60\nFrame Time: 0.0333333\n")
        for frame in range(60):
            at, turns = pose(frame / 30)
            values = list(at)
            for name in order:
                whole = name.replace("UpperLeg01", "UpLeg").replace("LowerLeg01", "Leg")
                x, z = turns.get(whole, (0, 0))
                values += [z, x, 0]
            out.write(" ".join("%.4f" % v for v in values) + "\n")


for kind in sys.argv[1:]:
    write(kind)
