# A point that moves along x, or along a circle: in place it does neither.
slide 0 1 2 3 4 5 6 7 8 9 10 >a.bvh
dbtool loop a.bvh -q --start 1f --period 6f --in-place --closed | tail -7
# 90 degrees in six frames, around a centre 10 units to the right.
for k in 0 1 2 3 4 5 6 7 8; do
    awk -v k=$k 'BEGIN { a = atan2(0, -1) / 12 * k
        printf "%.9f 7 %.9f 0 0 %.9f\n", 10 - 10 * cos(a), 10 * sin(a), 15 * k }'
done >lines
mapfile -t lines <lines
point 0.1 "${lines[@]}" >b.bvh
dbtool loop b.bvh -q --start 1f --period 6f --in-place --closed | tail -7
# Placed, they go on along the circle: after four times 90 degrees it is where it began.
dbtool loop b.bvh -q --start 1f --period 6f --repeat 4 --closed | tail -25 | sed -n '1p;7p;13p;19p;25p'
# Where it is left is where it was captured: the offset is bent, not moved.
dbtool loop a.bvh -q --start 1f --period 6f --align none | tail -6
# Under a joint that stands still and is turned: what moves does so in its parent's space.
carried() {
    cat <<'END'
HIERARCHY
ROOT World
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Hips
	{
		OFFSET 0 0 0
		CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
		JOINT Left
		{
			OFFSET 1 0 0
			CHANNELS 0
			End Site
			{
				OFFSET 1 0 0
			}
		}
		JOINT Right
		{
			OFFSET -1 0 0
			CHANNELS 0
			End Site
			{
				OFFSET -1 0 0
			}
		}
	}
}
END
    motion "$@"
}
lines=()
for x in 0 1 2 3 4 5 6 7 8; do
    lines+=("5 0 7 0 0 90 $x 2 3 0 0 0")
done
carried 0.1 "${lines[@]}" >c.bvh
dbtool loop c.bvh -q --start 1f --period 6f --in-place | tail -6 | sed -n '2p;6p'
dbtool loop c.bvh -q --start 1f --period 6f --repeat 2 | tail -6 | sed -n '1p;6p'
