# A joint swings as A sin(w t), A = 10 degrees about z and 10 units along x, one
# period a second, 50 frames a second. Each difference of a sampled sine is a
# sine again, 2 sin(w dt/2) times as large and 90 degrees and half a frame away:
#     |J[k]| = A (2 sin(w dt/2)/dt)^3 |cos(w (k - 1.5) dt)|
# where w dt = 7.2 degrees, so K = A (2 sin(3.6 deg)/0.02)^3 = 2475.6 is near
# A w^3 = 2480.5. C(k) below is |cos(7.2 deg (k - 1.5))|.
python3 -c '
from math import pi, sin
for k in range(60):
    x = 10 * sin(2 * pi * k / 50)
    print("%.12f 0 0 %.12f 0 0" % (x, x))' >lines
mapfile -t lines <lines
point 0.02 "${lines[@]}" >a.bvh
reference() { # LABEL AT FROM PEAK RMS PEAK_OVER RMS_OVER, each an expression of K and C, then options
    dbtool blend a.bvh a.bvh -q --at "$2" --from "$3" -m cut --align none -o out.bvh --metrics m.csv "${@:8}"
    python3 -c '
import csv, sys
from math import cos, pi, sin, sqrt
K = 10 * (2 * sin(pi * 3.6 / 180) / 0.02) ** 3
def C(k): return abs(cos(pi * 7.2 / 180 * (k - 1.5)))
def peak(*spans): return K * max(C(k) for a, b in spans for k in range(a, b + 1))
def rms(*spans):
    x = [C(k) ** 2 for a, b in spans for k in range(a, b + 1)]
    return K * sqrt(sum(x) / len(x))
peak_ref, rms_ref, over, over_rms = (eval(x) for x in sys.argv[2:6])
for row in csv.DictReader(open("m.csv")):
    for side, unit in (("ang", "deg"), ("lin", "u")):
        for column, x in (("peak_ref_%s_s3", peak_ref), ("rms_ref_%s_s3", rms_ref), ("peak_ratio", over),
                          ("rms_ratio", over_rms)):
            name = side + "_jerk_" + (column % unit if "%" in column else column)
            if x is not None and not abs(float(row[name]) - x) < 2e-6 * x:
                print("%s %s %s: expected %.9g, found %s" % (sys.argv[1], row["joint"], name, x, row[name]))
print("%s: %.5g %.5g" % (sys.argv[1], peak_ref, rms_ref))' "$1" "${@:4:4}"
}
# The clip goes on as if there were no cut: the ten frames down to 20 and from 20
# on, measured over frames 20 to 23. The largest of the level is frame 26's,
# which is at 176.4 degrees: K cos(3.6 deg) = 2470.7; that of the figure frame
# 23's at 154.8 degrees, so the ratio is cos(25.2 deg)/cos(3.6 deg) = 0.90662.
reference goes-on 20f 20f 'peak((11, 20), (20, 29))' 'rms((11, 20), (20, 29))' \
    'cos(pi * 25.2 / 180) / cos(pi * 3.6 / 180)' 'rms((20, 23)) / rms((11, 20), (20, 29))'
# From its frame 30 the target is at 205.2 to 270 degrees: K cos(25.2 deg).
reference elsewhere 20f 30f 'K * cos(pi * 25.2 / 180)' 'rms((11, 20), (30, 39))' None None
# With a window of 15 frames the figure is of 19, 20 to 38. There are 19 on each
# side then, though the source has no jerk before frame 3.
reference window 20f 20f 'peak((3, 20), (20, 38))' 'rms((3, 20), (20, 38))' 1 \
    'rms((20, 38)) / rms((3, 20), (20, 38))' --window 0.3
# A window of 5 frames still has 10 on each side, for a figure of 9.
reference short-window 20f 20f 'peak((11, 20), (20, 29))' 'rms((11, 20), (20, 29))' \
    'peak((20, 28)) / peak((11, 20), (20, 29))' 'rms((20, 28)) / rms((11, 20), (20, 29))' --window 0.1
# Of the source there are only frames 3 to 5 with a jerk, of the target's first
# frames 55 to 59 all that the clip has; but they look back before 55.
reference at-the-edges 5f 55f 'peak((3, 5), (55, 59))' 'rms((3, 5), (55, 59))' None None
# Past its end the source shows its last frame, 59: the ten frames up to that.
reference held 70f 3f 'peak((50, 59), (3, 12))' 'rms((50, 59), (3, 12))' None None --past-end hold
