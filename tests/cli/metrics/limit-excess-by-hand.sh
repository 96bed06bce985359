# Ten frames a second. Left turns about z, at 100 degrees a second: 0 10 20 30;
# the target rests at 0. So its rotation is seen between 0 and 30, and with the
# margin of 5 degrees may be between -5 and 35. (In rotation vectors from the
# reference, which is between too, all about z; differences are the same.)
#
# dead-linear over 1 s, with a linear curve: (1 - t) (30 + 100 t). Frames 0.3 and
# 0.4 s after the cut are both at 42 degrees, 7 beyond. Body has no limits, being
# what the clip is moved by, Right stays within its own.
turns='3 Zrotation Xrotation Yrotation'
lines=()
for ((k = 0; k < 4; k++)); do lines+=("0 0 0 $((k * 10)) 0 0 $((k * 10)) 0 0 0 0 0"); done
pair "$turns" "$turns" 0.1 "${lines[@]}" >a.bvh
lines=()
for ((k = 0; k < 50; k++)); do lines+=("0 0 0 0 0 0 0 0 0 0 0 0"); done
pair "$turns" "$turns" 0.1 "${lines[@]}" >b.bvh
excess() { # FILE
    python3 -c '
import csv, sys
rows = {row["joint"]: float(row["limit_excess_deg"]) for row in csv.DictReader(open(sys.argv[1]))}
print("%s:" % sys.argv[2], *("%s %.4f" % (j, x) for j, x in rows.items()))' m.csv "$1"
}
of() { # what, then options
    dbtool blend a.bvh b.bvh -q --at 3f --align none -o out.bvh --metrics m.csv "${@:2}"
    excess "$1"
}
linear=dead-linear:curve=linear,blend_time=1
of linear -m $linear
# Shorter windows: 0.1 s after the cut it is at 0.9 * 40 = 36, then 0.8 * 50 = 40.
of 'linear, 0.1 s' -m $linear --window 0.1
of 'linear, 0.2 s' -m $linear --window 0.2
# A cut only plays what the limits were learned from.
of cut -m cut
# dead-clamp does not let it out of its own margin.
of clamp -m dead-clamp:curve=linear,blend_time=1,limit_margin=2
# The continuation alone turns on at 100 degrees a second: 80 after 0.5 s, 330
# after 3 s, where the short way from the limits is another one.
dbtool blend a.bvh b.bvh -q --at 3f --align none -o out.bvh -m $linear --extrapolation e.bvh
for window in 0.5 3; do
    dbtool metrics e.bvh --source a.bvh --target b.bvh --at 3f --align none -m $linear --window $window -o m.csv
    excess "continuation, $window s"
done
# Limits of a file: 10 degrees and the margin, but where the output is at 30 in
# the frame of the cut, 30. 42 is 12 beyond. Right has none in the file. A
# reference turned by 90 degrees changes nothing where the limits turn as well.
echo '{"Left": {"ref": [1, 0, 0, 0], "min": [-1, -1, -1], "max": [1, 1, 10]}}' >limits.json
of 'limits' -m $linear --limits limits.json
echo '{"Left": {"ref": [0.7071067811865476, 0, 0, 0.7071067811865475],' \
    '"min": [-1, -1, -180], "max": [1, 1, -80]}}' >limits.json
of 'limits, reference elsewhere' -m $linear --limits limits.json
# Where the limits reach 34, with the margin of 5 42 is 3 beyond; a margin of 1,
# which only methods that keep to limits have, would leave 7.
echo '{"Left": {"ref": [1, 0, 0, 0], "min": [-1, -1, -1], "max": [1, 1, 34]}}' >limits.json
of 'limits, wider' -m $linear --limits limits.json
