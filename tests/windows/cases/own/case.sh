# Names that differ in upper and lower case alone are one file.
take walk run
dbtool blend walk.bvh run.bvh --at 1 -q -o WALK.BVH || echo "exit $?"
dbtool blend walk.bvh run.bvh --at 1 -q -o Out.bvh --metrics out.BVH || echo "exit $?"
cat >plan.json <<'END'
{"jobs": [{"name": "a", "out": "new/X.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
          {"name": "b", "out": "NEW/x.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]}
END
mkdir new
dbtool batch plan.json || echo "exit $?"
cmp walk.bvh "$DATA/bvh/ok_walk.bvh"
ls -A . new
