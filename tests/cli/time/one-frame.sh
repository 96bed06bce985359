# The frame at which a clip starts may be its last, and the cut frame 0.
slide 0 >a.bvh
slide 10 >b.bvh
dbtool blend -q a.bvh b.bvh --align none -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -m cut --align none -o out.bvh
column out.bvh 1 | paste -sd' '
