# Thigh and shin with joints that twist them in between: the leg's own joints turn as they do without.
take walk idle
cat >twist.py <<'END'
import sys
lines, out, zeros = open(sys.argv[1]).read().split("\n"), [], []
first = lines.index("MOTION")
column, depth, closes, half = 0, 0, [], False
for line in lines[:first]:
    words = line.split()
    if words[0] == "JOINT" and words[1] in ("LeftLeg", "RightLeg", "LeftFoot", "RightFoot"):
        out += ["JOINT %s" % {"Leg": "%sUpLegTwist", "Foot": "%sLegRoll"}[words[1].replace("Left", "").replace("Right", "")]
                % ("Left" if words[1][0] == "L" else "Right"), "{", "HALF", "CHANNELS 3 Zrotation Xrotation Yrotation"]
        zeros.append(column)
        closes.append(depth)
        half = True
    if words[0] == "OFFSET" and half:
        line = "OFFSET " + " ".join("%.9g" % (float(x) / 2) for x in words[1:])
        out[out.index("HALF")] = line
        half = False
    if words[0] == "CHANNELS":
        column += int(words[1])
    depth += (words[0] == "{") - (words[0] == "}")
    out.append(line)
    if words[0] == "}" and closes and depth == closes[-1]:
        out.append("}")
        closes.pop()
for k, line in enumerate(lines[first:]):
    values = line.split()
    if k > 2 and values:
        for at in reversed(zeros):
            values[at:at] = ["0"] * 3
        line = " ".join(values)
    out.append(line)
open(sys.argv[2], "w").write("\n".join(out))
open("zeros", "w").write(" ".join(map(str, zeros)))
END
for x in walk idle; do
    python3 twist.py $x.bvh twisted-$x.bvh
done
dbtool info twisted-walk.bvh | grep leg:
set -- --at 0.5 -m dead-two-sided:blend_time=0.3,before=0.2 --plant --precision 9 -q
dbtool blend walk.bvh idle.bvh "$@" -o plain.bvh
dbtool blend twisted-walk.bvh twisted-idle.bvh "$@" -o twisted.bvh
python3 - <<'END'
def rows(path):
    return [[float(x) for x in line.split()] for line in open(path).read().split("Frame Time")[1].split("\n")[1:] if line]
zeros = [int(x) for x in open("zeros").read().split()]
plain, twisted = rows("plain.bvh"), rows("twisted.bvh")
assert len(plain) == len(twisted) and len(zeros) == 4
for a, b in zip(plain, twisted):
    for at in reversed(zeros):
        a[at:at] = [0.0] * 3
    assert max(abs(x - y) for x, y in zip(a, b)) < 1e-6, (a, b)
print("the same")
END
