#!/usr/bin/env python3
"""Writes a BVH clip for another rig: the motion does not change, except in size, names or axes.

    rigs.py IN.bvh OUT.bvh [--frames B:E[:STEP]] [CHANGE...]

    a-pose       the zero pose's arms 45 degrees down
    arms-down    the zero pose's arms 80 degrees down
    along-y      every bone along y in the zero pose
    turned       every joint of the zero pose rotated at random
    opposed      axes along the left limbs and against the right ones; hips and trunk with other axes
    positions    position channels on every joint
    bare         position channels on every joint, and every OFFSET zero
    larger       15 % larger
    inches       centimetres to inches
    metres       centimetres to metres
    z-up         the world rotated, y up to z up; the zero pose stays
    z-up-pose    the world and the zero pose rotated, as in programs with z up
    minus-y      the world upside down: -y is up
    minus-z      the world rotated, y up to -z up
    aside        the world rotated about y by 90 degrees
    turn=JOINT   JOINT rotated about x by 40 degrees in the zero pose
    no-toes      the toes replaced by End Sites; the left one has length 0
    shuffled     another order of siblings
    orders       another order of rotation channels on every joint
    one-hip      thighs with one rotation channel
    two-channel  shins and forearms with two rotation channels
    names=RIG    the joint names of another family of rigs: cmu motionbuilder daz bandai xsens smpl biped unreal vrm
                 amc poser infix makehuman makehuman-game second-life simulated duplicate

Changes apply in the order given.  Numbers have nine decimals.
"""
import math
import random
import re
import sys
from math import sqrt

from oracle import Clip, ONE, ZERO, add, cross, dot, inv, mul, norm, qexp, rotate, scale, sub

SIDES = {"left": "left", "l": "left", "right": "right", "r": "right"}
BOTH = ("left", "right")
ROLES = {"thigh": "upleg thigh hip upperleg upperlegs femur thighbend",
         "shin": "shin calf lowerleg knee lowleg loleg tibia",
         "foot": "ankle",
         "toe": "toe toebase toes ball",
         "collar": "clavicle collar clavic collarbone",
         "upper arm": "arm upperarm shldr uparm shldrbend humerus",
         "forearm": "forearm elbow lowerarm lowarm loarm forearmbend radius",
         "hand": "wrist",
         "head": "head"}
ROLES = {role: words.split() for role, words in ROLES.items()}
NEEDED = ("thigh", "shin", "foot", "upper arm", "forearm", "hand")
LIMBS = (("collar", "upper arm", "forearm", "hand"), ("thigh", "shin", "foot", "toe"))
NEXT = {a: b for limb in LIMBS for a, b in zip(limb, limb[1:])}
PREFIX = re.compile(r"mixamorig\d*[:_]?|model_|character\d*_|bip\d*[ _]?|valvebiped[._]?|j_bip_|m_avg_|f_avg_|def-|sk_|joint_",
                    re.I | re.A)
TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Cannot(Exception):
    """The clip cannot be fitted; the text says why."""


# ------------------------------------------------------------------------------------------------ names and roles

def side_and_word(name):
    name = re.split(r"[:|]", name)[-1]
    while PREFIX.match(name):
        name = name[PREFIX.match(name).end():]
    tokens = [t.lower() for t in TOKEN.findall(name)]
    for i in reversed(range(len(tokens))):
        mark = tokens[i] in ("sim", "dup") or i == 0 and re.fullmatch("[a-km-qs-z]", tokens[i])
        if mark and any(t not in SIDES and not t.isdigit() for t in tokens[:i] + tokens[i + 1:]):
            del tokens[i]
    n = len(tokens)
    at = next((i for i in [0, n - 1, *range(1, n - 1)] if n and tokens[i] in SIDES), None)
    side = None if at is None else SIDES[tokens.pop(at)]
    return side, "".join(tokens)


def split_glued(named):
    """Split a side without separator from its word, if the other side exists, too: lthigh and rthigh."""
    alone = {w for s, w in named if s is None}
    sides = [("left", "right"), ("right", "left"), ("l", "r"), ("r", "l")]

    def split(word):
        for group in (sides[:2], sides[2:]):
            for own, other in group:
                if word.startswith(own) and len(word) >= len(own) + 2 and other + word[len(own):] in alone:
                    return SIDES[own], word[len(own):]
            for own, other in group:
                if word.endswith(own) and len(word) >= len(own) + 2 and word[:-len(own)] + other in alone:
                    return SIDES[own], word[:-len(own)]
        return None, word
    return [split(w) if s is None else (s, w) for s, w in named]


def role_of(side, word, words):
    """words: all words of that side."""
    word, words = re.sub("[0-9]", "", word), [re.sub("[0-9]", "", w) for w in words]
    has = lambda role: any(w in ROLES[role] for w in words)
    if side is None:
        return "head" if word == "head" else None
    if word == "leg":
        return "thigh" if has("shin") else "shin"
    if word == "shoulder":
        return "upper arm" if has("collar") or not has("upper arm") else "collar"
    if word == "foot":
        return "toe" if "ankle" in words else "foot"
    if word == "hand":
        return None if "wrist" in words else "hand"
    return next((r for r in ROLES if r != "head" and word in ROLES[r]), None)


class Skeleton:
    """Roles, hips, chest, spine and neck of a clip's joints."""

    def __init__(self, clip):
        self.clip = clip
        self.named = split_glued([side_and_word(n) for n in clip.names])
        words = {s: [w for t, w in self.named if t == s] for s in (None, *BOTH)}
        self.joint = {}                                   # (side, role) -> joint
        for j, (side, word) in enumerate(self.named):
            role = role_of(side, word, words[side])
            if role:
                self.joint.setdefault((side, role), j)
        for side, role in [(None, "head")] + [(s, r) for r in NEEDED for s in BOTH]:
            if (side, role) not in self.joint:
                raise Cannot("no %s%s found" % (side + " " if side else "", role))
        self._check()
        head = self.joint[None, "head"]
        self.hips = self.meet([self.joint[s, "thigh"] for s in BOTH] + [head])
        self.chest = self.meet([self.joint[s, "upper arm"] for s in BOTH] + [head])
        if not self.is_below(self.chest, self.hips, True):
            raise Cannot("the arms branch off above the hips")
        self.line = self.path(self.hips, head)            # hips to head, both included
        at = self.line.index(self.chest)
        self.spine, self.neck = self.line[1:at + 1], self.line[at + 1:-1]
        self.head = head
        self.role = {j: k for k, j in self.joint.items()}

    def _check(self):
        for limb in LIMBS:
            for side in BOTH:
                for a, b in zip(limb, limb[1:]):
                    if (side, a) not in self.joint or (side, b) not in self.joint:
                        continue
                    if not self.is_below(self.joint[side, b], self.joint[side, a]):
                        if a == "collar":
                            del self.joint[side, a]
                        elif b == "toe":
                            del self.joint[side, b]
                        else:
                            raise Cannot("the %s %s is not below the %s" % (side, b, a))
        head = self.joint[None, "head"]
        for (side, role), j in sorted(self.joint.items(), key=lambda x: x[1]):
            if role in ("thigh", "upper arm"):
                if self.is_below(head, j, True):
                    raise Cannot("the head is below the %s %s" % (side, role))
                if self.is_below(j, head, True):
                    raise Cannot("the %s %s is below the head" % (side, role))
            if role == "collar" and self.is_below(head, j, True):
                del self.joint[side, role]

    def above(self, j):
        out = []
        while j >= 0:
            out.append(j)
            j = self.clip.parent[j]
        return out

    def meet(self, joints):
        lines = [self.above(j) for j in joints]
        return next(j for j in lines[0] if all(j in x for x in lines))

    def is_below(self, j, top, itself=False):
        return top in self.above(j if itself else self.clip.parent[j])

    def path(self, top, j):
        up = self.above(j)
        return up[up.index(top)::-1]


# ---------------------------------------------------------------------------------------------------- directions

def unit(v, least):
    n = norm(v) if v else 0.0
    return scale(v, 1 / n) if n >= least and n > 0 else None


def across(v, axis):
    return sub(v, scale(axis, dot(v, axis)))


def arc(a, b):
    """The shortest rotation from the direction of a to that of b, both unit."""
    c = dot(a, b)
    if c < -1 + 1e-12:
        v = cross(a, (1, 0, 0) if abs(a[0]) < abs(a[1]) else (0, 1, 0))
        n = norm(v)
        return (0.0, v[0] / n, v[1] / n, v[2] / n)
    v = cross(a, b)
    return normal((1 + c, *v))


def normal(q):
    n = sqrt(sum(x * x for x in q))
    return tuple(x / n for x in q) if n > 0 else ONE


# ------------------------------------------------------------------------------------------------ changes

NAMES = {
    "cmu": ("Hips LowerBack Spine Spine1 Neck Neck1 Head", "{}Shoulder {}Arm {}ForeArm {}Hand {}UpLeg {}Leg {}Foot {}ToeBase",
            ("Left", "Right")),
    "motionbuilder": ("Hips lowerback Chest Chest2 lowerneck Neck Head",
                      "{}Collar {}Shoulder {}Elbow {}Wrist {}Hip {}Knee {}Ankle {}Toe", ("Left", "Right")),
    "daz": ("hip abdomen chest chest2 neck neck2 head", "{}Collar {}Shldr {}ForeArm {}Hand {}Thigh {}Shin {}Foot {}Toe",
            ("l", "r")),
    "bandai": ("Hips Spine Chest UpperChest Neck Neck1 Head",
               "Shoulder_{} UpperArm_{} LowerArm_{} Hand_{} UpperLeg_{} LowerLeg_{} Foot_{} Toes_{}", ("L", "R")),
    "xsens": ("Hips Chest Chest2 Chest3 Neck Neck1 Head",
              "{}Collar {}Shoulder {}Elbow {}Wrist {}Hip {}Knee {}Ankle {}Toe", ("Left", "Right")),
    "smpl": ("m_avg_Pelvis m_avg_Spine1 m_avg_Spine2 m_avg_Spine3 m_avg_Neck m_avg_Neck1 m_avg_Head",
             "m_avg_{}_Collar m_avg_{}_Shoulder m_avg_{}_Elbow m_avg_{}_Wrist m_avg_{}_Hip m_avg_{}_Knee m_avg_{}_Ankle "
             "m_avg_{}_Foot", ("L", "R")),
    "biped": ("Bip01+Pelvis Bip01+Spine Bip01+Spine1 Bip01+Spine2 Bip01+Neck Bip01+Neck1 Bip01+Head",
              "Bip01+{}+Clavicle Bip01+{}+UpperArm Bip01+{}+Forearm Bip01+{}+Hand Bip01+{}+Thigh Bip01+{}+Calf "
              "Bip01+{}+Foot Bip01+{}+Toe0", ("L", "R")),
    "unreal": ("pelvis spine_01 spine_02 spine_03 neck_01 neck_02 head",
               "clavicle_{} upperarm_{} lowerarm_{} hand_{} thigh_{} calf_{} foot_{} ball_{}", ("l", "r")),
    "vrm": ("J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Neck1 J_Bip_C_Head",
            "J_Bip_{}_Shoulder J_Bip_{}_UpperArm J_Bip_{}_LowerArm J_Bip_{}_Hand J_Bip_{}_UpperLeg J_Bip_{}_LowerLeg "
            "J_Bip_{}_Foot J_Bip_{}_ToeBase", ("L", "R")),
    "amc": ("root lowerback upperback thorax lowerneck upperneck head",
            "{}clavicle {}humerus {}radius {}wrist {}femur {}tibia {}foot {}toes", ("l", "r")),
    "poser": ("hip abdomen chest chest2 neck neck2 head", "{}collar {}shldr {}forearm {}hand {}thigh {}shin {}foot {}toe",
              ("l", "r")),
    "infix": ("b_root b_spine0 b_spine1 b_spine2 b_neck0 b_neck1 b_head",
              "b_{}_shoulder b_{}_arm b_{}_forearm b_{}_wrist b_{}_upleg b_{}_leg b_{}_foot b_{}_ball", ("l", "r")),
    "makehuman": ("root spine04 spine03 spine01 neck01 neck02 head",
                  "clavicle.{} upperarm01.{} lowerarm01.{} wrist.{} upperleg01.{} lowerleg01.{} foot.{} toe1-1.{}",
                  ("L", "R")),
    "makehuman-game": ("Root Spine1 Spine2 Spine3 Neck Neck1 Head",
                       "Clavicle_{} UpArm_{} LoArm_{} Hand_{} UpLeg_{} LoLeg_{} Foot_{} Toe_{}", ("L", "R")),
    "second-life": ("mPelvis mTorso mChest mChest2 mNeck mNeck2 mHead",
                    "mCollar{} mShoulder{} mElbow{} mWrist{} mHip{} mKnee{} mAnkle{} mFoot{}", ("Left", "Right")),
    "simulated": ("sim_hips sim_spine sim_spine1 sim_spine2 sim_neck sim_neck1 sim_head",
                  "sim_{}Shoulder sim_{}Arm sim_{}ForeArm sim_{}Hand sim_{}UpLeg sim_{}Leg sim_{}Foot sim_{}Toe",
                  ("left", "right")),
    "duplicate": ("hips_dup spine_dup spine1_dup spine2_dup neck_dup neck1_dup head_dup",
                  "shoulder_{}_dup upperarm_{}_dup lowerarm_{}_dup hand_{}_dup thigh_{}_dup calf_{}_dup foot_{}_dup ball_{}_dup",
                  ("l", "r")),
}
LIMB_ROLES = ("collar", "upper arm", "forearm", "hand", "thigh", "shin", "foot", "toe")


class Figure:
    """A clip that can be changed: its joints, and the local transforms of every frame."""

    def __init__(self, clip, frames=None):
        self.names, self.parent = list(clip.names), list(clip.parent)
        self.offset, self.ends = list(clip.offset), list(clip.ends)
        self.rot = ["".join("XYZ"[a] for _, a in r) for r in clip.rot]
        self.pos = ["".join("XYZ"[a] for _, a in p) for p in clip.pos]
        self.dt = clip.dt * (frames.step or 1 if frames else 1)
        self.poses = [clip.pose(k) for k in range(clip.n)[frames or slice(None)]]
        self.skeleton = Skeleton(clip)

    @property
    def joints(self):
        return range(len(self.names))

    def below(self, top):
        return [j for j in self.joints if self.skeleton.is_below(j, top, True)]

    def turn(self, by):
        """Rotates joint j and its bones by the world rotation by[j] in the zero pose; the motion stays."""
        for f, pose in enumerate(self.poses):
            out = []
            for j, (p, q) in enumerate(pose):
                i = self.parent[j]
                above = by[i] if i >= 0 else ONE
                out.append((rotate(above, p), mul(mul(above, q), inv(by[j]))))
            self.poses[f] = out
        self.offset = [rotate(by[self.parent[j]], o) if self.parent[j] >= 0 else o for j, o in enumerate(self.offset)]
        self.ends = [(j, rotate(by[j], o)) for j, o in self.ends]

    def turn_world(self, q, pose_too):
        for f, pose in enumerate(self.poses):
            self.poses[f] = [(rotate(q, p), mul(q, r)) if self.parent[j] < 0 else (p, r)
                             for j, (p, r) in enumerate(pose)]
        if pose_too:
            self.turn([q] * len(self.names))

    def resize(self, by):
        self.offset = [scale(o, by) for o in self.offset]
        self.ends = [(j, scale(o, by)) for j, o in self.ends]
        self.poses = [[(scale(p, by), q) for p, q in pose] for pose in self.poses]

    def arms_down(self, degrees):
        s = self.skeleton
        zero = []
        for j in self.joints:
            i = self.parent[j]
            zero.append(add(zero[i], self.offset[j]) if i >= 0 else self.offset[j])
        up = unit(sub(zero[s.head], zero[s.hips]), 0)
        by = [ONE] * len(self.names)
        for side in BOTH:
            arm, hand = s.joint[side, "upper arm"], s.joint[side, "hand"]
            out = unit(sub(zero[hand], zero[arm]), 0)
            axis = (out[1] * -up[2] + out[2] * up[1], out[2] * -up[0] + out[0] * up[2], out[0] * -up[1] + out[1] * up[0])
            q = qexp(scale(unit(axis, 0), math.radians(degrees)))
            for j in self.below(arm):
                by[j] = q
        self.turn(by)

    def along_y(self):
        by = []
        for j in self.joints:
            bones = [self.offset[i] for i in self.joints if self.parent[i] == j] + [o for i, o in self.ends if i == j]
            mean = unit(tuple(sum(c) for c in zip(*bones)), 1e-9) if bones else None
            by.append(arc(mean, (0.0, 1.0, 0.0)) if mean else ONE)
        self.turn(by)

    def turned(self, seed):
        rng = random.Random(seed)
        self.turn([qexp(tuple(rng.uniform(-2, 2) for _ in range(3))) for _ in self.joints])

    def opposed(self):
        s, trunk = self.skeleton, (0.5, -0.5, -0.5, -0.5)
        by = [trunk if s.is_below(j, s.hips) else (0.0, sqrt(0.5), sqrt(0.5), 0.0) for j in self.joints]
        for j in self.joints:
            if s.named[j][0] == "right":
                by[j] = mul(trunk, (0.0, 1.0, 0.0, 0.0))
        self.turn(by)

    def positions(self, bare):
        for j in self.joints:
            self.pos[j] = "XYZ"
            if bare:
                self.offset[j] = ZERO

    def shuffle(self, seed):
        """Another order of siblings."""
        rng, order = random.Random(seed), []
        stack = [j for j in self.joints if self.parent[j] < 0]
        while stack:
            j = stack.pop()
            order.append(j)
            below = [i for i in self.joints if self.parent[i] == j]
            rng.shuffle(below)
            stack += below
        self.pick(order)

    def pick(self, order):
        """The joints `order` alone, in that order. No joint is below one that is left out."""
        at = {j: n for n, j in enumerate(order)}
        for key in ("names", "offset", "rot", "pos"):
            setattr(self, key, [getattr(self, key)[j] for j in order])
        self.parent = [at.get(self.parent[j], -1) for j in order]
        self.ends = [(at[j], o) for j, o in self.ends if j in at]
        self.poses = [[pose[j] for j in order] for pose in self.poses]

    def no_toes(self):
        """Replaces the toes by End Sites; the left one has length 0."""
        toes = [self.skeleton.joint[side, "toe"] for side in BOTH if (side, "toe") in self.skeleton.joint]
        if len(toes) < 2:
            return
        self.offset[toes[0]] = ZERO
        gone = {j for toe in toes for j in self.below(toe)}
        self.ends += [(self.parent[j], self.offset[j]) for j in toes]
        self.pick([j for j in self.joints if j not in gone])

    def rename(self, family):
        s, (trunk, limbs, sides) = self.skeleton, NAMES[family]
        trunk, limbs = ([w.replace("+", " ") for w in words.split(" ")] for words in (trunk, limbs))
        self.names[s.hips], self.names[s.head] = trunk[0], trunk[-1]
        for n, j in enumerate(s.spine):
            self.names[j] = trunk[min(n + 1, 3)] if n < 3 else trunk[3] + "b" * (n - 2)
        for n, j in enumerate(s.neck):
            self.names[j] = trunk[4 + n]
        for (side, role), j in s.joint.items():
            if side:
                self.names[j] = limbs[LIMB_ROLES.index(role)].format(sides[BOTH.index(side)])

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as out:
            out.write("HIERARCHY\n")
            children = [[i for i in self.joints if self.parent[i] == j] for j in self.joints]
            order = []

            def offset(o, tab):
                out.write("%sOFFSET %.9f %.9f %.9f\n" % (tab, *o))

            def joint(j, deep):
                tab = "\t" * deep
                order.append(j)
                out.write("%s%s %s\n%s{\n" % (tab, "JOINT" if deep else "ROOT", self.names[j], tab))
                offset(self.offset[j], tab + "\t")
                kinds = [a + "position" for a in self.pos[j]] + [a + "rotation" for a in self.rot[j]]
                out.write("%s\tCHANNELS %d %s\n" % (tab, len(kinds), " ".join(kinds)))
                for i in children[j]:
                    joint(i, deep + 1)
                for i, o in self.ends:
                    if i == j:
                        out.write("%s\tEnd Site\n%s\t{\n" % (tab, tab))
                        offset(o, tab + "\t\t")
                        out.write("%s\t}\n" % tab)
                out.write("%s}\n" % tab)
            joint(0, 0)
            out.write("MOTION\nFrames: %d\nFrame Time: %.9f\n" % (len(self.poses), self.dt))
            for pose in self.poses:
                values = []
                for j in order:
                    p, q = pose[j]
                    values += [p["XYZ".index(a)] for a in self.pos[j]]
                    values += angles(q, ["XYZ".index(a) for a in self.rot[j]])
                out.write(" ".join("%.9f" % (v + 0.0) for v in values) + "\n")


def angles(q, axes):
    """Euler angles of q in degrees about one to three axes, in their order; with fewer than three, an approximation."""
    if not axes:
        return []
    if len(axes) == 1:
        return [2 * math.degrees(math.atan2(q[axes[0] + 1], q[0]))]
    i, j = axes[:2]
    k = 3 - i - j
    s = 1 if (j - i) % 3 == 1 else -1
    cols = [rotate(q, tuple(float(n == a) for n in range(3))) for a in range(3)]     # cols[a][r]
    b = math.asin(max(-1.0, min(1.0, s * cols[k][i])))
    if abs(cols[k][i]) > 1 - 1e-12:
        a, c = math.atan2(s * cols[j][k], cols[j][j]), 0.0
    else:
        a, c = math.atan2(-s * cols[k][j], cols[k][k]), math.atan2(-s * cols[j][i], cols[i][i])
    return [math.degrees(x) for x in (a, b, c)][:len(axes)]


def change(figure, what, seed=1):
    name, _, value = what.partition("=")
    if name in ("a-pose", "arms-down"):
        figure.arms_down(45 if name == "a-pose" else 80)
    elif name == "along-y":
        figure.along_y()
    elif name == "turned":
        figure.turned(seed)
    elif name == "opposed":
        figure.opposed()
    elif name in ("positions", "bare"):
        figure.positions(name == "bare")
    elif name in ("larger", "inches", "metres"):
        figure.resize({"larger": 1.15, "inches": 1 / 2.54, "metres": 0.01}[name])
    elif name in ("z-up", "z-up-pose", "minus-y", "minus-z"):
        quarters = {"minus-y": 2, "minus-z": -1}.get(name, 1)
        figure.turn_world(qexp((quarters * math.pi / 2, 0.0, 0.0)), name == "z-up-pose")
    elif name == "aside":
        figure.turn_world(qexp((0.0, math.pi / 2, 0.0)), False)
    elif name == "turn":
        figure.turn([qexp((math.radians(40), 0.0, 0.0)) if joint == value else ONE for joint in figure.names])
    elif name == "no-toes":
        figure.no_toes()
    elif name == "shuffled":
        figure.shuffle(seed)
    elif name == "orders":
        rng = random.Random(seed)
        for j in figure.joints:
            if len(figure.rot[j]) == 3:
                figure.rot[j] = "".join(rng.sample("XYZ", 3))
    elif name == "one-hip":
        for side in BOTH:
            figure.rot[figure.skeleton.joint[side, "thigh"]] = "X"
    elif name == "two-channel":
        for side in BOTH:
            for role in ("shin", "forearm"):
                figure.rot[figure.skeleton.joint[side, role]] = "XY"
    elif name == "names" and value in NAMES:
        figure.rename(value)
    else:
        raise SystemExit("rigs.py: unknown change '%s'" % what)


def re_express(clip, path, changes, frames=None, seed=1, dt=None):
    """Writes a changed clip."""
    figure = Figure(clip, frames)
    figure.dt = dt or figure.dt
    for what in changes:
        change(figure, what, seed)
    figure.write(path)


def main():
    args = sys.argv[1:]
    frames = None
    if "--frames" in args:
        at = args.index("--frames")
        frames = slice(*(int(x) if x else None for x in args[at + 1].split(":")))
        del args[at:at + 2]
    if len(args) < 2:
        raise SystemExit(__doc__)
    re_express(Clip(args[0]), args[1], args[2:], frames)


if __name__ == "__main__":
    main()
