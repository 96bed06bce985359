take walk run
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]' >plan.json
tries dbtool batch plan.json
tries dbtool batch -n plan.json | cut -c1-25
tries dbtool batch -q plan.json -o out.bvh
dbtool blend -q walk.bvh run.bvh -a 1.2 -o right.bvh
same out.bvh right.bvh
mkdir far
mv plan.json walk.bvh run.bvh far # clips are beside the plan, -o is here
dbtool batch -q far/plan.json -o far-out.bvh
same far-out.bvh right.bvh
ls
