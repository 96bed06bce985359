# A clip that starts where the other one is keeps its own bytes.
slide 0 1 2 >a.bvh
slide 0.0 1.0 2.0 3.0 >b.bvh
dbtool blend -q a.bvh b.bvh --from 2f -m cut -o out.bvh
column out.bvh 1 | paste -sd' '
