# A directory for every option of every command that reads a file. diff reads a folder of tables; an
# empty one is an error.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics good.csv
echo '[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
echo '[{"out": "b.bvh", "cuts": [{"clip": "folder"}]}]' >reads.json
mkdir folder
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-clamp --limits folder -o new.bvh
tries dbtool metrics folder --at 1 -o new.csv
tries dbtool metrics out.bvh --at 1 --source folder --target run.bvh
tries dbtool compare folder run.bvh --at 1 --keep kept
tries dbtool diff folder good.csv
tries dbtool diff good.csv folder -o report
mkdir folder/a.csv
tries dbtool diff good.csv folder -o report
tries dbtool info --limits walk.bvh folder -o new.json
tries dbtool batch folder
tries dbtool batch -q reads.json --metrics new.csv
tries dbtool batch -q plan.json --journal folder
ls -A
