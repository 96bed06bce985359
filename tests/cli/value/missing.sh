take walk run
tries dbtool blend walk.bvh run.bvh -o
tries dbtool blend walk.bvh run.bvh --output
tries dbtool blend walk.bvh run.bvh -m
tries dbtool blend walk.bvh run.bvh -a
# what follows for a parameter is its help
dbtool blend walk.bvh run.bvh --curve 2>&1 | cut -d: -f 1,2
dbtool blend walk.bvh run.bvh --halflife 2>&1 | cut -d: -f 1,2
tries dbtool blend walk.bvh run.bvh --unroll=yes -o out.bvh
