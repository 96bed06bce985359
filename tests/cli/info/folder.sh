# A folder stands for its BVH files, sorted; other files and folders in it do not count.
take walk run
mkdir -p clips/more
cp walk.bvh clips/b.BVH
cp run.bvh clips/a.bvh
cp walk.bvh clips/more/c.bvh
touch clips/notes.txt
tries dbtool info clips --format list
tries dbtool info clips/ walk.bvh --format list
