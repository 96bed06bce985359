# A write-protected file is not replaced.
slide 0 >a.bvh
slide 1 >b.bvh
chmod 777 .
echo old >out.bvh
chmod 444 out.bvh
unprivileged blend a.bvh b.bvh -o out.bvh
echo "exit $?"
cat out.bvh
ls -A
