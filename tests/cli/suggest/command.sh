dbtool blned
echo "exit $?"
dbtool frobnicate
dbtool walk.bvh run.bvh
dbtool plan.json
dbtool notes.txt
