# Everything is checked, nothing is written.
take walk run
dbtool blend -n walk.bvh run.bvh -a 1 -m dead-halflife -o out.bvh --metrics out.csv --extrapolation e.bvh
dbtool blend --dry-run -q walk.bvh run.bvh -a 1
dbtool blend --dry-run walk.bvh run.bvh -a 1
tries dbtool blend -n walk.bvh run.bvh -a 3 -o out.bvh
ls -A
