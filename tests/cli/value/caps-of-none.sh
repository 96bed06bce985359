take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o default.bvh
dbtool blend -q walk.bvh run.bvh -a 1 --max-linear-velocity none --max-angular-velocity none -o none.bvh
same default.bvh none.bvh
