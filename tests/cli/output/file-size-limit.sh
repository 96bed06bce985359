# As on a full disk: no part of the output appears, and the old one does not change.
take walk run
echo old >out.bvh
(
    ulimit -f 40
    tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh
    tries dbtool blend walk.bvh run.bvh -a 1 -o new.bvh
    tries into stdout.bvh dbtool blend walk.bvh run.bvh -a 1
    ulimit -f 1
    tries dbtool blend walk.bvh run.bvh -a 1 -o /dev/null --metrics out.csv
    tries dbtool info --limits walk.bvh run.bvh -o limits.json
)
rm stdout.bvh
cat out.bvh
ls -A
