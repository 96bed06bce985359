# A batch prints ten warnings of a kind, and counts the others; -v prints all. The same ones with any
# number of threads. As errors (--strict) all are printed.
layout='3 Zrotation Xrotation Yrotation'
line='0 0 0 0 0 0  0 0 0  0 0 0'
pair "$layout" "$layout" 0.1 "$line" "$line" >a.bvh
for i in $(seq 10 23); do sed "s/OFFSET -1 0 0/OFFSET -1.$i 0 0/" a.bvh >"b$i.bvh"; done
cat >plan.json <<'END'
[{"name": "{clip2}", "out": "{name}.out", "until": 0.1, "method": "cut", "cuts": [{"clip": "a.bvh"}, {"clip": "b*.bvh", "at": 0}]},
 {"name": "again-{clip2}", "out": "{name}.out", "until": 0.1, "precision": 3, "method": "cut", "cuts": [{"clip": "a.bvh"}, {"clip": "b*.bvh", "at": 0}]}]
END
tries dbtool batch -j1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
dbtool batch -j4 plan.json 2>&1 | grep -c 'warning: job'
dbtool batch -v plan.json 2>&1 | grep -c 'warning: job'
dbtool batch --strict plan.json 2>&1 | grep -c 'the bones differ'
