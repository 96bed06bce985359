# A strict job that fails by a clip's warnings hides them from no later job.
take walk
sed '$d' walk.bvh >short.bvh # a frame fewer than it says: a warning with "lenient"
printf '{"defaults": {"lenient": true}, "jobs": [
  {"name": "strict", "strict": true, "out": "a.out.bvh", "cuts": [{"clip": "short.bvh"}]},
  {"name": "b", "out": "b.out.bvh", "cuts": [{"clip": "short.bvh"}]},
  {"name": "c", "out": "c.out.bvh", "cuts": [{"clip": "short.bvh"}]}]}' >plan.json
tries dbtool batch -j 1 --preflight none plan.json 2>&1 | grep -v "^3 jobs"
