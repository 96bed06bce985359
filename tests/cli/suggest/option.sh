take walk run
tries dbtool blend walk.bvh run.bvh --metod cut -o out.bvh
tries dbtool blend walk.bvh run.bvh --half-life 0.1 -o out.bvh
tries dbtool blend walk.bvh run.bvh --frobnicate -o out.bvh
tries dbtool blend walk.bvh run.bvh -Z -o out.bvh
tries dbtool info --limit walk.bvh
ls
