slide 0 1 2 3 >a.bvh
slide 10 11 12 13 14 >b.bvh
for until in 0.3 3f end-0.2 0.44 0.45 end; do
    dbtool blend -q a.bvh b.bvh -m cut --align none -a 0.2 --until $until -o out.bvh
    grep Frames: out.bvh
    column out.bvh 1 | paste -sd' '
done
