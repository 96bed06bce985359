# The error names the clip, its last time and the cut.
take walk run
tries dbtool blend walk.bvh run.bvh -a 3 -o out.bvh
tries dbtool blend walk.bvh run.bvh walk.bvh -a 1,9 -o out.bvh
tries dbtool blend walk.bvh run.bvh -a end-3 -o out.bvh
tries dbtool blend walk.bvh run.bvh --from 3 -o out.bvh
tries dbtool blend walk.bvh run.bvh -a 1 --until 4 -o out.bvh
tries dbtool blend walk.bvh run.bvh -a 1 --until 0.5 -o out.bvh
ls
