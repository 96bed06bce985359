# Two outputs with one path, in any spelling, are refused.
take walk run
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics x
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics ./x
tries into stdout dbtool blend walk.bvh run.bvh -a 1 -o - --metrics -
tries into stdout dbtool blend walk.bvh run.bvh -a 1 --metrics -
tries dbtool blend walk.bvh run.bvh -a 1 -o x --extrapolation x
echo old >x
ln x y
tries dbtool blend walk.bvh run.bvh -a 1 -o x --metrics y
head -1 x
tries dbtool blend -q walk.bvh run.bvh -a 1 -o /dev/null --metrics /dev/null
ls -A
