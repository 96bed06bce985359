# Without -o, or with '-o -', the BVH goes to standard output.
take walk run
dbtool blend -q walk.bvh run.bvh --at 1.2 -o file.bvh
dbtool blend -q walk.bvh run.bvh --at 1.2 >stdout.bvh
dbtool blend -q walk.bvh run.bvh --at 1.2 -o - >dash.bvh
same file.bvh stdout.bvh
same file.bvh dash.bvh
