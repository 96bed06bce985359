# Clips at rest have no jerk: the ratio is over what the rounding of a file's six
# decimals can make, 4e-6/dt^3. Left turns by 2 degrees from frame 5 to 6: at 10
# frames a second V is 20 deg/s, J peaks at 2 * 20 * 100 = 4000.
six='6 Xposition Yposition Zposition Zrotation Xrotation Yrotation'
three='3 Zrotation Xrotation Yrotation'
still() {
    local i
    for i in 1 2 3 4 5 6; do
        lines[i]="0 0 0 0 0 0 0 0 0 $1 0 0 0 0 0"
    done
    pair "$six" "$three" 0.1 "${lines[@]}"
}
still 0 >a.bvh
still 2 >b.bvh
for joint in Left Right 'L*' '*'; do
    dbtool compare a.bvh b.bvh -m cut --window 0.3 --joint "$joint" --format csv |
        python3 -c '
import csv, sys
for r in csv.DictReader(sys.stdin):
    print(r["joint"], *("%.6g" % float(r[k]) for k in r if "ang_jerk_peak" in k))'
done
