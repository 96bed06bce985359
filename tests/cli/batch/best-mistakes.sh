take walk run
cat >plan.json <<'END'
[{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh", "from": "best"}, {"clip": "run.bvh", "at": "best:1.."}]},
 {"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}],
  "layers": [{"joints": "Hips", "clips": [{"clip": "run.bvh", "at": "best"}]}]}]
END
tries dbtool batch plan.json
cat >none.json <<'END'
[{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "best", "from": "end"}]},
 {"name": "b", "out": "b.bvh", "play": 100, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "best"}]}]
END
dbtool batch -q -j 1 none.json
ls -- *.bvh
