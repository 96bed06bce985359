# A setting for one clip of the command line, by its number: names, joints, rig, size, side, up axis.
take walk run
join() { dbtool blend -q walk.bvh "$@" -m cut --at 1 -o out.bvh; }
join run.bvh && mv out.bvh plain.bvh
# Frames as dbtool would write them: copied lines may have more zeros, or a sign.
short() { frames "$1" | sed 's/\(\.[0-9]\{6\}\)000\b/\1/g; s/-\(0\.000000\b\)/\1/g'; }
echo '-- names and joints'
anew run.bvh vrm.bvh names=vrm
python3 - >map.json <<'PYTHON'
import json
names = [[line.split()[1] for line in open(f) if line.split()[:1] in (["ROOT"], ["JOINT"])] for f in ("vrm.bvh", "run.bvh")]
print(json.dumps(dict(zip(*names)) | {"Hips": "J_Bip_C_Hips"}))
PYTHON
join vrm.bvh --rename 2:map.json && diff -q <(short out.bvh) <(frames plain.bvh) >/dev/null && echo 'as its own'
tries dbtool blend walk.bvh vrm.bvh -m cut --at 1 --rename map.json -o no.bvh
tries dbtool blend walk.bvh vrm.bvh -m cut --at 1 --rename 1:map.json -o no.bvh
echo '{"LeftHand": "Hips"}' >twice.json
tries dbtool blend walk.bvh run.bvh -m cut --at 1 --rename 2:twice.json -o no.bvh
sed 's/LeftToeBase/LeftFin/' run.bvh >fin.bvh
dbtool blend -q walk.bvh fin.bvh -m cut --at 1 --drop 1:LeftToeBase --drop 2:LeftFin -o out.bvh && grep -c Toe out.bvh
tries dbtool blend walk.bvh fin.bvh -m cut --at 1 --drop 2:LeftToeBase -o no.bvh
# a pattern for the rig alone
dbtool blend -q walk.bvh --fit=fin.bvh --drop LeftFin -o out.bvh && grep -c 'LeftFin\|LeftToe' out.bvh
tries dbtool blend -q walk.bvh --fit=fin.bvh --drop LeftFins -o no.bvh
echo '-- rig, size, side'
anew run.bvh metres.bvh metres
join metres.bvh --scale 2:100 && diff -q <(frames out.bvh) <(frames plain.bvh) >/dev/null && echo 'in centimetres'
anew run.bvh smpl.bvh names=smpl a-pose
join smpl.bvh --fit && mv out.bvh all.bvh
join smpl.bvh --fit=2:true && same out.bvh all.bvh
join smpl.bvh --fit --fit=1:walk.bvh && same out.bvh all.bvh
dbtool blend -q run.bvh --mirror -o other.bvh
join other.bvh && mv out.bvh mirrored.bvh
join run.bvh --mirror=2:true && same out.bvh mirrored.bvh
join other.bvh --mirror=false --mirror=1:false && same out.bvh mirrored.bvh
echo '-- the up axis'
anew run.bvh upright.bvh z-up
dbtool blend walk.bvh upright.bvh -m cut --at 1 -o out.bvh 2>&1 | grep warning
for up in z auto; do join upright.bvh --up 2:$up && same out.bvh plain.bvh; done
join upright.bvh --up 2:auto --up 1:y --up y && same out.bvh plain.bvh
dbtool blend -q upright.bvh upright.bvh -m cut --at 1 --up z -o expected.bvh
dbtool blend -q upright.bvh run.bvh -m cut --at 1 --up z --up 2:y -o out.bvh
PYTHONPATH=$TESTS python3 - out.bvh expected.bvh <<'PYTHON'
import sys
from oracle import Clip, norm, sub, world
a, b = map(Clip, sys.argv[1:])
off = max(norm(sub(p[0], q[0])) for k in range(a.n) for p, q in zip(world(a, a.pose(k)), world(b, b.pose(k))))
print("turned to z within", "1e-4" if off < 1e-4 else off, "units")
PYTHON
tries dbtool blend walk.bvh upright.bvh -m cut --at 1 --up 2:z --up auto -o no.bvh
sed 's/CHANNELS 6 .position .position .position/CHANNELS 3/' upright.bvh |
    awk 'motion { $1 = $2 = $3 = "" } /^Frame Time/ { motion = 1 } { print }' >stays.bvh
tries dbtool blend walk.bvh stays.bvh -m cut --at 1 --up 2:z -o no.bvh
cat >plan.json <<'JSON'
{"defaults": {"out": "{name}.bvh", "method": "cut"}, "jobs": [
  {"name": "named", "cuts": [{"clip": "walk.bvh"}, {"clip": "upright.bvh", "at": 1, "up": "z"}]},
  {"name": "found", "cuts": [{"clip": "walk.bvh", "up": "auto"}, {"clip": "upright.bvh", "at": 1, "up": "auto"}]},
  {"name": "first", "cuts": [{"clip": "upright.bvh", "up": "z"}, {"clip": "walk.bvh", "at": 1}]},
  {"name": "never", "cuts": [{"clip": "walk.bvh"}, {"clip": "upright.bvh", "at": 1}]}]}
JSON
dbtool batch -j1 plan.json 2>&1 | grep warning
for job in named found; do same $job.bvh plain.bvh; done
dbtool blend -q run.bvh walk.bvh -m cut --at 1 -o out.bvh && diff -q <(frames out.bvh) <(frames first.bvh) >/dev/null && echo 'turned to y'
dbtool batch -n plan.json | grep -o '"clip": "[a-z.]*", "up": "[a-z]*"'
echo '-- everywhere that joins clips, and nowhere else'
dbtool compare walk.bvh upright.bvh --up 2:z --at 1 --methods cut -q --columns seam_ratio | tail -1
dbtool metrics plain.bvh --at 1 --source walk.bvh --target upright.bvh --up 2:z -m cut --name x -o a.csv
dbtool metrics plain.bvh --at 1 --source walk.bvh --target run.bvh -m cut --name x -o b.csv
for f in a b; do awk -F, '{ for (i = 8; i < 38; i++) printf "%s ", $i + 0 < 1e-6 ? 0 : sprintf("%.5g", $i) }' $f.csv >$f.cut; done; same a.cut b.cut
dbtool loop upright.bvh --up 1:z -q -o a.bvh && dbtool loop run.bvh -q -o b.bvh && diff -q <(frames a.bvh) <(frames b.bvh) >/dev/null && echo 'a loop'
for command in 'suggest walk.bvh' 'train walk.bvh -o m.safetensors' info 'metrics --at 1'; do
    # shellcheck disable=SC2086 # several words
    tries dbtool $command run.bvh --mirror=2:true
done
for clip in 0 3; do tries dbtool blend walk.bvh run.bvh --at 1 --scale $clip:2 -o no.bvh; done
tries dbtool blend walk.bvh run.bvh --at 1 --scale 2:0 -o no.bvh
tries dbtool blend walk.bvh run.bvh --at 1 --scale 2:1,5 -o no.bvh
# a file of such a name; the file is an input, however it is named
cp map.json 2:map.json
join vrm.bvh --rename 2:map.json && mv out.bvh named.bvh
join vrm.bvh --rename 2:2:map.json && same out.bvh named.bvh
tries dbtool blend walk.bvh vrm.bvh --at 1 --rename 2:map.json -o map.json
