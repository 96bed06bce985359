take walk
tries dbtool metrics walk.bvh
tries dbtool metrics --at 1
tries dbtool metrics walk.bvh --at 9 -o out.csv
tries dbtool metrics walk.bvh --at 1,1 -o out.csv
tries dbtool metrics walk.bvh --at 1,0.5 -o out.csv
tries dbtool metrics walk.bvh --at 1 -m dead-haflife -o out.csv
tries dbtool metrics walk.bvh --at 1 --window -1 -o out.csv
tries dbtool metrics walk.bvh --at 1 --precision 3 -o out.csv
tries dbtool metrics - --at 1 --source - --target walk.bvh -o out.csv <walk.bvh
ls
