take walk run
tries dbtool blend walk.bvh run.bvh walk.bvh -a 1.2,1 -o out.bvh
tries dbtool blend walk.bvh run.bvh walk.bvh -a 1,1 -o out.bvh
tries dbtool blend walk.bvh run.bvh walk.bvh -a 60f,1.001 -o out.bvh
ls
