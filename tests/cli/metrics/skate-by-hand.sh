# One joint, ten frames a second, its End Site 1 unit away: contact is up to 0.04
# units above the least height and up to 0.2 units a second. The cut is at frame
# 3, five frames of a linear cross-fade follow.
skate() { # what, then options of blend
    local what=$1
    shift
    dbtool blend "$@" -q --at 3f --align none -o out.bvh --metrics m.csv
    python3 -c '
import csv, sys
found = [row["skate_u"] for row in csv.DictReader(open("m.csv"))]
assert found[0] == found[1]         # the row * of a single joint is its own
print("%s: %s" % (sys.argv[1], "%.6g" % round(float(found[0]), 6) if found[0] else "none"))' "$what"
}
fade='-m crossfade:curve=linear,blend_time=0.5'
# steps FORM FROM STEP N: lines whose one number runs
steps() {
    awk -v f="$1\\n" -v x="$2" -v d="$3" -v n="$4" 'BEGIN { for (k = 0; k < n; k++) printf f, x + k * d }'
}
clip() { # FILE FORM FROM STEP N
    local -a lines
    mapfile -t lines < <(steps "$2" "$3" "$4" "$5")
    point 0.1 "${lines[@]}" >"$1"
}
along_x='%.6f 0 0 0 0 0' along_y='0 %.6f 0 0 0 0'

# Both slide at 0.1 units a second, the target half a unit ahead. The output is
# at 0.02 in frame 2, at 0.03 in frame 3 and then, never turning back, at 0.53 +
# 5 * 0.01 = 0.58 in frame 8: 0.56 in all. A cut is at 0.53 in frame 3 already,
# which is all that counts of it.
clip a.bvh "$along_x" 0 0.01 12
clip b.bvh "$along_x" 0.53 0.01 12
# shellcheck disable=SC2086
{
    skate 'slide, by name' a.bvh b.bvh $fade
    skate slide a.bvh b.bvh $fade --feet Po*
    skate 'slide, frozen' a.bvh b.bvh -m cached-pose:curve=linear,blend_time=0.5 --feet Point
    skate 'slide, cut' a.bvh b.bvh -m cut --feet Point
    # 0.1 units a second are too many for 0.05.
    skate 'slide, too fast' a.bvh b.bvh $fade --feet Point --contact-speed 0.05

    # A name that says what it is needs no option.
    for x in a b; do sed 's/Point/rightTOEbase/' $x.bvh >$x-toe.bvh; done
    skate 'slide, a toe' a-toe.bvh b-toe.bvh $fade

    # The same along y, which is the ground where z is up; where y is up it is
    # nowhere.
    clip a.bvh "$along_y" 0 0.01 12
    clip b.bvh "$along_y" 0.53 0.01 12
    skate 'slide, z up' a.bvh b.bvh $fade --feet Point --up z
    skate 'rise, y up' a.bvh b.bvh $fade --feet Point

    # Both stand still, 2 units apart: whatever the way, 2 units.
    clip a.bvh "$along_x" 1 0 12
    clip b.bvh "$along_x" 3 0 12
    skate 'still' a.bvh b.bvh $fade --feet Point
    skate 'still, cut' a.bvh b.bvh -m cut --feet Point
    # In a window of three frames, 3/5 of it.
    skate 'still, window' a.bvh b.bvh $fade --feet Point --window 0.3

    # The target lifts its foot by 0.1 in its frame 2. Only frame 4 counts, 2/5
    # units, and frame 3, in which the output does not move yet.
    point 0.1 '3 0 0 0 0 0' '3 0 0 0 0 0' '3 0.1 0 0 0 0' '3 0.1 0 0 0 0' '3 0.1 0 0 0 0' '3 0.1 0 0 0 0' \
        '3 0.1 0 0 0 0' '3 0.1 0 0 0 0' >b.bvh
    skate lift a.bvh b.bvh $fade --feet Point
    # 0.2 above the ground may count as contact, but in the frame of the lift
    # the foot rises at 1 unit a second. Frames 4, 6, 7 and 8 are left: 8/5.
    skate 'lift, allowed' a.bvh b.bvh $fade --feet Point --contact-height 0.2
    skate 'lift, at any speed' a.bvh b.bvh $fade --feet Point --contact-height 0.2 --contact-speed 1.5
    # At the cut the speed is the forward one: the target stands before its
    # frame 1, to which it moves at 1 unit a second, and after. Frames 5 to 8 are
    # left: from 1 + 1/5 * 2.1 = 1.42 to 3.1. A cut has no frame left.
    point 0.1 '3 0 0 0 0 0' '3.1 0 0 0 0 0' '3.1 0 0 0 0 0' '3.1 0 0 0 0 0' '3.1 0 0 0 0 0' '3.1 0 0 0 0 0' \
        '3.1 0 0 0 0 0' >b.bvh
    skate 'start' a.bvh b.bvh $fade --feet Point
    skate 'start, cut' a.bvh b.bvh -m cut --feet Point
    # From its frame 1 on it stands: 2.1 at once.
    skate 'started, cut' a.bvh b.bvh -m cut --feet Point --from 1f
}
