# Two outputs with one path, in any spelling, are refused.
take walk run
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics x
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics ./x
tries into stdout dbtool blend walk.bvh run.bvh -a 1 -o - --metrics -
tries into stdout dbtool blend walk.bvh run.bvh -a 1 --metrics -
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -o x --extrapolation x
echo old >x
ln x y
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics y
head -1 x
tries dbtool blend -q walk.bvh run.bvh -a 1 -o /dev/null --metrics /dev/null
ls -A
# Any number of outputs may go to a device, also those of a plan.
tries dbtool loop -q walk.bvh -o /dev/null --metrics /dev/null
tries dbtool compare -q walk.bvh run.bvh -a 1 -m cut --with cut2=walk.bvh -o /dev/null
clip='"cuts": [{"clip": "walk.bvh"}]'
echo "[{\"name\": \"a\", \"out\": \"/dev/null\", ${clip%?}, {\"clip\": \"run.bvh\", \"at\": 1}]}, {\"name\": \"b\", \"out\": \"b.bvh\", $clip},
    {\"name\": \"c\", \"out\": \"/dev/null\", $clip}]" >plan.json
tries dbtool batch -q -j 1 plan.json --metrics /dev/null --gate-report g.md --fail-if 'skate_u>999'
same b.bvh walk.bvh
