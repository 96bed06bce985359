# A file that may not be written, and a folder in which no file may be made, for every command that
# writes: the old file does not change.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv
echo '[{"out": "locked/new.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >into.json
echo '[{"out": "protected", "cuts": [{"clip": "walk.bvh"}]}]' >over.json
echo '[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
mkdir locked
echo old >locked/old
echo old >protected
chmod 444 protected
chmod 555 locked
chmod 777 .
closed() {
    unprivileged "$@"
    echo "$1 $?"
}
for out in protected locked/old locked/new; do
    closed blend -q walk.bvh run.bvh -a 1 -o b.bvh --metrics "$out"
    closed blend -q walk.bvh run.bvh -a 1 -m dead-halflife -o b.bvh --extrapolation "$out"
    closed metrics out.bvh --at 1 -o "$out"
    closed compare walk.bvh run.bvh --at 1 -m cut -o "$out" --keep kept
    closed diff old.csv old.csv -o "$out"
    closed info walk.bvh -o "$out"
    closed info --limits walk.bvh -o "$out"
    closed batch -q plan.json --metrics "$out"
done
closed compare walk.bvh run.bvh --at 1 -m cut --keep locked/kept
closed batch -q into.json
closed batch -q over.json
closed batch -q plan.json --journal protected
closed batch -q plan.json --journal locked/journal
cat protected locked/old
ls -A . locked
