take walk run
dbtool blend -q walk.bvh run.bvh --at 1.2 -o out.bvh
frames out.bvh | wc -l
