# Two units and three degrees per frame at the cut, which E keeps. Frames up to the cut are the
# output's; the cut has the source's own line.
point 0.1 '0 0 0 0 0 0' '2 0 0 3 0 0' '4.0 0 0 6 0 0' '6 0 0 9 0 0' '8 0 0 12 0 0' '99 9 9 9 9 9' >a.bvh
slide 100 100 100 100 >b.bvh
dbtool blend -q a.bvh b.bvh --at 4f --align none -m dead-linear -o out.bvh --extrapolation e.bvh
frames e.bvh
head -n -8 out.bvh >1
head -n -8 e.bvh >2
cmp 1 2
# half way through a linear blend of 0.2 s: (10 + 100) / 2, 15 / 2
dbtool blend -q a.bvh b.bvh --at 4f --align none -m dead-linear --curve linear | frames - | tail -4
