#!/usr/bin/env python3
"""Make a library of any size from the clips of a folder.

    library.py FOLDER OUT FRAMES        clips with FRAMES frames in all, written into OUT
    library.py FOLDER OUT FRAMES held   clips that begin with the pose of all angles 0 for a second, then blend into the
                                        motion for half a second; each tenth holds one pose

The first clips are the folder's own, in the order of their names. The next ones are made of them: resampled to between
0.6 and 1.6 times the speed, half of them mirrored, a fifth of them joined with another. All have the first clip's
skeleton. Equal arguments give equal bytes.
"""
import os
import random
import sys


def read(path):
    """(header, the line of the frame time, (name, offset, channels) of joints, frames)."""
    with open(path) as f:
        text = f.read()
    head, motion = text.split("MOTION", 1)
    lines = motion.strip().split("\n")
    joints, name, offset = [], None, None
    for line in head.split("\n"):
        w = line.split()
        if w[:1] in (["ROOT"], ["JOINT"]):
            name = " ".join(w[1:])
        elif w[:1] == ["OFFSET"]:
            offset = [float(x) for x in w[1:]]
        elif w[:1] == ["CHANNELS"]:
            joints.append((name, offset, w[2:]))
    return head, lines[1], joints, [[float(x) for x in line.split()] for line in lines[2:]]


def near(a, b):
    """The angle b + n 360 degrees nearest to a. Positions do not change: they never differ so much between frames."""
    return b - 360.0 * round((b - a) / 360.0)


def speed(frames, times):
    """The clip at `times` its speed."""
    out, n = [], int((len(frames) - 1) / times)
    for k in range(n + 1):
        at = min(k * times, len(frames) - 1.0)
        i = min(int(at), len(frames) - 2)
        steps = [near(x, y) - x for x, y in zip(frames[i], frames[i + 1])]
        t = at - i if max(map(abs, steps)) < 30.0 else round(at - i)  # angles that wrap are not interpolated
        out.append([x + t * step for x, step in zip(frames[i], steps)])
    return out


def swap(name):
    for a, b in (("_L", "_R"), ("Left", "Right"), ("left", "right")):
        if name.endswith(a) or a in ("Left", "left") and a in name:
            return name.replace(a, b)
        if name.endswith(b) or b in ("Right", "right") and b in name:
            return name.replace(b, a)
    return name


def mirror(joints, frames):
    """The clip with left and right exchanged. The mirror's axis is the one in which their offsets differ most: positions
    along it, and rotations about the other two, change sign."""
    column, at, offsets, apart = {}, 0, {}, [0.0] * 3
    for name, offset, channels in joints:
        offsets[name] = offset
        for c in channels:
            column[name, c] = at
            at += 1
    for name, offset in offsets.items():
        apart = [x + abs(y - z) for x, y, z in zip(apart, offset, offsets.get(swap(name), offset))]
    axis = "XYZ"[apart.index(max(apart))]
    sources = [(column.get((swap(name), c), column[name, c]),
                -1.0 if (c[0] == axis) == c.endswith("position") else 1.0)
               for name, _, channels in joints for c in channels]
    return [[s * f[k] for k, s in sources] for f in frames]


def hold(frames, n, seconds, pose, turns):
    """Frames that first hold `pose`; every tenth clip holds its middle frame. turns: whether each value is an angle."""
    second = round(1.0 / seconds)
    if n % 10 == 9:
        return [frames[len(frames) // 2]] * len(frames)
    first = frames[0]
    blend = [[x + k / (second / 2 + 1) * ((near(x, y) if t else y) - x) for x, y, t in zip(pose, first, turns)]
             for k in range(1, second // 2 + 1)]
    return [pose] * second + blend + frames


def main():
    folder, out, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
    held = sys.argv[4:] == ["held"]                         # bench_search.sh also says 'moving'
    names = sorted(n for n in os.listdir(folder) if n.endswith(".bvh"))
    clips = [read(os.path.join(folder, n)) for n in names]
    head, rate, joints, _ = clips[0]
    motions = [c[3] for c in clips if c[2] == joints]
    turns = [c.endswith("rotation") for _, _, channels in joints for c in channels]
    still = [0.0 if t else x for x, t in zip(motions[0][0], turns)]
    rng, total, n = random.Random(1), 0, 0
    os.makedirs(out, exist_ok=True)
    while total < wanted:
        frames = motions[n % len(motions)]
        if n >= len(motions):
            if rng.random() < 0.5:
                frames = mirror(joints, frames)
            frames = speed(frames, rng.uniform(0.6, 1.6))
            if rng.random() < 0.2:
                frames = frames + speed(rng.choice(motions), rng.uniform(0.6, 1.6))
        if len(frames) < 40:
            frames = motions[n % len(motions)]
        if held:
            frames = hold(frames, n, float(rate.split()[-1]), still, turns)
        frames = frames[:max(wanted - total, 40)]
        with open(os.path.join(out, "%06d.bvh" % n), "w") as f:
            f.write("%sMOTION\nFrames: %d\n%s\n" % (head, len(frames), rate))
            f.writelines(" ".join("%.5f" % x for x in frame) + "\n" for frame in frames)
        total, n = total + len(frames), n + 1


if __name__ == "__main__":
    main()
