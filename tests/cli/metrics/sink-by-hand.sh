# One joint that moves along x, ten frames a second. The cut is at frame 3, five frames of a linear cross-fade follow:
# heights 0, 0.4, 0.8, 1.2, 1.6, 2 in frames 3 to 8. The ground is the old clip's up to frame 5.
level() { # what, then options of blend
    local what=$1
    shift
    dbtool blend a.bvh b.bvh "$@" -q --at 3f -m crossfade:curve=linear,blend_time=0.5 -o out.bvh --metrics m.csv
    python3 -c '
import csv, sys
point, whole = csv.DictReader(open("m.csv"))
assert point["sink_u"] == whole["sink_u"] and point["float_u"] == whole["float_u"]
print("%s: %s %s" % (sys.argv[1], whole["sink_u"], whole["float_u"]))' "$what"
}
clip() { # FILE HEIGHT N, and as many lines of other heights; after frame 20 it shakes, so that no other height is a glitch
    local file=$1 height=$2 n=$3
    shift 3
    local -a lines
    mapfile -t lines < <(for ((k = 0; k < n; k++)); do echo "$k $height$((k < 20 ? 0 : k % 2 * 3)) 0 0 0 0"; done)
    for x; do lines+=("$n $x 0 0 0 0"); done
    point 0.1 "${lines[@]}" >"$file"
}
clip a.bvh 0. 12
clip b.bvh 2. 12
# 1.2 is 0.8 below the new ground, 0.8 is 0.8 above the old one.
level 'up' --feet Point --contact-speed 99
level 'up, no foot'
# Over three frames the old ground alone counts.
level 'up, window' --feet Point --window 0.2 --contact-speed 99
clip b.bvh -2. 12
# 0, -0.4, -0.8 below the old ground; -1.2 and -1.6 above the new one.
level 'down' --feet Point --contact-speed 99
# The new foot never stands here: one frame is lower.
clip b.bvh 2. 12 1
level 'in the air' --feet Point --contact-speed 99
# One frame in a hundred may be lower: the ground is at 2 all the same, but at 1.8 in 99 frames.
clip b.bvh 2. 99 1.8
level 'a hundred frames' --feet Point --contact-height 1 --contact-speed 99
clip b.bvh 2. 98 1.8
level 'ninety-nine frames' --feet Point --contact-height 1 --contact-speed 99
