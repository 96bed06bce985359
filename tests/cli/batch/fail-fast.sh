take walk run
cat >plan.json <<'END'
{"defaults": {"out": "{name}.out"}, "jobs": [
{"name": "1", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
{"name": "2", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 9}]},
{"name": "3", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
{"name": "4", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 9}]}]}
END
tries dbtool batch -j 1 --fail-fast plan.json --metrics m.csv 2>messages
sed 's/, [0-9.e-]* s$/, SECONDS s/' messages
ls -A
cut -d, -f1 m.csv | uniq
