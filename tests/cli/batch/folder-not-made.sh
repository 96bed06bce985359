# A folder that cannot be made fails only its job.
take walk
echo file >taken
cat >plan.json <<'END'
[{"name": "a", "out": "taken/o.bvh", "cuts": [{"clip": "walk.bvh"}]},
 {"name": "b", "out": "deep/er/o.bvh", "cuts": [{"clip": "walk.bvh"}]},
 {"name": "c", "out": "deep", "cuts": [{"clip": "walk.bvh"}]}]
END
tries dbtool batch -j 1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$/, SECONDS s/'
same deep/er/o.bvh walk.bvh
cat taken
ls -A . deep
