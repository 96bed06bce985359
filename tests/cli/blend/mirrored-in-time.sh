# slow
# Clips reversed and swapped, and times before and after the cut swapped, give the mirror image.
take walk run
cat >mirror.py <<'P'
import math, random, re, subprocess, sys

def read(path):
    with open(path) as f:
        lines = f.read().splitlines()
    at = next(i for i, x in enumerate(lines) if x.startswith("Frame Time"))
    return lines[:at + 1], lines[at + 1:]

def reverse(path, out):
    head, frames = read(path)
    with open(out, "w") as f:
        f.write("\n".join(head + frames[::-1]) + "\n")
    return len(frames)

def channels(head):
    """[(position columns, [(axis, column)] of rotations)] of each joint."""
    found, n = [], 0
    for line in head:
        words = line.split()
        if words and words[0] == "CHANNELS":
            names = words[2:]
            found.append(([n + i for i, x in enumerate(names) if x.endswith("position")],
                          [("XYZ".index(x[0]), n + i) for i, x in enumerate(names) if x.endswith("rotation")]))
            n += len(names)
    return found

def times(a, b):
    (p, u), (q, v) = (a[0], a[1:]), (b[0], b[1:])
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return (p * q - sum(x * y for x, y in zip(u, v)), *(p * y + q * x + c for x, y, c in zip(u, v, cross)))

def rotation(row, axes):
    q = 1.0, 0.0, 0.0, 0.0
    for axis, column in axes:
        half, turn = math.radians(row[column]) / 2, [0.0] * 4
        turn[0], turn[axis + 1] = math.cos(half), math.sin(half)
        q = times(q, turn)
    return q

def angle(a, b):
    d = times(a, (b[0], -b[1], -b[2], -b[3]))
    return math.degrees(2 * math.asin(min(1.0, math.sqrt(sum(x * x for x in d[1:])))))

n_a, n_b = reverse("walk.bvh", "walk_back.bvh"), reverse("run.bvh", "run_back.bvh")
rng, far, turned = random.Random(18), 0.0, 0.0
for i in range(12):
    at, start = rng.randint(25, n_a - 2), rng.randint(1, n_b - 25)
    before, after, gap = rng.randint(1, 20), rng.randint(1, 20), 0
    method = ["inertialize-two-sided", "dead-two-sided", "dead-two-sided", "bridge-linear"][i % 4]
    if i % 4 > 1:
        gap = rng.randint(1, 15)
    bare = ["--extrapolation", "on.bvh", "--extrapolation-back", "back.bvh"] if method == "dead-two-sided" else []
    def blend(a, b, at, start, before, after):
        sides = "" if method == "bridge-linear" else ":before=%df,blend_time=%df" % (before, after)
        subprocess.run([sys.argv[1], "blend", a, b, "-q", "--align", "none", "--precision", "9", "--at", "%df" % at,
                        "--from", "%df" % start, "--gap", "%df" % gap, "-m", method + sides, "-o", "out.bvh", *bare], check=True)
        return [read(x) for x in ["out.bvh", *bare[1::2]]]
    forth = blend("walk.bvh", "run.bvh", at, start, before, after)
    back = blend("run_back.bvh", "walk_back.bvh", n_b - 1 - start, n_a - 1 - at, after, before)
    # the old clip carried on, backwards in time, is the new one carried back
    for (head, frames), (_, mirrored) in zip(forth, [back[0], *back[:0:-1]]):
        assert len(frames) == len(mirrored) == at + gap + n_b - start
        for x, y in zip(frames, mirrored[::-1]):
            one, other = [[float(v) for v in t.split()] for t in (x, y)]
            for positions, axes in channels(head):
                far = max([far] + [abs(one[c] - other[c]) for c in positions])
                turned = max(turned, angle(rotation(one, axes), rotation(other, axes)))
# Two texts, each rounded to half a unit of the last of nine decimals, of three channels a rotation.
print("positions:", "the mirror image" if far < 1.01e-9 else far)
print("rotations:", "the mirror image" if turned < 3.1e-9 else turned)
P
python3 mirror.py "$DBTOOL"
