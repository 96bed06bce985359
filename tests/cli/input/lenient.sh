# A file cut off in its third frame: the two complete frames are used.
slide 0 1 2 >whole.bvh
head -c -8 whole.bvh >damaged.bvh
slide 10 11 >b.bvh
tries dbtool blend damaged.bvh b.bvh -m cut --align none -o out.bvh
tries dbtool blend --lenient -q damaged.bvh b.bvh -m cut --align none -o out.bvh
column out.bvh 1 | awk '{ print $1 + 0 }' | paste -sd' '
tries dbtool blend --lenient --strict -q damaged.bvh b.bvh -m cut --align none -o out.bvh
tries dbtool blend --lenient damaged.bvh b.bvh -m cut --align none -o out.bvh
