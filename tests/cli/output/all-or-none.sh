# If one output cannot be made, none appears, and old files do not change.
take walk run
echo old >out.bvh
echo old >out.csv
before=$(stat -c '%i %Y' out.bvh out.csv)
tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics run.bvh/where.csv
tries dbtool blend walk.bvh run.bvh -a 1 -o run.bvh/where.bvh --metrics out.csv
tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics /dev/full
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -o out.bvh --metrics out.csv --extrapolation /dev/full
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -o out.bvh --metrics out.csv --extrapolation run.bvh/where.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -m cut -o out.bvh --metrics out.csv --extrapolation e.bvh
[ "$(stat -c '%i %Y' out.bvh out.csv)" = "$before" ] && echo untouched
cat out.bvh out.csv
ls -A
