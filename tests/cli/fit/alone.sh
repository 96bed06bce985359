# One clip through blend: trimmed, resampled, scaled, mirrored, converted.
take walk run
# shown AXIS A.bvh B.bvh [LIMIT]: how far each joint of B is from where a mirror shows the other side's in A
shown() {
    PYTHONPATH=$TESTS python3 - "$@" <<'PYTHON'
import sys
from oracle import Clip, norm, sub, world
axis, limit = int(sys.argv[1]), (*sys.argv, "1e-5")[4]
a, b = map(Clip, sys.argv[2:4])
other = [a.names.index(n.replace("Left", "-").replace("Right", "Left").replace("-", "Right")) for n in a.names]
off = 0
for k in range(a.n):
    u, v = world(a, a.pose(k)), world(b, b.pose(k))
    off = max([off] + [norm(sub([-x if i == axis else x for i, x in enumerate(u[o][0])], v[j][0])) for j, o in enumerate(other)])
print("in the mirror within", limit if off < float(limit) else off, "units")
PYTHON
}
# apart A.bvh B.bvh: whether the joints of both are within 0.2 degrees.
apart() {
    PYTHONPATH=$TESTS python3 - "$@" <<'PYTHON'
import sys
from math import acos, degrees
from oracle import Clip, world
a, b = map(Clip, sys.argv[1:])
pairs = [(p[1], q[1]) for k in range(a.n) for p, q in zip(world(a, a.pose(k)), world(b, b.pose(k)))]
off = max(degrees(2 * acos(min(1, abs(sum(x * y for x, y in zip(p, q)))))) for p, q in pairs)
print("back within", "0.2" if off < 0.2 else off, "degrees")
PYTHON
}
dbtool blend walk.bvh -o out.bvh --metrics rows.csv && same out.bvh walk.bvh && wc -l <rows.csv
echo '-- trimmed: frames are copied'
dbtool blend -q walk.bvh --from 10f --until 20f -o out.bvh
diff <(tail -n 21 out.bvh) <(sed -n '/^Frame Time/,$p' walk.bvh | sed -n 12,32p) && echo 'frames 10 to 30'
dbtool blend -q walk.bvh run.bvh --from 5f,3f --at 20f -m cut --align none -o out.bvh
diff <(sed -n '/^Frame Time/,$p' out.bvh | sed -n 2,21p) <(sed -n '/^Frame Time/,$p' walk.bvh | sed -n 7,26p) &&
    echo 'frames 5 to 24'
dbtool blend walk.bvh --fps 30 -o out.bvh
tries dbtool blend -o no.bvh
tries dbtool blend walk.bvh --from best -o no.bvh
tries dbtool blend walk.bvh --from 1,2 -o no.bvh
tries dbtool blend walk.bvh --at 1 -o no.bvh
tries dbtool blend walk.bvh --extrapolation more.bvh -o no.bvh
echo '-- scaled'
dbtool blend -q walk.bvh --scale 0.01 --precision 9 -o small.bvh && sed -n 8p small.bvh
dbtool blend -q small.bvh --scale 100 -o out.bvh
diff <(sed -n '/^Frame Time/,$p' out.bvh) <(sed -n '/^Frame Time/,$p' walk.bvh) && echo 'and back'
dbtool blend -q walk.bvh --scale 1 -o out.bvh && same out.bvh walk.bvh
dbtool blend -q walk.bvh --scale 0.3 --precision 4 -o out.bvh && grep OFFSET out.bvh | sed -n '2p;5p'
for scale in 0 -1 1e7 x; do tries dbtool blend walk.bvh --scale $scale -o no.bvh; done
sed '/^Frame Time/,$s/\(89\.[0-9]*\)/\1e303/' walk.bvh >far.bvh
tries dbtool blend far.bvh --scale 1e5 -o no.bvh
echo '-- mirrored'
dbtool blend walk.bvh --mirror -o out.bvh && shown 0 walk.bvh out.bvh
dbtool blend -q out.bvh --mirror -o again.bvh
diff <(sed -n '/^Frame Time/,$p' again.bvh) <(sed -n '/^Frame Time/,$p' walk.bvh) && echo 'twice is not at all'
# the normal is the line from thigh to thigh, not x
sed 's/\([XYZ]\)\(position\|rotation\)/-\1\2/g; s/-X/Y/g; s/-Y/Z/g; s/-Z/X/g
     s/OFFSET \([^ ]*\) \([^ ]*\) \([^ ]*\)/OFFSET \3 \1 \2/' walk.bvh >turned.bvh
dbtool blend -q turned.bvh --mirror -o out.bvh && shown 1 turned.bvh out.bvh
# a left arm that is longer stays so
sed '/JOINT LeftForeArm/,/OFFSET/s/OFFSET.*/OFFSET 25 -25 0/' walk.bvh >long.bvh
dbtool blend -q long.bvh --mirror -o out.bvh
grep -A2 'JOINT \(Left\|Right\)ForeArm' out.bvh | grep OFFSET
# a zero pose in which sides differ by any turns: what the joints do over all frames tells their frames
anew walk.bvh turned.bvh turned
dbtool blend -q turned.bvh --mirror -o out.bvh && dbtool blend -q out.bvh --mirror -o again.bvh
apart turned.bvh again.bvh
# axes along the limbs on one side, against them on the other: the rig stays, whatever the motion is
awk 'motion { $16 = 0; $17 = 60; $18 = 0 } /^Frame Time/ { motion = 1 } { print }' walk.bvh >look.bvh
anew look.bvh opposed.bvh opposed
dbtool blend -q opposed.bvh --mirror --precision 9 -o out.bvh && shown 0 opposed.bvh out.bvh 1e-7
dbtool blend -q out.bvh --mirror --precision 9 -o again.bvh
diff again.bvh <(sed '/^Frame Time/,$s/-\(0\.0\{9\}\)/\1/g' opposed.bvh) && echo 'twice is not at all'
PYTHONPATH=$TESTS python3 - opposed.bvh out.bvh <<'PYTHON'
import sys
from oracle import Clip, slog, DEG
for path in sys.argv[1:]: # here the head's up axis is x
    c = Clip(path)
    print("the head looks aside by", *sorted({"%.3f" % (DEG * slog(c.pose(k)[c.names.index("Head")][1])[0]) for k in range(c.n)}))
PYTHON
# no known rig: along x; what is on one side alone keeps its place in its parent
sed 's/UpLeg/Wheel/; s/JOINT LeftHand/JOINT LeftHook/; s/LeftToeBase/LeftSpur/' walk.bvh >odd.bvh
dbtool blend -q odd.bvh --mirror -o out.bvh
grep -A2 'JOINT \(LeftHook\|RightHand\|LeftSpur\|LeftWheel\)' out.bvh | grep -e JOINT -e OFFSET
echo '-- plans'
cat >plan.json <<'JSON'
{"defaults": {"out": "{name}.bvh", "method": "cut", "align": "none"}, "jobs": [
  {"name": "alone", "cuts": [{"clip": "walk.bvh", "from": "10f", "mirror": true}]},
  {"name": "job", "scale": 0.01, "mirror": true, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1, "mirror": false}]},
  {"name": "cut", "cuts": [{"clip": "walk.bvh"}, {"clip": "small.bvh", "at": 1, "scale": 100}]}]}
JSON
dbtool batch -q plan.json
dbtool blend -q walk.bvh --from 10f --mirror -o out.bvh && same alone.bvh out.bvh
dbtool blend -q walk.bvh walk.bvh --at 1 -m cut --align none -o out.bvh && diff out.bvh cut.bvh && echo 'scaled back'
dbtool batch -n plan.json | grep -o '"\(scale\|mirror\)": [^,}]*'
dbtool batch -n plan.json >lines.json && sed -i 's/"out": "/&again./' lines.json
dbtool batch -q lines.json && for job in alone job cut; do same $job.bvh again.$job.bvh; done
echo '-- a batch mirrors a library'
echo '[{"clip": "*.bvh"}]' >library.json && mkdir clips out && mv walk.bvh run.bvh clips
echo '{"mirror": true, "out": "../out/{clip}.bvh", "cuts": [{"clip": "*.bvh"}]}' >clips/all.json
dbtool batch -q clips/all.json && ls out
