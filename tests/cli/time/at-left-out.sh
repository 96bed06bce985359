# Without a time, the cut is at the end of the clip that plays.
slide 0 1 2 >a.bvh
slide 10 11 12 >b.bvh
slide 20 21 >c.bvh
dbtool blend -q a.bvh b.bvh c.bvh -m cut --align none -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh c.bvh -m cut --align none --from 1f,1f -o out.bvh
column out.bvh 1 | paste -sd' '
