# 20 units/s and 30 deg/s, shortened to 5 and 10.
point 0.1 '6 0 0 9 0 0' '8 0 0 12 0 0' >a.bvh
slide 100 100 100 >b.bvh
dbtool blend -q a.bvh b.bvh --align none -m dead-linear --max-linear-velocity 5 --max-angular-velocity 10 \
    -o /dev/null --extrapolation e.bvh
frames e.bvh | cut -d' ' -f 1,4
