# Of several files, a message says which one its cut is wrong in.
take walk run
tries dbtool metrics walk.bvh run.bvh --at 1,1
tries dbtool metrics walk.bvh run.bvh --at 1,1.1 --gap 0.2
sed 's/^Frame Time:.*/Frame Time: 2/' run.bvh >slow.bvh
tries dbtool metrics walk.bvh slow.bvh --at 1,1.5
