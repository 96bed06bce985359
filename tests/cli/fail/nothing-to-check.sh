# A gate that has compared nothing must not pass: status 2. A shard without jobs may, as its summary says so.
take walk run
tries dbtool blend -q walk.bvh -o out.bvh --fail-if 'seam_ratio>0' --gate-report gate.md
ls gate.md 2>&1 | wc -l
echo '[{"name": "one", "out": "one.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
tries dbtool batch -q plan.json --fail-if 'seam_ratio>0'
dbtool batch plan.json --shard 2/2 --fail-if 'seam_ratio>0' 2>&1 | sed 's/, [0-9.e-]* s$//'
echo '[{"name": "two", "out": "two.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >two.json
dbtool batch -q two.json --fail-if 'seam_ratio>1e6'
echo "status $?"
