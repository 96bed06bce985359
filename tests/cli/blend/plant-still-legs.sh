# Clips whose legs hardly move say little of how a body moves its legs: feet are locked as well. And no foot that
# slides is called seamless because other joints move.
stander() { # DEGREES SWING: a figure with legs that far apart, whose body above the hips swings that far
    python3 - "$@" <<'END'
import sys
from math import cos, pi, radians, sin
apart, swing = float(sys.argv[1]), float(sys.argv[2])
def joint(name, offset, *children, kind="JOINT", channels="3 Zrotation Xrotation Yrotation"):
    inside = "".join(children) or "End Site\n{\nOFFSET 0 -4 6\n}\n"
    return "%s %s\n{\nOFFSET %s\nCHANNELS %s\n%s}\n" % (kind, name, offset, channels, inside)
def leg(side, x):
    toe = joint(side + "ToeBase", "0 -4 12")
    return joint(side + "UpLeg", "%d 0 0" % x, joint(side + "Leg", "0 -45 0", joint(side + "Foot", "0 -45 0", toe)))
def arm(side, x):
    finger = joint(side + "Finger", "%d 0 0" % x)
    return joint(side + "Arm", "%d 15 0" % x, joint(side + "ForeArm", "%d 0 0" % (2 * x), joint(side + "Hand", "%d 0 0" % (2 * x), finger)))
body = joint("Spine", "0 20 0", joint("Chest", "0 10 0", arm("Left", 14), arm("Right", -14), joint("Neck", "0 20 0", joint("Head", "0 8 0"))))
print("HIERARCHY\n" + joint("Hips", "0 0 0", body, leg("Left", 9), leg("Right", -9), kind="ROOT",
                           channels="6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"), end="")
print("MOTION\nFrames: 60\nFrame Time: 0.033333")
for k in range(60):
    wave = sin(2 * pi * k / 60)
    above = [[swing * sin(2 * pi * k / 15 + n), 0, 0] for n in range(12)]
    legs = [[s * apart, 0, 0] if n == 0 else [-s * apart, 0, 0] if n == 2 else [0, 0, 0] for s in (1, -1) for n in range(4)]
    root = [0, 10 + 90 * cos(radians(apart)), 0.02 * wave, 0, 0, 0]
    print(*("%.6f" % v for row in [root, *above, *legs] for v in row))
END
}
skate() { # the slide of the worst joint, rounded
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "skate_u") c = i } $5 == "*" { printf "slides %.1f\n", $c }' "$1"
}
stander 1 0.1 >narrow.bvh
stander 9 0.1 >wide.bvh
cut() { # OPTIONS...
    dbtool blend narrow.bvh wide.bvh --at 1 -m inertialize-two-sided -t 0.3 --before 0.3 -o out.bvh --metrics m.csv "$@" 2>&1 |
        sed 's/.*cut 1 s = frame 30, //'
    skate m.csv
}
echo "-- still legs"
cut --no-plant
cut --plant
echo "-- a body that swings above them does not make sliding feet seamless"
stander 1 40 >narrow.bvh
stander 9 40 >wide.bvh
cut --smooth 3 --no-plant
cut --smooth 3 --plant
