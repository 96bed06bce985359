take walk
tries dbtool blend
tries dbtool info
tries dbtool metrics
tries dbtool metrics walk.bvh
ls
