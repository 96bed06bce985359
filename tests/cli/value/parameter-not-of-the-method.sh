take walk run
tries dbtool blend walk.bvh run.bvh --halflife 0.1 -o out.bvh
tries dbtool blend walk.bvh run.bvh -m dead-clamp:bounce=3 -o out.bvh
tries dbtool blend walk.bvh run.bvh -m cut -t 0.1 -o out.bvh
tries dbtool blend walk.bvh run.bvh -m inertialize-spring -t 0.1 -o out.bvh
tries dbtool blend walk.bvh run.bvh -m dead-halflife:halflife=0.1 -o out.bvh
