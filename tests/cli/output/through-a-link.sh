# A symbolic link is kept; its target is replaced.
take walk run
mkdir folder
echo old >folder/real.bvh
ln -s folder/real.bvh out.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh
readlink out.bvh
grep -c HIERARCHY folder/real.bvh
ls -A folder
