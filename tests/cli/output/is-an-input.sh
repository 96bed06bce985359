# An output that is an input: same name, another spelling, a hard link, a symbolic link.
take walk run
cp walk.bvh before
ln run.bvh hard.bvh
ln -s run.bvh soft.bvh
for out in walk.bvh ./walk.bvh "$PWD/walk.bvh" run.bvh hard.bvh soft.bvh; do
    tries dbtool blend walk.bvh run.bvh -a 1 -o "$out" 2>&1 | sed "s|$PWD|PWD|"
    tries dbtool blend walk.bvh run.bvh -a 1 -n -o "$out" 2>&1 | sed "s|$PWD|PWD|"
done
tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics run.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -o out.bvh --extrapolation walk.bvh
dbtool info --limits walk.bvh run.bvh -o limits.json
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-clamp --limits limits.json -o limits.json
tries dbtool info walk.bvh -o walk.bvh
tries dbtool info --limits walk.bvh -o walk.bvh
tries dbtool metrics walk.bvh --at 1 -o walk.bvh
tries dbtool blend - run.bvh -a 1 -o walk.bvh <walk.bvh
dbtool blend walk.bvh run.bvh -a 1 >>walk.bvh
echo "exit $?"
same walk.bvh before
cmp run.bvh "$DATA/bvh/ok_run.bvh"
ls -A
