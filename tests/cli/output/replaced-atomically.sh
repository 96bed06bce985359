# A new file replaces the old one and keeps its mode.
take walk run
echo old >out.bvh
chmod 640 out.bvh
ln out.bvh link
before=$(stat -c %i out.bvh)
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh
[ "$(stat -c %i out.bvh)" != "$before" ] && echo another inode
stat -c %a out.bvh
cat link
umask 027
dbtool blend -q walk.bvh run.bvh -a 1 -o new.bvh
stat -c %a new.bvh
same out.bvh new.bvh
ls -A
