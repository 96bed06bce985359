# Messages about a job propose keys of the plan instead of options that batch lacks.
take walk
cat >plan.json <<'END'
{"defaults": {"out": "{name}.bvh"}, "jobs": [
  {"name": "late", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": 100}]},
  {"name": "long-play", "play": 5, "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": "best"}]},
  {"name": "limit", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": 1}]}]}
END
tries dbtool batch -j1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
printf '[{"name": "a", "out": "a.bvh", "method": "bridge-linear", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": 1}]}]' >plan.json
tries dbtool batch -j1 plan.json 2>&1
head -c 6000 walk.bvh >cut.bvh
printf '[{"name": "a", "out": "a.bvh", "cuts": [{"clip": "cut.bvh"}, {"clip": "cut.bvh"}]}]' >plan.json
tries dbtool batch -j1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
# What batch has an option for is named as that.
printf '[{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh"}]}]' >plan.json
tries dbtool batch -j1 --max-frames 5 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
