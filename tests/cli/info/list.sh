# A line for each clip: frames, seconds, rate, joints, unit, up axis, rig, and what is odd.
take walk run turn walk_zup zero_frames t_pose_first
cp "$DATA/bvh/warn_more_frames.bvh" "$DATA/bvh/warn_name_twice.bvh" .
sed 's/Foot/Paw/; s/ToeBase/Claw/' walk.bvh >paws.bvh
dbtool info --format list walk.bvh run.bvh paws.bvh walk_zup.bvh turn.bvh zero_frames.bvh t_pose_first.bvh warn_more_frames.bvh warn_name_twice.bvh 2>/dev/null
echo "-- the unit is guessed from the reach of an adult: 94.1 in this clip"
for scale in 0.01 0.00744 0.00743 10 0.3937 0.2; do
    dbtool info --format list walk.bvh --scale $scale | awk -v s=$scale 'NR == 2 { print s, $5 }'
done
echo "-- glitches"
python3 - <<'END'
lines = open("walk.bvh").read().split("\n")
first = next(i for i, line in enumerate(lines) if line.startswith("Frame Time")) + 1
for frame in (40, 80):
    numbers = lines[first + frame].split()
    numbers[0] = "500"
    lines[first + frame] = " ".join(numbers)
open("glitch.bvh", "w").write("\n".join(lines))
END
dbtool info --format list glitch.bvh -o list.txt && cat list.txt
tries dbtool info --format list walk.bvh none.bvh
