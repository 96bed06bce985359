take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics out.csv
dbtool blend -q walk.bvh run.bvh -a 1 -o sync.bvh --metrics sync.csv --sync
same out.bvh sync.bvh
same out.csv sync.csv
