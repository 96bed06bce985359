slide 0 >a.bvh
slide 0 >b.bvh
chmod 000 b.bvh
chmod 777 .
unprivileged blend a.bvh b.bvh -o out.bvh
echo "exit $?"
ls
