# A clip without frames can be listed, but not played.
take walk
point 0.1 >none.bvh
dbtool info none.bvh | grep -o '0 frames, 10 fps'
tries dbtool blend none.bvh none.bvh -o out.bvh
tries dbtool metrics none.bvh --at 0
tries dbtool info --limits none.bvh
ls
