# With a cut after its end, a clip holds its last pose until the cut and during the fade.
slide 0 1 2 >a.bvh
slide 10 11 12 >b.bvh
dbtool blend -q a.bvh b.bvh -a 4f --past-end hold --align none -m cut -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 4f --past-end hold --align none -m crossfade -t 0.2 --curve linear -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 1f --past-end hold --align none -m cut --until 6f -o out.bvh
column out.bvh 1 | paste -sd' '
grep Frames: out.bvh
