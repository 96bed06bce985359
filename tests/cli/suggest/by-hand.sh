# A point slides along x. Relative to itself it is always in one place, so only its speed counts. A
# leaves at 10, 20, 30 units per second, B enters at 30, 10, 20, 5; no joint turns.
slide 0 1 3 6 >a.bvh
slide 50 53 54 56 56.5 >b.bvh
dbtool suggest a.bvh b.bvh --play 0 --apart 0 --top 5 --format csv
dbtool suggest a.bvh b.bvh --play 0 --apart 0.1 --at 0.2..0.3 --velocity-weight 1 --format csv
dbtool suggest a.bvh b.bvh --play 1f --apart 0 --from 1f --format csv
# Equal costs: the earlier frame of A, then of B.
slide 0 1 2 3 4 >c.bvh
dbtool suggest c.bvh c.bvh --play 0 --apart 0 --top 3 --format csv
