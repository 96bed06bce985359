slide 1 2 3 | head -c -1 >a.bvh
slide 4 5 | head -c -1 >b.bvh
dbtool blend -q a.bvh b.bvh -m cut --align none -o out.bvh
slide 1 2 4 5 >right.bvh
same out.bvh right.bvh
