# A cut after the end: the last pose is held until it, and under what fades from it.
slide 0 1 2 >a.bvh
slide 10 11 12 >b.bvh
dbtool blend -q a.bvh b.bvh -a 4f --past-end hold --align none -m cut -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 4f --past-end hold --align none -m crossfade -t 0.2 --curve linear -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 1f --past-end hold --align none -m cut --until 6f -o out.bvh
column out.bvh 1 | paste -sd' '
grep Frames: out.bvh
