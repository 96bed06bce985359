# A missing folder, a directory as the output, a file in place of a folder.
take walk run
mkdir folder
for out in no/where.bvh folder folder/ walk.bvh/out.bvh; do
    tries dbtool blend walk.bvh run.bvh -a 1 -o "$out"
    tries dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics "$out"
done
tries dbtool blend walk.bvh run.bvh -a 1 -o '' 2>/dev/null
find . | sort
