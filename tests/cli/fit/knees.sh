# Legs of several joints to a bone: where no name says which is the knee, it is the joint whose bone
# moves most. In this rig another joint is in the middle of the leg.
python3 "$TESTS/make/make_rigs.py" walker split split_narrow split_wide
for clip in split split_narrow split_wide; do
    sed -E 's/OFFSET 0 -2[023] 0/OFFSET 0 -15 0/; s/OFFSET 0 -25 0/OFFSET 0 -45 0/' $clip.bvh >$clip.named.bvh
    sed -E 's/(Left|Right)UpperLeg02/\1_a/; s/(Left|Right)LowerLeg01/\1_b/; s/(Left|Right)LowerLeg02/\1_c/' \
        $clip.named.bvh >$clip.few.bvh
    awk '/ROOT|JOINT/ { $2 = "bone" ++n } 1' $clip.named.bvh >$clip.none.bvh
done
for names in named few none; do
    echo "-- $names"
    dbtool info --roles split.$names.bvh | grep -e ' by ' -e leg: -e hip -e knee -e ankle
    dbtool blend split.$names.bvh --fit=walker.bvh -o $names.bvh
    dbtool blend split.$names.bvh --mirror -q -o $names.mirrored.bvh
done
same few.bvh named.bvh
same none.bvh named.bvh
same <(sed 1,/MOTION/d few.mirrored.bvh) <(sed 1,/MOTION/d named.mirrored.bvh)
same <(sed 1,/MOTION/d none.mirrored.bvh) <(sed 1,/MOTION/d named.mirrored.bvh)
echo '-- feet are locked by it'
for names in named few; do
    dbtool blend split_narrow.$names.bvh split_wide.$names.bvh --at 1 --plant -m dead-two-sided -t 0.3 --before 0.3 \
        -o locked.$names.bvh 2>&1 | grep -o '[0-9]* feet locked ([^)]*)'
done
same <(sed 1,/MOTION/d locked.few.bvh) <(sed 1,/MOTION/d locked.named.bvh)
echo '-- a roll joint turns the bone about itself, which moves nothing'
awk '/Frame Time/ { rows = 1; print; next } rows { for (i = 1; i <= NF; i++) if (i == roll) $i = 60 * (NR % 2) }
    /CHANNELS/ { if (is_c) roll = n + 3; n += $2 } /JOINT/ { is_c = $2 == "Left_c" } 1' split.few.bvh >roll.bvh
dbtool info --roles roll.bvh | grep knee
echo '-- nothing moves: the joint in the middle'
awk '/Frames:/ { $2 = 2 } /Frame Time/ { rows = 1; print; next } rows && ++row > 2 { exit }
    rows { for (i = 7; i <= NF; i++) $i = 0 } 1' split.few.bvh >still.bvh
dbtool info --roles still.bvh | grep -e ' by ' -e knee
echo '-- a file of roles has the last word'
echo '{"Left_a": "left knee", "Right_a": "right knee"}' >roles.json
dbtool info --roles roles.json split.few.bvh | grep -e ' by ' -e knee
