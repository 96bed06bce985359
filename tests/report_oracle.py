#!/usr/bin/env python3
"""Compare a report with the files that other commands of dbtool wrote, by code that shares none with dbtool.

    report_oracle.py check REPORT.html [--bvh LABEL FILE.bvh]... [--figures FILE.csv] [--csv ROWS.csv]
    report_oracle.py contacts REPORT.html CLIP.bvh... [OPTION]...
    report_oracle.py json REPORT.html         print the data, as JSON without escapes

`check` reads the report's data as a page does and compares every pose of every cut, after forward kinematics, with the
BVH file of its method: world positions of joints to 1e-4 units. The clips' poses are compared with the file of the
method `cut`, which shows them alone. --csv is a table of `compare --format csv`, --figures one of `blend --metrics` for
each method: values must be equal to the digit, and those of single joints to float32.

`contacts` takes blend's options and computes from the clips which feet stand.

Prints what it compared. The exit status is 1 if anything disagrees. Only the standard library is used.
"""
import argparse
import base64
import csv
import html.parser
import json
import struct
import sys
from math import sqrt

import oracle

TOLERANCE = 1e-4  # units: the error of float32 rotation vectors over about ten joints of 20 units


class Page(html.parser.HTMLParser):
    """The texts of a page's elements as an HTML parser sees them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.data, self.policy, self.scripts, self.at = None, None, [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if attrs.get("http-equiv") == "Content-Security-Policy":
            self.policy = attrs["content"]
        if tag in ("script", "style"):
            self.at = [tag, attrs, ""]

    def handle_data(self, data):
        if self.at:
            self.at[2] += data

    def handle_endtag(self, tag):
        if self.at and tag == self.at[0]:
            if self.at[1].get("id") == "data":
                self.data = json.loads(self.at[2])
            else:
                self.scripts.append(self.at)
            self.at = None


def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return Page(f.read())


def floats(text):
    raw = base64.b64decode(text, validate=True)
    return struct.unpack("<%df" % (len(raw) // 4), raw)


def shown(runs, n):
    """The pose of each frame; None: nothing to show."""
    out = []
    for pose, length in runs:
        out += [None if pose < 0 else pose + i for i in range(length)]
    if len(out) != n:
        raise ValueError("runs of %d frames, the window has %d" % (len(out), n))
    return out


class Poses:
    """The poses of a cut, in the world."""

    def __init__(self, cut, skeleton):
        self.skeleton, self.origins = skeleton, cut["origins"]
        self.n = len(skeleton["joints"])
        self.turning = {j: i for i, j in enumerate(cut["turning"])}
        self.still = dict(zip([j for j in range(self.n) if j not in self.turning], cut["still"]))
        if len(self.turning) + len(cut["still"]) != self.n or list(self.turning) != sorted(self.turning):
            raise ValueError("%d joints turn and %d are still of %d" % (len(self.turning), len(cut["still"]), self.n))
        self.width = 3 * (len(self.turning) + len(skeleton["moving"]))
        self.floats = floats(cut["poses"])
        if len(self.floats) % self.width:
            raise ValueError("no whole number of poses")
        self.n_poses = len(self.floats) // self.width
        self.kept = {}

    def whole(self, pose):
        """All rotations of a pose, and its places."""
        part = self.floats[pose * self.width:(pose + 1) * self.width]
        out = []
        for j in range(self.n):
            at = 3 * self.turning.get(j, 0)
            out += self.still[j] if j in self.still else part[at:at + 3]
        return out + list(part[3 * len(self.turning):])

    def world(self, pose):
        if pose in self.kept:
            return self.kept[pose]
        if not 0 <= pose < self.n_poses:
            raise ValueError("pose %d of %d" % (pose, self.n_poses))
        part, out = self.whole(pose), []
        for j, joint in enumerate(self.skeleton["joints"]):
            p = tuple(joint["offset"])
            if j in self.skeleton["moving"]:
                m = self.skeleton["moving"].index(j)
                at = 3 * (self.n + m)
                p = oracle.add(tuple(self.origins[m]), part[at:at + 3])
            q = oracle.qexp(part[3 * j:3 * j + 3])
            if joint["parent"] >= 0:
                pp, pq = out[joint["parent"]]
                p, q = oracle.add(pp, oracle.rotate(pq, p)), oracle.mul(pq, q)
            out.append((p, q))
        self.kept[pose] = [p for p, _ in out]
        return self.kept[pose]


class Check:
    def __init__(self):
        self.worst, self.n_poses, self.n_clip_poses, self.n_figures, self.bad = 0.0, 0, 0, 0, []

    def say(self, text):
        self.bad.append(text)

    def frame(self, what, poses, pose, clip, k):
        found = poses.world(pose)
        wanted = [p for p, _ in oracle.world(clip, clip.pose(k))]
        for name, a, b in zip(clip.names, found, wanted):
            by = sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))
            self.worst = max(self.worst, by)
            if not by <= TOLERANCE:
                self.say("%s, frame %d: %s is %.2g units off" % (what, k, name, by))

    def cut(self, cut, skeleton, clips):
        n, first = cut["n_frames"], cut["first"]
        poses = Poses(cut, skeleton)
        for method in cut["methods"]:
            if method["label"] not in clips:
                continue
            clip = clips[method["label"]]
            if [j["name"] for j in skeleton["joints"]] != clip.names or \
                    [j["parent"] for j in skeleton["joints"]] != clip.parent:
                self.say("another skeleton than %s" % clip.path)
                continue
            if [(e["joint"], tuple(e["offset"])) for e in skeleton["ends"]] != clip.ends:
                self.say("other end sites than %s" % clip.path)
            for i, pose in enumerate(shown(method["frames"], n)):
                self.frame(method["label"], poses, pose, clip, first + i)
                self.n_poses += 1
        if "cut" in clips:
            self.clips(cut, poses, clips["cut"])

    def clips(self, cut, poses, alone):
        """The source before the cut, the target from where it plays on: only where no earlier cut is near."""
        for i, pose in enumerate(shown(cut["source"], cut["n_frames"])):
            if pose is not None and cut["first"] + i < cut["cut"]:
                self.frame("the source", poses, pose, alone, cut["first"] + i)
                self.n_clip_poses += 1
        for i, pose in enumerate(shown(cut["target"], cut["n_frames"])):
            if (pose is None) != (cut["first"] + i < cut["plays"]):
                self.say("the target is shown before it plays, or not from there on")
            if pose is not None and self.plays(cut, cut["first"] + i):
                self.frame("the target", poses, pose, alone, cut["first"] + i)
                self.n_clip_poses += 1

    def plays(self, cut, k):
        return k < self.next_cut.get((cut["sequence"], cut["number"]), 1 << 60)

    def rows(self, data, table, by_joint):
        """A table's rows against the data; of `blend`'s the single joints, too."""
        names = [m["name"] for m in data["metrics"]]
        with open(table, newline="") as f:
            rows = list(csv.reader(f))
        if rows[0] != ["sequence", "cut", "method", "at", "joint"] + names + [
                "settings", "source", "target"]:
            self.say("other columns than %s has" % table)
        for cut in data["cuts"]:
            joints = [j["name"] for j in data["skeletons"][cut["skeleton"]]["joints"]]
            for method in cut["methods"]:
                mine = [r for r in rows[1:] if r[0] == cut["sequence"] and r[1] == str(cut["number"]) and
                        r[2] == method["label"]]
                if [r[5:-3] for r in mine if r[4] == "*"] != [method["values"]]:
                    self.say("%s of cut %d: other figures than %s has" %
                             (method["label"], cut["number"], table))
                if any(float(r[3]) != cut["at"] for r in mine):
                    self.say("cut %d is at another time" % cut["number"])
                self.n_figures += len(names)
                if not by_joint:
                    continue
                figures = floats(method["joints"])
                if len(figures) != len(joints) * len(names):
                    self.say("%d figures for %d joints" % (len(figures), len(joints)))
                wanted = [r for r in mine if r[4] != "*"]
                if [r[4] for r in wanted] != joints:
                    self.say("other joints than %s has" % table)
                for j, row in enumerate(wanted):
                    for i, text in enumerate(row[5:-3]):
                        x = figures[j * len(names) + i]
                        if (x == x) != (text != "") or (text and abs(x - float(text)) > 2e-7 * abs(float(text))):
                            self.say("%s of %s: %r is %r" % (names[i], row[4], text, x))
                        self.n_figures += 1


def plays_at(seq, index, k):
    """The clip that plays at an output frame by a cut: the source before it, nothing before the source's own cut."""
    signal = seq.cuts[index] if k >= seq.cuts[index].kc else seq.cuts[index].old
    return signal.target if k >= signal.target.kc else None


def off_ground(seq, clip, joint, k, cut):
    """As for metrics: the speed since the frame before, at the cut until the next one."""
    forward = k == 0 or clip is cut.target and k == clip.kc
    here, there = (oracle.world(seq.out, clip.pose(i))[joint][0] for i in (k, k + 1 if forward else k - 1))
    return oracle.off_ground(seq, clip.track, joint, here, oracle.sub(here, there))


def contacts(args):
    seq, bad, n, n_stands = oracle.Sequence(oracle.Options(args.rest)), [], 0, 0
    data = read(args.report).data
    for cut in data["cuts"]:
        names = [j["name"] for j in data["skeletons"][cut["skeleton"]]["joints"]]
        if [names[c["joint"]] for c in cut["contacts"]] != [x for x in names if seq.opt.foot(x)]:
            bad.append("other feet at cut %d" % cut["number"])
        for foot in cut["contacts"]:
            for k in range(cut["first"], cut["first"] + cut["n_frames"]):
                clip = plays_at(seq, cut["number"] - 1, k)
                over = off_ground(seq, clip, foot["joint"], k, seq.cuts[cut["number"] - 1]) if clip else 1.0
                stands = any(a <= k <= b for a, b in foot["frames"])
                n, n_stands = n + 1, n_stands + stands
                if stands != (over < 0) and abs(over) > 1e-8:
                    bad.append("cut %d, frame %d: %s is %.3g off standing and said to %s" %
                               (cut["number"], k, names[foot["joint"]], over, "stand" if stands else "move"))
    for text in bad[:10]:
        print(text)
    print("%d feet looked at, %d of them stand" % (n, n_stands))
    return 1 if bad else 0


def check(args):
    c = Check()
    data = read(args.report).data
    clips = {}
    for label, path in args.bvh:
        clips[label] = oracle.load(path)
    c.next_cut = {(x["sequence"], x["number"] - 1): x["cut"] for x in data["cuts"]}
    for cut in data["cuts"]:
        c.cut(cut, data["skeletons"][cut["skeleton"]], clips)
    for table in args.csv:
        c.rows(data, table, False)
    for table in args.figures:
        c.rows(data, table, True)
    for text in c.bad[:10]:
        print(text)
    if args.verbose:
        print("the furthest joint is %.2g units off" % c.worst)
    print("%d poses of methods, %d of clips, %d figures" % (c.n_poses, c.n_clip_poses, c.n_figures))
    return 1 if c.bad else 0


def main():
    parser = argparse.ArgumentParser(description="a report against what other commands wrote")
    parser.add_argument("what", choices=["check", "contacts", "json"])
    parser.add_argument("report")
    parser.add_argument("--bvh", nargs=2, action="append", default=[])
    parser.add_argument("--csv", nargs="*", default=[])
    parser.add_argument("--figures", nargs="*", default=[])
    parser.add_argument("-v", "--verbose", action="store_true")
    args, args.rest = parser.parse_known_args()
    if args.what == "contacts":
        args.rest = sys.argv[3:] # clips and options are blend's
        return contacts(args)
    if args.what == "json":
        json.dump(read(args.report).data, sys.stdout)
        print()
        return 0
    return check(args)


if __name__ == "__main__":
    sys.exit(main())
