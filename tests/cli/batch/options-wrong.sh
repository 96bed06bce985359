take walk
echo '[{"out": "o.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
tries dbtool batch
tries dbtool batch --jurnal j plan.json
tries dbtool batch -j 0 plan.json
tries dbtool batch -j two plan.json
tries dbtool batch --memory 1X plan.json
tries dbtool batch --memory -1 plan.json
tries dbtool batch --resume plan.json
tries dbtool batch --journal
tries dbtool batch -x plan.json
tries dbtool batch . 
tries dbtool batch plan.json --journal walk.bvh/such/folder
tries dbtool batch -q plan.json --metrics walk.bvh/such/folder.csv
tries dbtool batch plan.json --journal walk.bvh
cmp walk.bvh "$DATA/bvh/ok_walk.bvh"
ls -A
