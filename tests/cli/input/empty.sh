take walk
: >empty.bvh
tries dbtool blend walk.bvh empty.bvh -o out.bvh
tries dbtool info empty.bvh
tries dbtool info /dev/null
tries dbtool info - </dev/null
ls
