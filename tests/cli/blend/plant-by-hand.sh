# A figure on one leg, two bones of 5, ten frames a second: its body 8 above the foot, at x = 0 in
# one clip and at x = 1 in the other. A linear cross-fade takes the body over in frames 3 to 8.
# shellcheck shell=bash
figure() { # X ...: a clip of a frame at each x, the knee ahead (z) by 3
    cat <<'END'
HIERARCHY
ROOT Body
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Hip
	{
		OFFSET 0 0 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		JOINT Knee
		{
			OFFSET 0 -5 0
			CHANNELS 3 Zrotation Xrotation Yrotation
			JOINT Foot
			{
				OFFSET 0 -5 0
				CHANNELS 3 Zrotation Xrotation Yrotation
				JOINT Toe
				{
					OFFSET 0 0 2
					CHANNELS 3 Zrotation Xrotation Yrotation
					End Site
					{
						OFFSET 0 0 1
					}
				}
			}
		}
	}
	JOINT Head
	{
		OFFSET 0 3 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 1 0
		}
	}
}
END
    local x
    local -a lines=()
    for x; do # cos of the thigh's angle is 4/5
        lines+=("$x 8 0 0 0 0 0 -36.869897645844021 0 0 73.739795291688042 0 0 -36.869897645844021 0 0 0 0 0 0 0")
    done
    motion 0.1 "${lines[@]}"
}
# shellcheck disable=SC2046
{
    figure $(seq 12 | sed 's/.*/0/') >a.bvh
    figure $(seq 60 | sed 's/.*/1/') >b.bvh
}
cat >look.py <<'END'
# The joints of each frame of out.bvh in the world, from angles alone.
from math import cos, dist, radians, sin
def about(axis, deg):
    c, s = cos(radians(deg)), sin(radians(deg))
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = [[float(r == k) for k in range(3)] for r in range(3)]
    m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
    return m
def mul(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(3)) for c in range(3)] for r in range(3)]
def turned(v):
    return mul(mul(about(2, v[0]), about(0, v[1])), about(1, v[2]))
def at(m, v):
    return [sum(m[r][k] * v[k] for k in range(3)) for r in range(3)]
def frames(path):
    lines = open(path).read().split("\n")
    first = next(i for i, x in enumerate(lines) if x.startswith("Frame Time")) + 1
    for line in lines[first:]:
        if not line:
            continue
        v = [float(x) for x in line.split()]
        body, m = v[:3], turned(v[3:6])
        place, out = body, {"line": line, "body": body}
        for name, offset, angles in (("hip", (0, 0, 0), v[6:9]), ("knee", (0, -5, 0), v[9:12]),
                                     ("foot", (0, -5, 0), v[12:15]), ("toe", (0, 0, 2), v[15:18])):
            step = at(m, offset)
            place = [p + s for p, s in zip(place, step)]
            m = mul(m, turned(angles))
            out[name] = place
        yield out
END
blend() {
    dbtool blend -q a.bvh b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant --precision 12 \
        --contact-speed 2 -o out.bvh "$@"
}
echo "-- held in frames 3 to 13, then let go at no more than 2 units a second"
blend
python3 - <<'END'
from look import *
out, b = list(frames("out.bvh")), list(frames("b.bvh"))
assert [f["line"] for f in out[:4]] == [f["line"] for f in frames("a.bvh")][:4]
for k, f in enumerate(out):
    x = min(max(k - 3, 0) / 5, 1)                       # where the blend has the body
    assert dist(f["body"], (x, 8, 0)) < 1e-9, k
    assert abs(dist(f["hip"], f["knee"]) - 5) < 1e-9 and abs(dist(f["knee"], f["foot"]) - 5) < 1e-9
    assert abs(f["foot"][1]) < 1e-9 and abs(f["foot"][2]) < 1e-9, k
    assert dist([f["toe"][i] - f["foot"][i] for i in range(3)], (0, 0, 2)) < 1e-9, k
    if k <= 13:
        assert abs(f["foot"][0]) < 1e-9, k
    # in the plane of the knee as the least turn leaves it: ahead, by the height of its triangle
    length = dist(f["body"], f["foot"])
    assert abs(f["knee"][2] - (25 - length * length / 4) ** 0.5) < 1e-9, k
    if k:
        assert dist(f["foot"], out[k - 1]["foot"]) <= 0.2 + 1e-9, k
last = next(k for k in range(len(out) - 1, 0, -1) if out[k]["line"] != b[k - 3]["line"])
assert abs(out[last]["foot"][0] - 1) < 0.05
# an offset of 1 at 15/8 at its steepest, and half of 2 a second: 1.875 s
print("from frame", last + 1, "on the clip's own lines")
END
echo "-- let go soon, and at once"
blend --plant-hold 0 --plant-time 0.2 && python3 -c '
from look import *
for k, f in enumerate(frames("out.bvh")):
    if k in (8, 9, 27):
        print(k, "%.6f" % abs(f["foot"][0]))'
echo "-- the foot lifts twice, for three frames each: two in the air, and one in which it comes down fast"
awk '/^Frame Time/ { print; n = 1; next } n && NF { n++; if (n ~ /^(5|6|24|25)$/) $2 = 9 } 1' b.bvh >hops.bvh
dbtool blend -q a.bvh hops.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=2 --plant --precision 12 \
    --contact-speed 1 --past-end hold -o out.bvh
python3 - <<'END'
from look import *
x = [f["foot"][0] for f in frames("out.bvh")]
b = [f["line"] for f in frames("hops.bvh")]
assert max(abs(x[k]) for k in range(6)) < 1e-9
assert max(abs(x[k] - x[24]) for k in range(11, 25)) < 1e-9, "taken again at frame 9"
# let go in frames 25 to 27, though so large an offset would take longer: sqrt(10 / sqrt(3) * offset / 20)
offset = 1 - x[24]
assert (10 / 3 ** 0.5 * offset / 20) ** 0.5 > 0.35
for k in (25, 26, 27, 28):
    u = min((k - 24) / 3, 1)
    assert abs(x[k] - 1 + offset * (1 - u ** 3 * (10 + u * (6 * u - 15)))) < 1e-9, k
assert [f["line"] for f in frames("out.bvh")][28:] == b[25:]
print("gone when it stands again")
END
echo "-- a cut holds the foot where it was"
blend -m cut && python3 -c '
from look import *
print(["%.6f" % abs(f["foot"][0]) for f in frames("out.bvh")][2:10])'
echo "-- out of reach: the body goes down, no further than it must"
sed -E 's/^([01]) 8 /\1 9.9 /; s/-36.869897645844021/-8.109614455994181/g; s/73.739795291688042/16.219228911988362/' \
    a.bvh >high-a.bvh
sed -E 's/^1 8 /3 9.9 /; s/-36.869897645844021/-8.109614455994181/g; s/73.739795291688042/16.219228911988362/' \
    b.bvh >high-b.bvh
dbtool blend -q high-a.bvh high-b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant \
    --precision 12 --contact-speed 2 -o out.bvh
python3 - <<'END'
from look import *
for k, f in enumerate(frames("out.bvh")):
    length = dist(f["body"], f["foot"])
    assert length < 9.997 + 1e-9, k                     # 97 % of what is left of 10
    assert abs(f["foot"][1]) < 1e-9 and (k > 13 or abs(f["foot"][0]) < 1e-9), k
    x = 3 * min(max(k - 3, 0) / 5, 1)
    assert f["body"][1] < 9.9 + 1e-9 and abs(f["body"][0] - x) < 1e-9, k
    if k in (3, 9, 13):
        # 3 aside of a leg of 9.997: its height is 9.536
        print(k, "%.3f" % f["body"][1])
END
echo "-- a leg that is almost straight goes down slowly, and its foot gives way"
for height in 9.985 9.995; do
    angle=$(python3 -c 'import math, sys; print(math.degrees(math.acos(float(sys.argv[1]) / 10)))' $height)
    twice=$(python3 -c 'import sys; print(2 * float(sys.argv[1]))' "$angle")
    for x in a b; do
        sed -E "s/^([01]) 8 /\\1 $height /; s/-36.869897645844021/-$angle/g; s/73.739795291688042/$twice/" $x.bvh |
            sed 's/^1 /3 /' >straight-$x.bvh
    done
    dbtool blend -q straight-a.bvh straight-b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.2 \
        --plant --plant-time 0.4 --precision 12 --contact-speed 2 -o out.bvh
    python3 - $height <<'END'
import sys
from look import *
height = float(sys.argv[1])
for k, f in enumerate(frames("out.bvh")):
    if k > 10:
        break
    x = 3 * min(max(k - 3, 0) / 2, 1)
    assert dist(f["body"], f["foot"]) < height + 0.97 * (10 - height) + 1e-9, k
    assert abs(f["foot"][1]) < 1e-9 and -1e-9 < f["foot"][0] < x + 1e-9, k
    if k in (3, 4, 5, 9):
        print(k, "%.3f" % f["body"][1])
END
done
echo "-- a knee that is a hinge bends as well"
for x in a b; do
    sed -E '/JOINT Knee/,/CHANNELS/s/CHANNELS 3 .*/CHANNELS 1 Xrotation/
        s/ 0 73.739795291688042 0 / 73.739795291688042 /' $x.bvh >hinge-$x.bvh
done
dbtool blend -q hinge-a.bvh hinge-b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant \
    --precision 12 -o hinge.bvh 2>&1
awk '/^Frame Time/ { from = 1; print; next } from && NF { $10 = "0 " $10 " 0" } 1' hinge.bvh >out.bvh
python3 - <<'END'
from look import *
for k, f in enumerate(frames("out.bvh")):
    assert abs(f["foot"][1]) < 1e-9 and abs(f["foot"][2]) < 1e-9, k
    assert k > 13 or abs(f["foot"][0]) < 1e-9, k
print("held")
END
echo "-- one that only twists does what it can, and there is a warning"
for x in a b; do
    sed -E '/JOINT Knee/,/CHANNELS/s/Xrotation/Yrotation/; s/ 73.739795291688042 / 0 /' hinge-$x.bvh >stiff-$x.bvh
done
dbtool blend stiff-a.bvh stiff-b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant \
    -o out.bvh 2>&1 | sed 's/: [0-9.]* degrees off in frame.*/: N degrees off/'
