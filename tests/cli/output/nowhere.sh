# A folder as the output, there or not, and a file in place of a folder.
take walk run
mkdir folder
for out in no/ no/. folder folder/ walk.bvh/out.bvh walk.bvh/no/out.bvh; do
    tries dbtool blend walk.bvh run.bvh -a 1 -o "$out"
    tries dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics "$out"
done
tries dbtool blend walk.bvh run.bvh -a 1 -o '' 2>/dev/null
find . | sort
