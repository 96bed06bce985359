take walk
tries dbtool blend
tries dbtool blend walk.bvh -o out.bvh
tries dbtool info
tries dbtool metrics
tries dbtool metrics walk.bvh
ls
