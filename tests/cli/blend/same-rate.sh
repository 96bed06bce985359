# 0.033333 and 1/30 are the same rate, so no frame is computed; 0.0333 is another rate.
slide 0 1 2 | sed 's/Time: 0.1/Time: 0.033333/' >a.bvh
slide 10 11 12 | sed 's/Time: 0.1/Time: 0.03333333333/' >b.bvh
slide 10 11 12 | sed 's/Time: 0.1/Time: 0.0333/' >c.bvh
dbtool blend -q a.bvh b.bvh -m cut --align none | column - 1 | paste -sd' '
dbtool blend -q a.bvh c.bvh -m cut --align none | column - 1 | paste -sd' '
