# 5 frames a second onto 10: between the frames by Hermite, or straight.
slide 0 0 >a.bvh
slide 0 0 4 0 | sed 's/Time: 0.1/Time: 0.2/' >b.bvh
for how in hermite linear; do
    dbtool blend -q a.bvh b.bvh -a 1f -m cut --align none --interpolate $how -o out.bvh
    column out.bvh 1 | paste -sd' '
done
# twice as fast: every second frame
slide 5 6 7 8 9 10 | sed 's/Time: 0.1/Time: 0.05/' >c.bvh
dbtool blend -q a.bvh c.bvh -a 1f -m cut --align none -o out.bvh
column out.bvh 1 | awk '{ print $1 + 0 }' | paste -sd' '
