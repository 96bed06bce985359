# A figure of two legs, feet at 1 to each side of its body: a new clip is placed by the foot that
# stands in both. Ten frames a second; up to 0.4 above its least height a foot stands.
# shellcheck shell=bash
figure() { # x of the body, its turn, how high the left foot is, and x of left and right foot from
    # where they would be: a line for each frame, from standard input
    leg() {
        echo "JOINT $1Hip { OFFSET $2 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
            JOINT $1Knee { OFFSET 0 -5 0 CHANNELS 3 Zrotation Xrotation Yrotation
              JOINT $1Foot { OFFSET 0 -5 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 0 1 } } } }"
    }
    {
        echo "HIERARCHY ROOT Body { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Yrotation Zrotation Xrotation"
        leg Left -1
        leg Right 1
        echo "}"
    } | sed 's/  */ /g; s/{ /\n{\n/g; s/ }/\n}/g; s/ \(OFFSET\|CHANNELS\|JOINT\|End\)/\n\1/g'
    local -a rows=()
    local x turn high left right
    while read -r x turn high left right; do
        high=$(awk -v h="$high" 'BEGIN { print -5 + h }')
        rows+=("$x 10 0 $turn 0 0 0 0 0 0 0 0 $left $high 0 0 0 0 0 0 0 $right -5 0")
    done
    motion 0.1 "${rows[@]}"
}
rows() { # N X TURN HIGH LEFT RIGHT [LEFT'S STEP]
    awk -v n="$1" -v a="$2 $3 $4" -v l="$5" -v r="$6" -v s="${7:-0}" \
        'BEGIN { for (k = 0; k < n; k++) print a, l + s * k, r }'
}
body() { # where it is in the first frame of the new clip in out.bvh
    awk '/^Frame Time/ { from = NR + 1 } from && NR == from + 4 { printf "%.6f %.6f, turn %.6f\n", $1, $3, $4 }' out.bvh
}
blend() {
    dbtool blend -q a.bvh b.bvh --at 4f -m cut -o out.bvh --precision 9 "$@" && body
}
rows 8 0 0 0 0 0 | figure >a.bvh
# In the new clip the right foot is half a unit further from the body.
rows 8 7 0 0 0 0.5 | figure >b.bvh
echo "-- by the root"
blend
echo "-- both stand equally still: the first"
blend --align foot
echo "-- the left one is lifted: the right one stays at 1"
{ rows 7 7 0 0.5 0 0.5; rows 1 7 0 0 0 0.5; } | figure >b.bvh
blend --align foot
echo "-- with a turn, by another parameter"
{ rows 7 7 90 0.5 0 0.5; rows 1 7 90 0 0 0.5; } | figure >b.bvh
blend -m cut:align=foot
echo "-- both stand, the left one moves a little"
rows 8 7 0 0 0 0.5 0.01 | figure >b.bvh
blend --align foot
echo "-- a figure in which none stands in both: by the root"
rows 8 0 0 0 0 0 9 | figure >a.bvh
rows 8 7 0 0 0 0.5 0 | figure >b.bvh
blend --align foot --contact-speed 1 --feet LeftFoot
