# Ten frames per second: 0.25 s is between frames 2 and 3, and becomes 3.
slide 0 1 2 3 4 >a.bvh
slide 10 11 12 13 >b.bvh
for at in 0.249 0.25 0.349 0.35; do
    dbtool blend a.bvh b.bvh -m cut --align none -a $at | column - 1 | tr '\n' ' '
    echo
done 2>&1 | grep -v frames
