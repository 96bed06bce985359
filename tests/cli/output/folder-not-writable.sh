slide 0 >a.bvh
slide 1 >b.bvh
mkdir folder
echo old >folder/out.bvh
chmod 555 folder
unprivileged blend a.bvh b.bvh -o folder/new.bvh
echo "exit $?"
unprivileged blend a.bvh b.bvh -o folder/out.bvh
echo "exit $?"
cat folder/out.bvh
ls -A folder
