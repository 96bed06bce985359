take walk
mkdir folder
tries dbtool blend walk.bvh folder -o out.bvh
tries dbtool info folder
tries dbtool blend - walk.bvh -o out.bvh <folder
ls
