# Glitches are found and listed; playing one gives a warning; what is learned from a clip leaves
# them out.
take walk run
# t_pose FRAME FILE [DEGREES]: the file with a T-pose, turned by that much, in front of that frame.
t_pose() {
    awk -v at="$1" '/^Frames:/ { $2++ }
        motion && frame++ == at { print $1, $2, $3, turn zeros }
        { print }
        /^Frame Time/ { motion = 1 }' turn="${3:-0}" zeros="$(printf ' 0%.0s' {1..62})" "$2"
}
t_pose 0 walk.bvh >late.bvh
t_pose 30 walk.bvh >within.bvh
# Two takes in one file: the step between them is no motion, the frames are.
awk '/^Frames:/ { $2 += 127 } { print }' walk.bvh >takes.bvh
sed '1,/^Frame Time/d' run.bvh | awk '{ $1 += 300; print }' >>takes.bvh
dbtool info late.bvh within.bvh takes.bvh walk.bvh run.bvh | grep glitch
dbtool info --format json late.bvh walk.bvh | sed -n '/glitches/,/pops/p'
for file in late within takes; do
    dbtool info --limits $file.bvh -o $file.json
done
# A clip that is played past its glitch is the clip without it, in every figure.
dbtool info -q --limits walk.bvh -o walk.json
cmp walk.json late.json
figures() {
    cut -d, -f2-33 "$1"
}
for method in dead-clamp dead-two-sided crossfade; do
    dbtool blend -q run.bvh walk.bvh --at 1 -m $method --plant --metrics own.csv -o own.bvh
    dbtool blend run.bvh late.bvh --at 1 --from 1f -m $method --plant --metrics late.csv -o late-out.bvh
    cmp own.bvh late-out.bvh
    cmp <(figures own.csv) <(figures late.csv)
done
tries dbtool blend --strict run.bvh late.bvh --at 1 --from 1f -o out.bvh
# Who plays a glitch is warned, with the way out where there is one.
dbtool blend run.bvh late.bvh --at 1 -o out.bvh
dbtool blend run.bvh late.bvh --at 1 --fps 30 -o out.bvh
dbtool blend run.bvh within.bvh run.bvh --at 1,1.2 -o out.bvh
dbtool blend run.bvh within.bvh run.bvh --at 1,2 -o out.bvh
dbtool blend run.bvh takes.bvh --at 1 --from 1 -o out.bvh
t_pose 129 <(cat walk.bvh; tail -n 1 walk.bvh) | sed '$d' | sed 's/^Frames: .*/Frames: 130/' >early.bvh
dbtool blend run.bvh early.bvh --at 1 -o out.bvh
dbtool blend run.bvh early.bvh --at 1 --until end-1f -o out.bvh
tries dbtool blend --strict run.bvh late.bvh --at 1 -o out.bvh
dbtool blend late.bvh run.bvh --at 1 -o out.bvh
# With --from as the warning has it there is none, and later clips start where they did.
dbtool blend late.bvh run.bvh walk.bvh --at 1,2 --from 0,0,5f -m cut -o warned.bvh
dbtool blend late.bvh run.bvh walk.bvh --at 1,2 --from 1f,0,5f -m cut -o out.bvh
dbtool blend run.bvh walk.bvh late.bvh run.bvh --at 1,1.5,2 --from 0,0,2f -m cut -o warned.bvh
dbtool blend run.bvh walk.bvh late.bvh run.bvh --at 1,1.5,2 --from 0,1f,2f -m cut -o out.bvh
dbtool blend late.bvh walk.bvh late.bvh --at 1,2 -m cut -o warned.bvh
dbtool blend late.bvh walk.bvh late.bvh --at 1,2 --from 1f,0,1f -m cut -o out.bvh
cat >plan.json <<'P'
[{"name": "warned", "out": "warned.bvh", "cuts": [{"clip": "run.bvh"}, {"clip": "late.bvh", "at": 1}]},
 {"name": "past", "out": "past.bvh", "strict": true, "plant": false,
  "cuts": [{"clip": "late.bvh", "from": "1f"}, {"clip": "run.bvh", "at": 1}]}]
P
dbtool batch -j1 plan.json 2>&1 | sed '$d'
echo '[{"clip": "late.bvh"}, {"clip": "run.bvh", "at": 1}]' >first.json
dbtool batch -o out.bvh first.json 2>&1 | sed '$d'
echo '[{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 1}, {"clip": "late.bvh", "at": 2}]' >last.json
dbtool batch -o out.bvh last.json 2>&1 | sed '$d'
# Feet would differ a little: contacts go by the reach, of the first frame of the first clip.
dbtool blend -q walk.bvh run.bvh --at 1 --no-plant -o own.bvh
cmp <(tail -n +2 own.bvh) <(tail -n +2 past.bvh)
# Searches: the same cuts, a frame later; none at the glitch.
for file in walk late; do
    dbtool suggest -q run.bvh $file.bvh --top 3 --play 0 --from 0..end --format csv | cut -d, -f4,7-
done
dbtool suggest run.bvh late.bvh --top 3 --play 0 --from 0..1f --format csv | cut -d, -f4,7
tries dbtool suggest -q run.bvh late.bvh --play 0 --from 0
dbtool blend run.bvh late.bvh --at 1 --from best:0..1f --play 0 -o out.bvh
for file in walk late; do
    dbtool loop $file.bvh -o $file-loop.bvh --report page.html 2>&1 | sed "s/, cost.*//"
done
cmp <(tail -n 50 walk-loop.bvh) <(tail -n 50 late-loop.bvh)
# Training: the same network. At 30 frames a second a step of it is a frame.
for file in walk run; do
    awk '/^Frames:/ { $2 = int(($2 + 1) / 2) } /^Frame Time/ { $3 = 0.033333; n = NR } !n || n == NR || (NR - n) % 2' \
        $file.bvh >$file-30.bvh
done
t_pose 0 walk-30.bvh 90 >late-30.bvh
for file in walk late; do
    dbtool train -q run-30.bvh $file-30.bvh --iterations 3 --hidden 8 --window 0.2 -j 1 --log $file.log -o $file.model
done
cmp <(cut -d, -f1-3 walk.log) <(cut -d, -f1-3 late.log)
