take walk run
tries dbtool blend walk.bvh run.bvh -m dead-haflife -o out.bvh
tries dbtool blend walk.bvh run.bvh -m deadhalflife -o out.bvh
tries dbtool blend walk.bvh run.bvh -m Dead-Decay -o out.bvh
tries dbtool blend walk.bvh run.bvh -m frobnicate -o out.bvh
tries dbtool blend walk.bvh run.bvh -m '' -o out.bvh
tries dbtool methods inertialise-quintic
ls
