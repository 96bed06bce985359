# slow
# Without --fit, a clip of another zero pose is a warning; `info` says which clips share a rig, and
# what --fit takes joints for.
take walk run
anew run.bvh a-pose.bvh a-pose
anew run.bvh turned.bvh arms-down
anew run.bvh vrm.bvh names=vrm
# 45 and 80 degrees are the angles between the zero poses as rigs.py writes them
dbtool blend walk.bvh a-pose.bvh --at 1 -m cut -o out.bvh
dbtool blend -q walk.bvh turned.bvh a-pose.bvh --at 1,2 -m cut -o out.bvh
dbtool blend walk.bvh turned.bvh a-pose.bvh --at 1,2 -m cut -n
tries dbtool blend walk.bvh a-pose.bvh --at 1 -m cut -o no.bvh --strict
dbtool blend walk.bvh a-pose.bvh --at 1 -m cut -o out.bvh --strict --fit
dbtool suggest -q walk.bvh a-pose.bvh --top 1 --strict
dbtool train -q walk.bvh a-pose.bvh -o no.safetensors --strict
echo '-- a joint with several children whose frame is turned, which limbs and head do not show'
anew run.bvh hips.bvh turn=Hips
for fit in false true; do dbtool blend walk.bvh hips.bvh --at 1 -m cut -o out.bvh --fit=$fit 2>&1 | grep warning; done
echo '-- up axes: what differs from the first clip, whichever way it walks; what points down'
join() { dbtool blend walk.bvh "$@" -m cut --at 1 -o out.bvh 2>&1 | grep warning; }
anew run.bvh aside.bvh aside z-up
anew run.bvh below.bvh minus-z
anew run.bvh head.bvh minus-y
for clip in aside below head; do join $clip.bvh; done
for up in z y; do join aside.bvh --up 2:$up; done # turned; said to be right
join below.bvh --up 2:z                           # turned, upside down
join below.bvh --fit
dbtool blend aside.bvh run.bvh -m cut --at 1 -o out.bvh --up z 2>&1 | grep warning
dbtool blend head.bvh -o out.bvh
tries dbtool blend -q below.bvh -o out.bvh --up auto
dbtool info below.bvh head.bvh | grep -o 'likely.*'
dbtool info below.bvh --format json | grep -o '"up": [^,]*'
echo '-- rigs'
dbtool info walk.bvh a-pose.bvh run.bvh vrm.bvh turned.bvh a-pose.bvh | grep -e fps -e rig:
dbtool info --format json walk.bvh a-pose.bvh run.bvh | grep -o '"rig": [^,]*'
dbtool info --format json run.bvh | grep -o '"rig": [^,]*'
# of a rig of no known kind: the same joints with the same OFFSETs
sed 's/\(ROOT\|JOINT\) /&Bone/' walk.bvh >bones.bvh
sed 's/\(ROOT\|JOINT\) /&Bone/' run.bvh >more.bvh
dbtool info walk.bvh bones.bvh more.bvh | grep -e fps -e rig:
sed '/^Frames/,$d' walk.bvh >none.bvh && printf 'Frames: 0\nFrame Time: 0.01\n' >>none.bvh
dbtool info --format json walk.bvh none.bvh | grep -o '"rig": [^,]*'
echo '-- roles'
dbtool info --roles walk.bvh | sed -n '/motion root/,/text/p'
sed 's/LeftFoot/LeftFin/; s/RightToe/RightClaw/' walk.bvh >fish.bvh
dbtool info --roles fish.bvh | grep -e found -e fitted -e Left -e Right
dbtool info --roles fish.bvh --format json | grep -e missing -e Left -e Hips
