# A clip that starts where the other is stays the clip's own, to the byte.
slide 0 1 2 >a.bvh
slide 0.0 1.0 2.0 3.0 >b.bvh
dbtool blend -q a.bvh b.bvh --from 2f -m cut -o out.bvh
column out.bvh 1 | paste -sd' '
