# At 10 frames a second, Left stands at 0 degrees in the source and at 40 in the
# target, Right at 0 and 20, and Body 0 and 3 units along x. A linear cross-fade
# of five frames from frame 3 leaves of that, in frames 3 to 8,
#     5/5 4/5 3/5 2/5 1/5 0.
# The root mean square of these six is sqrt(55/25/6) = sqrt(11/30) = 0.605530,
# and the trapezoidal rule gives 0.1 (1/2 + 4/5 + 3/5 + 2/5 + 1/5 + 0) = 0.25 s.
#     Left   0.605530 * 40 = 24.2212    0.25 * 40 = 10
#     Right  0.605530 * 20 = 12.1106    0.25 * 20 = 5
#     *      sqrt((24.2212^2 + 12.1106^2 + 0) / 3) = sqrt(2000/3 * 11/30) = 15.6347
# All three move the 3 units: 0.25 * 3 = 0.75. Nothing leaves 0 to 40, 0 to 3.
# The clips rest, so their levels are 0, and count as 4e-6/0.1^3 = 0.004. Left
# turns at 80 degrees a second in frames 4 to 8: J = 8000 -8000 0 0 0 -8000 8000
# in frames 4 to 10. Ratio 8000/0.004 = 2e6; root mean square over frames 3 to
# 11 8000 * sqrt(4/9) = 5333.33, ratio 1.33333e6. Right has half. The ratios of
# '*' are of its own: 8000 and sqrt((5333.33^2 + 2666.67^2)/3) = 3442.65, so
# 3442.65/0.004 = 860663.
# A window of 0.3 s leaves 5/5 4/5 3/5 2/5 in frames 3 to 6: root mean square
# sqrt(54/25/4) = 0.734847, of Left 29.3939, integral 0.1 (1/2 + 4/5 + 3/5 + 1/5)
# = 0.21 s: 8.4 degrees times seconds, 4.2 of Right, 0.63 units times seconds.
# '*': sqrt(2000/3 * 54/100) = 18.9737.
turns='3 Zrotation Xrotation Yrotation'
old='0 0 0 0 0 0 0 0 0 0 0 0' new='3 0 0 0 0 0 40 0 0 20 0 0'
pair "$turns" "$turns" 0.1 "$old" "$old" "$old" "$old" >a.bvh
pair "$turns" "$turns" 0.1 "$new" "$new" "$new" "$new" "$new" "$new" "$new" "$new" "$new" "$new" >b.bvh
show() {
    python3 -c '
import csv, sys
for row in csv.DictReader(open("m.csv")):
    if row["joint"] != "Body":
        print(row["joint"])
        for name in sys.argv[1:]:
            print(" ", name, "%.6g" % round(float(row[name]), 6))' "$@"
}
errors='target_error_rms_deg displacement_deg_s displacement_u_s'
blended() {
    dbtool blend a.bvh b.bvh -q --at 3f --align none -m cached-pose:curve=linear,blend_time=0.5 -o out.bvh \
        --metrics m.csv "$@"
}
blended
# shellcheck disable=SC2086
show $errors overshoot_deg overshoot_u ang_jerk_peak_ref_deg_s3 ang_jerk_rms_ref_deg_s3 ang_jerk_peak_ratio \
    ang_jerk_rms_ratio
echo 'with a window'
blended --window 0.3
# shellcheck disable=SC2086
show $errors
