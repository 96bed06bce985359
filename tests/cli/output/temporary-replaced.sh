# A temporary that somebody replaced while the output was made is not put in its place.
take walk run
echo before >out.bvh
mkfifo table
dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics table &
until_true test -e .out.bvh.dbtool-tmp
mv .out.bvh.dbtool-tmp taken
echo other >.out.bvh.dbtool-tmp
drain table
cat out.bvh
ls -A
