# A failed job is reported with its name and cause, and leaves its old output as it was; the others
# still run.
take walk run
cp walk.bvh ends.bvh
head -c 3000 walk.bvh >broken.bvh
mkdir out
echo old >out/past.bvh
cat >plan.json <<'END'
{"defaults": {"out": "out/{name}.bvh"}, "jobs": [
{"name": "missing", "cuts": [{"clip": "walk.bvh"}, {"clip": "nowhere.bvh", "at": 1}]},
{"name": "good", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
{"name": "past", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 9}]},
{"name": "broken", "cuts": [{"clip": "broken.bvh"}, {"clip": "run.bvh", "at": 1}]},
{"name": "joint", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}], "layers":
    [{"joints": ["RightHnad"], "clips": [{"clip": "run.bvh", "at": 0}]}]},
{"name": "limits", "limits": "no.json", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
{"name": "good too", "cuts": [{"clip": "ends.bvh"}]}]}
END
tries dbtool batch -j 1 plan.json --metrics m.csv 2>messages
sed 's/, [0-9.e-]* s$/, SECONDS s/' messages
ls -A . out
cat out/past.bvh
cut -d, -f1 m.csv | uniq
tries dbtool batch -q -j 1 plan.json 2>quiet
grep -c . quiet
dbtool batch -q -j 8 plan.json --metrics m8.csv 2>messages8
same m.csv m8.csv
sort messages8 >sorted8
grep ': job' messages | sort >sorted
same sorted sorted8
