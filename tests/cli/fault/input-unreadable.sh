# An unreadable file for every option of every command that reads one.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics good.csv
dbtool info --limits walk.bvh -o limits.json
echo '[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
echo '[{"out": "b.bvh", "cuts": [{"clip": "locked"}]}]' >reads.json
echo '[{"out": "b.bvh", "limits": "locked", "cuts": [{"clip": "walk.bvh"}]}]' >limited.json
echo secret >locked
chmod 000 locked
chmod 777 .
closed() {
    unprivileged "$@"
    echo "$1 $?"
}
closed blend locked walk.bvh -o new.bvh
closed blend walk.bvh run.bvh -a 1 -m dead-clamp --limits locked -o new.bvh
closed metrics locked --at 1 -o new.csv
closed metrics out.bvh --at 1 --source locked --target run.bvh -o new.csv
closed compare walk.bvh locked --at 1 --keep kept
closed compare walk.bvh run.bvh --at 1 --limits locked --keep kept
closed diff locked good.csv
closed diff good.csv locked -o report
closed info locked
closed info --limits walk.bvh locked -o new.json
closed batch locked
closed batch -q reads.json --metrics new.csv
closed batch -q limited.json --metrics new.csv
closed batch -q plan.json --journal locked
ls -A
