# slow
# Every metric is the same wherever the clips were captured: both are moved on the ground and the
# new one is turned, in text of 15 digits. (Turning the old clip turns the axes of the output.)
take walk run idle kick still_root
cat >move.py <<'END'
# move.py FROM TO X Z DEGREES: turned about up, then shifted. ROOT turns about Y first; Hips does, where ROOT stays at
# the origin.
import sys
from math import cos, radians, sin
source, to, x, z, turn = sys.argv[1:]
lines = open(source).read().split("\n")
still = "still_root" in source
assert "CHANNELS 6 Xposition Yposition Zposition Yrotation" in lines[8 if still else 4]
p, r = (6, 9) if still else (0, 3)
frames = next(i for i, line in enumerate(lines) if line.startswith("Frame Time")) + 1
c, s = cos(radians(float(turn))), sin(radians(float(turn)))
for i in range(frames, len(lines)):
    v = lines[i].split()
    if v:
        a, b = float(v[p]), float(v[p + 2])
        v[p], v[p + 2], v[r] = (repr(f) for f in (c * a + s * b + float(x), c * b - s * a + float(z),
                                                  float(v[r]) + float(turn)))
        lines[i] = " ".join(v)
open(to, "w").write("\n".join(lines))
END
cat >compare.py <<'END'
import csv, sys
a, b = (list(csv.DictReader(open(x))) for x in sys.argv[1:3])
off, skates = 0.0, 0
for x, y in zip(a, b):
    skates += float(x["skate_u"]) > 0
    for k in x:
        if k in ("sequence", "source", "target"):
            continue
        try:
            u, v = float(x[k]), float(y[k])
        except ValueError:
            assert x[k] == y[k], (k, x[k], y[k])
            continue
        # text of 15 digits through three differences at 60 frames a second
        if abs(u - v) > 1e-6 * abs(u) + (1e-4 if "jerk" in k else 1e-6 if "acc" in k else 1e-8):
            print(x["joint"], k, u, v)
assert len(a) == len(b) and skates > 0
print(len(a), "rows alike")
END
check() { # OLD NEW OPTION...
    local old=$1 new=$2
    shift 2
    python3 move.py "$old.bvh" old.bvh 731 -212 0
    python3 move.py "$new.bvh" new.bvh -57 1490 143
    dbtool blend -q "$old.bvh" "$new.bvh" --precision 15 -o out.bvh --metrics a.csv "$@"
    dbtool blend -q old.bvh new.bvh --precision 15 -o out.bvh --metrics b.csv "$@"
    python3 compare.py a.csv b.csv
}
check walk idle --at 0.5
check walk run --at 0.7 --from 0.2 -m crossfade
check walk idle --at 0.5 -m inertialize-two-sided --plant
check walk kick --at 0.4 -m dead-two-sided --gap 0.2 --align foot
check still_root still_root --at 0.5 --from 0.2 -m crossfade
