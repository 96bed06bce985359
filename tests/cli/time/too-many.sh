take walk run
tries dbtool blend walk.bvh run.bvh -a 1,2 -o out.bvh
tries dbtool blend walk.bvh run.bvh walk.bvh --from 1,2,0.1,0 -o out.bvh
