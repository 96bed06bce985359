take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife -o default.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --max-linear-velocity none --max-angular-velocity none -o none.bvh
same default.bvh none.bvh
