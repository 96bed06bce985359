# -v prints how each clip was moved; here 90 degrees, from (100, 50) to (5, 7).
point 0.1 '4 1 7 0 0 90' '5 1 7 0 0 90' >a.bvh
point 0.1 '100 3 50 0 0 0' '100 3 51 0 0 0' '100 3 53 0 0 0' >b.bvh
dbtool blend -v a.bvh b.bvh -m cut -o out.bvh
dbtool blend -v a.bvh b.bvh -m cut --align none -o out.bvh
dbtool blend -v -q a.bvh b.bvh -m cut -o out.bvh
