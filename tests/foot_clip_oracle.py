#!/usr/bin/env python3
"""foot_clip_oracle.py check DBTOOL [--sample]: locks the feet of whole clips with known foot skate.

A character walks in closed form: each foot stands still on a floor at a known height, then swings to the next step. The
test damages this clip: it scales the root's path, moves the hips up and down, and adds noise to the ankles.
`dbtool blend CLIP --plant` must remove nine tenths of the slide. No foot may be more than half a percent of a leg below the
floor, and no joint more abrupt than 1.5 times its abruptness in the damaged clip. Bones, arms and trunk must not change.
Without --plant no byte may change.
"""
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import oracle
import seam_oracle

THIGH, SHIN, ANKLE, BALL = 42.0, 40.0, 8.0, (0.0, -7.0, 13.0)
LEG = THIGH + SHIN
FLOOR = ANKLE + BALL[1]  # height of ball and toe end in contact


def swing(u):
    return u * u * u * (u * (6 * u - 15) + 10)


class Walk:
    """Positions of the feet and the hips, in closed form: a step every `half` seconds; speed 0: both feet stand."""

    def __init__(self, speed, half=0.5):
        self.speed, self.half, self.stride = speed, half, 2 * half * speed

    def foot(self, side, t):
        """The ankle's position along the path and its height, and the pitch of the foot: (z, y, degrees)."""
        if self.speed == 0.0:
            return 0.0, ANKLE, 0.0
        s = t / (2 * self.half) - side / 2
        n = math.floor(s)
        u = (s - n) / 0.45  # in the air for 45 % of a stride
        end = self.stride * (n + 0.725 + side / 2)  # the hips are above it in the middle of the contact
        if u >= 1:
            return end, ANKLE, 0.0
        lift = math.sin(math.pi * u) ** 2
        return end - self.stride * (1 - swing(u)), ANKLE + 11.0 * lift, 18.0 * math.sin(2 * math.pi * u) * lift

    def hips(self, t):
        bob = 0.6 * math.cos(2 * math.pi * t / self.half) if self.speed else 0.0
        return self.speed * t, 74.0 + ANKLE + bob


HIERARCHY = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
%s%s JOINT Spine
 {
  OFFSET 0 %g 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Head
  {
   OFFSET 0 %g 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   End Site
   {
    OFFSET 0 %g 0
   }
  }
 }
}
"""


def leg(name, x, size, ball):
    toe = """    JOINT %sToeBase
    {
     OFFSET %g %g %g
     CHANNELS 3 Zrotation Xrotation Yrotation
     End Site
     {
      OFFSET 0 0 %g
     }
    }
""" % ((name,) + tuple(size * c for c in BALL) + (5 * size,))
    if not ball:
        toe = "    End Site\n    {\n     OFFSET %g %g %g\n    }\n" % tuple(size * c for c in BALL)
    return """ JOINT %sUpLeg
 {
  OFFSET %g 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT %sLeg
  {
   OFFSET 0 %g 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   JOINT %sFoot
   {
    OFFSET 0 %g 0
    CHANNELS 3 Zrotation Xrotation Yrotation
%s   }
  }
 }
""" % (name, x * size, name, -THIGH * size, name, -SHIN * size, toe)


class Damage:
    """path: factor of the root's path; bob: amplitude of the hips, in legs; period: of it, s; noise: of ankles, degrees."""

    def __init__(self, path=0.9, bob=0.03, period=2.0, noise=2.0):
        self.path, self.bob, self.period, self.noise = path, bob, period, noise


NONE = Damage(1.0, 0.0, 1.0, 0.0)


def write(path, walk, damage, seconds, fps, size, ball, seed):
    """Write the clip. Legs have X rotations alone, in the plane of the walk, except for the noise."""
    rng = random.Random(seed)
    rows = []
    for k in range(int(seconds * fps)):
        t = k / fps
        z, y = walk.hips(t)
        row = [0.0, size * (y + damage.bob * LEG * math.sin(2 * math.pi * t / damage.period)), size * z * damage.path, 0, 0, 0]
        for side in (0, 1):
            fz, fy, pitch = walk.foot(side, t)
            dz, dy = fz - z, fy - y
            line = math.hypot(dz, dy)
            assert line < LEG * 0.999, (t, line)
            knee = math.pi - math.acos((THIGH ** 2 + SHIN ** 2 - line ** 2) / (2 * THIGH * SHIN))
            ahead = math.atan2(dz, -dy) + math.acos((THIGH ** 2 + line ** 2 - SHIN ** 2) / (2 * THIGH * line))
            hip, knee = -math.degrees(ahead), math.degrees(knee)
            shake = [rng.gauss(0, damage.noise) if damage.noise else 0.0 for _ in range(3)]
            row += [0, hip, 0, 0, knee, 0, shake[0], pitch - hip - knee + shake[1], shake[2]] + ([0, 0, 0] if ball else [])
        sway = math.sin(math.pi * t / walk.half)
        rows.append(row + [3 * sway, 4 + sway, 2 * sway, -2 * sway, 3, 1.5 * sway])
    with open(path, "w") as out:
        out.write(HIERARCHY % (leg("Left", 9, size, ball), leg("Right", -9, size, ball), 20 * size, 30 * size, 12 * size))
        out.write("MOTION\nFrames: %d\nFrame Time: %.7f\n" % (len(rows), 1 / fps))
        out.writelines(" ".join("%.6f" % x for x in row) + "\n" for row in rows)


class Feet:
    """The contact points of a clip in the world: points[name][frame]."""

    def __init__(self, clip):
        self.clip, self.points = clip, {}
        worlds = [oracle.world(clip, clip.pose(k)) for k in range(clip.n)]
        for j, name in enumerate(clip.names):
            if "Foot" in name or "Toe" in name:
                self.points[name] = [w[j][0] for w in worlds]
        self.tips = [[oracle.pointed(w[j], tip) for w in worlds] for j, tip in clip.ends if clip.names[j] != "Head"]

    def lowest(self):
        return min(p[1] for points in [*self.points.values(), *self.tips] for p in points)

    def contacts(self):
        """METRICS, skate_u: the frames in which each joint is in contact."""
        reach, out = oracle.reach(self.clip), {}
        for name, points in self.points.items():
            low = min(p[1] for p in points) + 0.04 * reach
            out[name] = [k for k in range(1, len(points)) if points[k][1] <= low and
                         oracle.norm(oracle.sub(points[k], points[k - 1])) <= 0.2 * reach * self.clip.dt]
        return out

    def slowest(self, other):
        """The median, over the frames, of the speed of the slowest of another clip's points that are in contact in this clip."""
        contacts, speeds = self.contacts(), []
        for k in range(1, self.clip.n):
            steps = [oracle.norm(oracle.sub(p[k], p[k - 1])) for n, p in other.points.items() if k in contacts[n]]
            if steps:
                speeds.append(min(steps) / self.clip.dt)
        return sorted(speeds)[len(speeds) // 2]

    def slide(self, contacts):
        return max(sum(math.hypot(*(self.points[n][k][i] - self.points[n][k - 1][i] for i in (0, 2))) for k in ks)
                   for n, ks in contacts.items())


def figures(clip):
    """The four figures of each joint: the largest over all frames."""
    return seam_oracle.most(seam_oracle.abruptness((clip.pose(k) for k in range(clip.n)), clip, clip.dt))


def references(clip):
    return seam_oracle.raised(figures(clip), clip.dt)


def most_abrupt(clip, reference):
    """SEAMS: the maximum quotient of a joint's abruptness and its reference."""
    return max(a / b for f, r in zip(figures(clip), references(reference)) for a, b in zip(f, r))


def lock(dbtool, clip, out, *options):
    done = subprocess.run([dbtool, "blend", clip, "--plant", "-o", out, *options], stderr=subprocess.PIPE, check=True)
    return done.stderr.decode()


def untouched(bad, out, size):
    """Check that locking feet changes only the root's height and the legs; what else changes, or None."""
    for k in range(bad.n):
        for j, (a, b) in enumerate(zip(bad.pose(k), out.pose(k))):
            moved = oracle.norm(oracle.sub(a[0], b[0]))
            if bad.parent[j] < 0:
                moved = math.hypot(a[0][0] - b[0][0], a[0][2] - b[0][2])
            leg = any(part in bad.names[j] for part in ("UpLeg", "Leg", "Foot"))
            if moved > 1e-5 * size or (not leg and oracle.angle_between(a[1], b[1]) > 1e-4):
                return "frame %d: %s moves" % (k, bad.names[j])
    return None


def one(dbtool, folder, case):
    """What is wrong with a damaged walk whose feet were locked: a list."""
    wrong = []
    name, walk, damage, seconds, fps, size, ball, seed = case
    good, bad, out = (os.path.join(folder, "%s.%s.bvh" % (name, x)) for x in ("good", "bad", "out"))
    write(good, walk, NONE, seconds, fps, size, ball, seed)
    write(bad, walk, damage, seconds, fps, size, ball, seed)
    said = lock(dbtool, bad, out)
    before, after, truth = (Feet(oracle.Clip(x)) for x in (bad, out, good))
    for what, contacts in (("its own contacts", before.contacts()), ("true contacts", truth.contacts())):
        was, now = before.slide(contacts), after.slide(contacts)
        if not now <= (0.3 if damage.path > 1.0 else 0.1 if damage.path < 1.0 else 1.0) * was:
            wrong.append("slide by %s %.4g -> %.4g" % (what, was, now))
    sinks = FLOOR * size - after.lowest()
    if not sinks <= 0.005 * LEG * size:
        wrong.append("sinks by %.4g of a leg, before %.4g" % (sinks / LEG / size, FLOOR / LEG - before.lowest() / LEG / size))
    seam = most_abrupt(after.clip, before.clip)
    if not seam <= 1.5:
        wrong.append("a seam of %.4g" % seam)
    skates = truth.slowest(before) > 0.2 * oracle.reach(before.clip)
    if re.search(r"2 feet locked \(LeftFoot, RightFoot\)(, which skate at up to [0-9.]+ u/s)?: sinking ", said) is None or \
            skates != ("skate" in said):
        wrong.append(said)
    moved = untouched(before.clip, after.clip, size)
    return wrong + ([moved] if moved else [])


def same_bytes(dbtool, folder):
    """Without --plant no byte of a clip changes; with it a clip without damage changes little."""
    clip, out = os.path.join(folder, "good.bvh"), os.path.join(folder, "out.bvh")
    write(clip, Walk(70), NONE, 6, 30, 1, True, 0)
    wrong = []
    for options in (["-m", "dead-decay"], [], ["--no-plant"], ["-m", "auto", "--smooth", "2"]):
        subprocess.run([dbtool, "blend", "-q", clip, "-o", out, *options], check=True)
        if open(clip, "rb").read() != open(out, "rb").read():
            wrong.append("blend %s changes the clip" % " ".join(options))
    lock(dbtool, clip, out)
    before, after = Feet(oracle.Clip(clip)), Feet(oracle.Clip(out))
    far = max(oracle.norm(oracle.sub(p, q)) for n in before.points for p, q in zip(before.points[n], after.points[n]))
    if far > 0.02 * LEG:  # where a foot is near the ground and still moves
        wrong.append("a clean clip moves by %.4g of a leg" % (far / LEG))
    return wrong


def too_smooth(dbtool, folder):
    """Each joint of a walk is a sine: no foot can come to rest without a seam, so the clip stays as it is, with a reason."""
    clip, out = os.path.join(folder, "sines.bvh"), os.path.join(folder, "sines.out.bvh")
    with open(clip, "w") as lines:
        lines.write(HIERARCHY % (leg("Left", 9, 1, True), leg("Right", -9, 1, True), 20, 30, 12) +
                    "MOTION\nFrames: 60\nFrame Time: 0.0333333\n")
        for k in range(60):
            row = [0, 86 + 0.6 * math.cos(4 * math.pi * k / 30), 4 * k, 0, 0, 0]
            for phase in (0, math.pi):
                s, c = math.sin(2 * math.pi * k / 30 + phase), math.cos(2 * math.pi * k / 30 + phase)
                row += [0, -35 * s, 0, 0, 18 + 15 * c, 0, 0, 15 * s, 0, 0, 0, 0]
            lines.write(" ".join("%.6f" % x for x in row + [0] * 6) + "\n")
    said, wrong = lock(dbtool, clip, out), []
    if "no foot locked: that would make a seam" not in said:
        wrong.append(said)
    if open(clip, "rb").read() != open(out, "rb").read():
        wrong.append("the clip changes")
    return wrong


def to_its_ends(dbtool, folder):
    """Feet in contact in all frames do not move, from the first frame to the last, though the hips go up and down. Nothing is
    abrupt at the clip's ends. The clip ends while the hips move, or as they turn back."""
    bad, out = os.path.join(folder, "ends.bvh"), os.path.join(folder, "ends.out.bvh")
    wrong = []
    for seconds in (5.6, 6.0):
        write(bad, Walk(0.0), Damage(path=1.0, noise=0.0), seconds, 30, 1, True, 0)
        lock(dbtool, bad, out)
        clip = oracle.Clip(out)
        for name, points in Feet(clip).points.items():
            moved = max(oracle.norm(oracle.sub(p, points[0])) for p in points)
            if moved > 1e-5 * LEG:
                wrong.append("%g s: %s moves by %.4g of a leg" % (seconds, name, moved / LEG))
        seam = most_abrupt(clip, oracle.Clip(bad))
        if not seam <= 1.5:
            wrong.append("%g s: a seam of %.4g" % (seconds, seam))
    return wrong


def wild_frame(dbtool, folder):
    """An outlier frame is no reference. There each joint may be 1.5 times as abrupt as elsewhere, or
    1.01 times as abrupt as in that frame of the clip, and locking uses this allowance."""
    tame, wild, out = (os.path.join(folder, "%s.bvh" % x) for x in ("tame", "wild", "out"))
    wrong, most = [], 0.0
    for seed in range(4):
        write(tame, Walk(70), Damage(noise=0.0), 4, 30, 1, True, seed)
        with open(tame) as lines:
            rows = lines.read().splitlines()
        rng, at = random.Random(seed), len(rows) - 65 + seed
        rows[at] = " ".join("%.6f" % (float(x) + rng.choice((-20, 20))) for x in rows[at].split())
        with open(wild, "w") as lines:
            lines.write("\n".join(rows) + "\n")
        lock(dbtool, wild, out)
        known = zip(figures(oracle.Clip(wild)), references(oracle.Clip(tame)))
        limits = [[max(own / 1.5, reference) for own, reference in zip(*pair)] for pair in known]
        worst = max(a / b / 1.5 for f, r in zip(figures(oracle.Clip(out)), limits) for a, b in zip(f, r))
        if not worst <= 1.01 * (1 + 1e-4):
            wrong.append("%d: a joint's seam grows to %.6g times the clip's" % (seed, worst))
        most = max(most, worst)
    if not most > 1.005:
        wrong.append("no seam of the clip grows by more than %.6g: the locks could be stronger" % most)
    return wrong


def cases(sample):
    yield "idle", Walk(0.0), Damage(), 6, 30, 1, True, 1
    yield "walk", Walk(70), Damage(), 6, 30, 1, True, 2
    if sample:
        return
    yield "skates", Walk(70), Damage(0.5, bob=0.02, noise=1.0), 6, 30, 1, True, 9
    yield "skates_ahead", Walk(70), Damage(1.5, bob=0.02, noise=1.0), 6, 30, 1, True, 10
    yield "skates_in_metres", Walk(60), Damage(0.6, bob=0.02, noise=0.5), 4, 60, 0.01, False, 11
    yield "fast_rate", Walk(60), Damage(noise=0.5), 4, 120, 1, True, 3
    yield "no_ball", Walk(70), Damage(noise=0.0), 6, 30, 1, False, 4
    yield "metres", Walk(70), Damage(), 6, 60, 0.01, True, 5
    yield "slow", Walk(35, 0.8), Damage(period=3.0), 9, 30, 1, True, 6
    yield "still_hips", Walk(55, 0.6), Damage(bob=0.0), 6, 30, 1, True, 7
    yield "only_hips", Walk(55, 0.6), Damage(path=1.0, noise=0.0), 6, 30, 1, True, 8
    for seed in range(4):
        rng = random.Random(seed)
        yield ("random_%d" % seed, Walk(rng.uniform(30, 60), rng.uniform(0.45, 0.6)),
               Damage(rng.uniform(0.85, 0.95), rng.uniform(0.01, 0.03), rng.uniform(1.8, 3), rng.uniform(0, 2)),
               6, rng.choice([30, 60]), 1, True, seed)


def main():
    if len(sys.argv) < 3 or sys.argv[1] != "check":
        sys.exit(__doc__.strip().splitlines()[0])
    dbtool, passed, failed = sys.argv[2], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        checks = [(case[0], lambda case=case: one(dbtool, folder, case)) for case in cases("--sample" in sys.argv)]
        checks += [(name, lambda check=check: check(dbtool, folder)) for name, check in
                   (("clean", same_bytes), ("too smooth", too_smooth), ("ends", to_its_ends), ("wild frame", wild_frame))]
        for name, check in checks:
            wrong = check()
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for what in wrong:
                print("FAILED %s: %s" % (name, what))
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
