take walk
tries dbtool blend walk.bvh nowhere.bvh -o out.bvh
tries dbtool blend walk.bvh no/where.bvh -o out.bvh
tries dbtool info nowhere.bvh
tries dbtool metrics nowhere.bvh --at 1
ls
