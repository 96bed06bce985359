# Every mistake of the plans is reported with file, line, column and path before any job runs.
take walk run
cat >plan.json <<'END'
{"defaults": {"blendtime": 0.3, "precision": 77},
 "jobs": [
  {"name": "fine", "out": "fine.bvh", "cuts": [{"clip": "walk.bvh"}]},
  {"name": "a", "out": "a.bvh", "method": "dead-deacy", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"}]},
  {"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"},
    {"clip": "run.bvh", "at": "1,2", "method": "dead-linear", "halflife": 0.1}]},
  {"name": "fine", "out": "c.bvh", "precision": 6, "cuts": [{"clip": "walk.bvh"}]}]}
END
tries dbtool batch plan.json
printf '[{"out": "o.bvh", "cuts": [{"clip": "walk.bvh"}],\n "precision": NaN}]\n' >nan.json
tries dbtool batch nan.json
ls -A
