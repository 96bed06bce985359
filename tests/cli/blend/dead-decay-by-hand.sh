# 20 units/s and 30 deg/s, halving each frame of 0.1 s: E = S + v (1 - 2^-k) 0.1/ln 2.
point 0.1 '6 0 0 9 0 0' '8 0 0 12 0 0' >a.bvh
slide 100 100 100 100 >b.bvh
dbtool blend -q a.bvh b.bvh --align none -m dead-decay:halflife=0.1,blend_time=9 -o out.bvh --extrapolation e.bvh
frames e.bvh | cut -d' ' -f 1,4
awk 'BEGIN { for (k = 1; k < 4; k++) { f = (1 - 2 ^ -k) * 0.1 / log(2); printf "%.6f %.6f\n", 8 + 20 * f, 12 + 30 * f } }'
