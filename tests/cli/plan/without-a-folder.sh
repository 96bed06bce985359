# A plan that is no file, as that of a process substitution, has its clips where the command was given.
take walk run
echo '[{"name": "one", "out": "one.bvh", "method": "cut", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >plan.json
dbtool batch -q <(cat plan.json)
dbtool compare -q <(cat plan.json) --format csv | cut -d, -f1-3
dbtool report -q <(cat plan.json) -o page.html
ls
mkdir sub
mv plan.json walk.bvh run.bvh sub
dbtool batch -q sub/plan.json
ls sub
