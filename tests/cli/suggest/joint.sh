take walk run
tries dbtool blend walk.bvh run.bvh --root Hip -o out.bvh
tries dbtool blend walk.bvh run.bvh --root LeftHand -o out.bvh
tries dbtool blend walk.bvh run.bvh --skip LeftHnd -o out.bvh
tries dbtool blend walk.bvh run.bvh --skip 'Tail*' -o out.bvh
tries dbtool blend walk.bvh run.bvh --profile 'Tail*=2' -o out.bvh
