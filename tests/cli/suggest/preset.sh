take walk run
tries dbtool blend walk.bvh run.bvh --preset unrael -o out.bvh
tries dbtool blend walk.bvh run.bvh --preset maya -o out.bvh
tries dbtool blend walk.bvh run.bvh --preset unreal -m cut -o out.bvh
