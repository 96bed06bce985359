# A figure on one leg whose heel rises while its ball stays: two bones of 5, the ball 2 ahead of the ankle and 1 below.
# The foot is held in frames 3 to 13. Its body is 8 above the ground, at x = 0 in one clip and at x = 1 in the other; nothing else differs.
cat >make.py <<'E'
from math import acos, atan2, cos, degrees, hypot, radians, sin
HEAD = open("head").read()
def pitch(k):                                           # degrees by which the heel is up
    return 40 * min(max((k - 6) / 6, 0), 1)
def ankle(k):                                           # height and z of the ankle; the ball is at 0 and 2
    t = radians(pitch(k))
    return cos(t) + 2 * sin(t), 2 - 2 * cos(t) + sin(t)
if __name__ == "__main__":
    for name, x, first, n in (("a", 0, 0, 14), ("b", 1, 3, 60)):
        rows = []
        for k in range(first, first + n):
            y, z = ankle(k)
            line = hypot(8 - y, z)
            bend = acos(line / 10)
            thigh = degrees(-atan2(z, 8 - y) - bend)      # about x: forward is negative
            knee = degrees(2 * bend)
            rows.append("%g 8 0 0 0 0 0 %.15f 0 0 %.15f 0 0 %.15f 0 0 0 0" % (x, thigh, knee, pitch(k) - thigh - knee))
        open(name + ".bvh", "w").write(HEAD + "MOTION\nFrames: %d\nFrame Time: 0.1\n%s\n" % (n, "\n".join(rows)))
E
{
    printf 'HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    for joint in 'Hip 0 0 0' 'Knee 0 -5 0' 'Foot 0 -5 0' 'Toe 0 -1 2'; do
        printf 'JOINT %s\n{\nOFFSET %s\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "${joint%% *}" "${joint#* }"
    done
    printf 'End Site\n{\nOFFSET 0 0 1\n}\n}\n}\n}\n}\n}\n'
} >head
python3 make.py
dbtool blend -q a.bvh b.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant --precision 12 \
    --contact-speed 2 --contact-height 0.1 -o out.bvh
cat >look.py <<'E'
from math import cos, dist, radians, sin
def turned(z, x, y, v):
    for axis, deg in ((1, y), (0, x), (2, z)):
        c, s = cos(radians(deg)), sin(radians(deg))
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        v = list(v)
        v[i], v[j] = c * v[i] - s * v[j], s * v[i] + c * v[j]
    return v
def add(a, b):
    return [x + y for x, y in zip(a, b)]
def chain(v):
    places, turns = [v[:3]], [v[3:6]]
    for n, offset in enumerate(((0, 0, 0), (0, -5, 0), (0, -5, 0), (0, -1, 2))):
        for t in reversed(turns):
            offset = turned(*t, offset)
        places.append(add(places[-1], offset))
        turns.append(v[6 + 3 * n:9 + 3 * n])
    ahead = (0, 0, 1)
    for t in reversed(turns[:-1]):
        ahead = turned(*t, ahead)
    return places, ahead
def rows_of(path):
    return [[float(x) for x in line.split()] for line in open(path).read().split("Frame Time")[1].split("\n")[1:] if line]
E
python3 - <<'E'
from look import *
from make import ankle, pitch
blends = 0
for k, row in enumerate(rows_of("out.bvh")[:14]):
    (body, _, knee, foot, ball), ahead = chain(row)
    blends += row[0] not in (0, 1)
    y, z = ankle(k)
    assert dist(ball, (0, 0, 2)) < 1e-6, (k, ball)       # the ball stays, also when the heel is up
    assert dist(foot, (0, y, z)) < 1e-6, (k, foot)       # and the ankle goes over it
    assert dist(ahead, (0, -sin(radians(pitch(k))), cos(radians(pitch(k))))) < 1e-6, k
    assert abs(dist(body, knee) - 5) < 1e-9 and abs(dist(knee, foot) - 5) < 1e-9, k
assert blends == 4
print("the foot rolls over its ball")
E
echo "-- a foot that stands is set down without a turn: it stands flat in the old clip, on its edge in the new one"
take walk kick
python3 - <<'E'
lines = open("kick.bvh").read().splitlines()
start = next(i for i, x in enumerate(lines) if x.startswith("Frame Time")) + 1
columns = [x.split()[1] for x in lines if x.split()[:1] in (["ROOT"], ["JOINT"])]
at = 6 + 3 * (columns.index("LeftFoot") - 1)            # Zrotation Yrotation Xrotation
def turned(line):
    v = line.split()
    for n, deg in enumerate((12, 15, 10)):
        v[at + n] = "%f" % (float(v[at + n]) + deg)
    return " ".join(v)
open("edge.bvh", "w").write("\n".join(lines[:start] + [turned(x) for x in lines[start:] if x]) + "\n")
E
set -- walk.bvh edge.bvh --at 0.25 --from 0.73 -m dead-halflife -t 0.4
dbtool blend -q "$@" -o plain.bvh
dbtool blend -q "$@" --plant -o planted.bvh
python3 "$TESTS/feet_oracle.py" measure planted.bvh --plain plain.bvh -- "$@" >feet.csv
python3 - <<'E'
import csv
foot, = (r for r in csv.DictReader(open("feet.csv")) if r["foot"] == "LeftFoot")
print("so it is" if int(foot["locked_frames"]) > 20 and float(foot["whole_turn_deg"]) < 0.1 else foot)
E
echo "-- where a step is too wide the foot slides, but its toe end does not sink"
python3 - <<'E'
import make
head = make.HEAD
for name, x, deg, n in (("c", 0, 15, 14), ("d", 9, 0, 60)):   # the same foot with its heel up, and flat
    make.pitch = lambda k: deg
    y, z = make.ankle(0)
    line = make.hypot(8 - y, z)
    bend = make.acos(line / 10)
    thigh = make.degrees(-make.atan2(z, 8 - y) - bend)
    knee = make.degrees(2 * bend)
    row = "%g 8 0 0 0 0 0 %.15f 0 0 %.15f 0 0 %.15f 0 0 0 0" % (x, thigh, knee, deg - thigh - knee)
    open(name + ".bvh", "w").write(head + "MOTION\nFrames: %d\nFrame Time: 0.1\n%s\n" % (n, "\n".join([row] * n)))
E
dbtool blend -q c.bvh d.bvh --at 3f --align none -m crossfade:curve=linear,blend_time=0.5 --plant --precision 12 \
    --contact-speed 2 --contact-height 0.1 -o out.bvh
python3 - <<'E'
from look import *
slid = 0
for k, row in enumerate(rows_of("out.bvh")[:14]):
    (*_, ball), ahead = chain(row)
    slid = max(slid, abs(ball[0]))
    assert k < 8 or ball[1] + ahead[1] > -1e-6, (k, ball, ahead)  # the toe end, when the blend is over
print("it slides" if slid > 1 else slid)
E
