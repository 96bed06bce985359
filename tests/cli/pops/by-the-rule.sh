# The pops of hard cuts, of cross-fades, of spikes and of the clips alone are those of the rule, computed again.
take walk run kick turn idle walk_30fps
dbtool blend -q walk.bvh run.bvh --at 1.2 -m cut -o hard.bvh
dbtool blend -q walk.bvh kick.bvh turn.bvh --at 0.9,2 -m crossfade -t 0.1 -o fades.bvh
dbtool blend -q walk_30fps.bvh kick.bvh idle.bvh --at 0.9,2.2 -m cut -o slow.bvh
awk -v k=100 '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == k { $4 += 40 } { print }' walk.bvh >spike.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 >= 60 && NR - at - 1 < 63 { $2 += 90 } { print }' run.bvh >three.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at > 1 { print still; next } at { still = $0 } { print }' walk.bvh >still.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at > 80 { $1 += 5 } { print }' still.bvh >jump.bvh
sed 's/^Frames: .*/Frames: 1/' walk.bvh | awk '/^Frame Time/ { n = 2 } { print } n > 0 && --n == 0 { exit }' >short.bvh
echo '-- spikes of the upper body, and of one arm, which is no pop'
turn() { # FRAMES JOINT ...: of the walk, from frame 100 on, by 50 degrees
    awk -v n="$1" -v joints=" ${*:2} " '$1 == "CHANNELS" { if (index(joints, " " name " ")) turned[c + $2] = 1; c += $2 }
        $1 == "ROOT" || $1 == "JOINT" { name = $2 }
        at && NR - at > 100 && NR - at <= 100 + n { for (i in turned) $i += 50 }
        /^Frame Time/ { at = NR } { print }' walk.bvh
}
turn 1 Spine Spine1 Neck LeftArm RightArm >upper1.bvh
turn 3 Spine LeftArm RightArm LeftForeArm >upper3.bvh
turn 200 Spine LeftArm RightArm >upper.bvh
turn 2 LeftArm LeftForeArm >arm.bvh
dbtool pops -q upper1.bvh upper3.bvh upper.bvh arm.bvh --format csv
tries dbtool pops -q upper1.bvh --fail-if 'pop>3' -o list
dbtool pops -q upper3.bvh --format plan -o mend.json
dbtool batch -q mend.json
dbtool pops -q upper3.mended.bvh | sed 's/;.*//'
rm upper3.mended.bvh
python3 "$TESTS/pops_oracle.py" check "$DBTOOL" ./*.bvh
dbtool pops -q spike.bvh three.bvh hard.bvh | sed 's/,* pop [0-9.]*//'
dbtool pops -q ./*.bvh -j 1 >one
dbtool pops -q ./*.bvh -j 4 | cmp - one
