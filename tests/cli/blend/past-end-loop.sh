# A clip that loops is neither aligned nor blended at its wraps.
slide 0 1 2 >a.bvh
slide 10 11 12 >b.bvh
dbtool blend -q a.bvh b.bvh -a 4f --past-end loop --align none -m cut -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 4f --past-end loop --align none -m crossfade -t 0.2 --curve linear -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 1f --past-end loop --align none -m cut --until 6f -o out.bvh
column out.bvh 1 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 1f --from 2f --past-end loop --align none -m cut --until 4f -o out.bvh
column out.bvh 1 | paste -sd' '
