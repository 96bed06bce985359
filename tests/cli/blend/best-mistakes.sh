take walk run
slide 0 1 2 >short.bvh
tries dbtool blend walk.bvh run.bvh --at best:0..0.1 -o x.bvh
tries dbtool blend walk.bvh run.bvh --at best --play 1000 -o x.bvh
tries dbtool blend walk.bvh run.bvh --at best:2 --until 1 -o x.bvh
tries dbtool blend walk.bvh run.bvh --at 1000 --from best --past-end hold -o x.bvh
tries dbtool blend walk.bvh run.bvh --at best:0.6..0.5 -o x.bvh
tries dbtool blend walk.bvh run.bvh --at 0.5 --from best:30f..20f -o x.bvh
tries dbtool blend walk.bvh run.bvh --at bets -o x.bvh
tries dbtool blend walk.bvh short.bvh --at best -o x.bvh
tries dbtool metrics walk.bvh --at best
tries dbtool metrics walk.bvh --at 1 --from best --source walk.bvh --target run.bvh
ls -- *.bvh
