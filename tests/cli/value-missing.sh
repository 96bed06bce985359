take walk run
tries dbtool blend walk.bvh run.bvh -o
tries dbtool blend walk.bvh run.bvh --output
tries dbtool blend walk.bvh run.bvh -m
tries dbtool blend walk.bvh run.bvh -a
tries dbtool blend walk.bvh run.bvh --curve
tries dbtool blend walk.bvh run.bvh --halflife
tries dbtool blend walk.bvh run.bvh --unroll=yes -o out.bvh
