# The curves at 1/4, 1/2 and 3/4, from 0 to 100.
slide 0 0 0 0 0 0 0 >a.bvh
slide 100 100 100 100 100 100 >b.bvh
for curve in linear smoothstep smootherstep sinusoidal; do
    dbtool blend -q a.bvh b.bvh --at 2f --align none -m crossfade:blend_time=0.4,curve=$curve --precision 7 -o out.bvh
    column out.bvh 1 | paste -sd' '
done
