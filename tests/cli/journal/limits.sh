# What is done is done with limits of these bytes.
take walk run
batch() {
    dbtool batch plan.json --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
}
dbtool info --limits walk.bvh -o limits.json
cat >plan.json <<'PLAN'
[{"out": "o.bvh", "method": "dead-clamp", "limits": "limits.json",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
PLAN
batch
batch
cp o.bvh first.bvh
dbtool info --limits run.bvh -o limits.json
batch
cmp -s o.bvh first.bvh || echo other limits, another output
batch
