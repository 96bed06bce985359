# The paths of a plan from standard input are relative to the current folder.
take walk run
plan='[{"out": "new/folders/o.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]'
dbtool blend -q walk.bvh run.bvh -a 1 -o right.bvh
echo "$plan" | tries dbtool batch -q -
same new/folders/o.bvh right.bvh
echo old >new/folders/o.bvh
echo "$plan" | tries dbtool batch -q - # an existing output is replaced
same new/folders/o.bvh right.bvh
echo "$plan x" | tries dbtool batch -
echo '[{"out": "-", "cuts": [{"clip": "walk.bvh"}]}]' | tries dbtool batch -
echo "$plan" | tries dbtool batch - -
ls -A . new/folders
