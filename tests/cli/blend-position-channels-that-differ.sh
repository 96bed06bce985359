# Where the output has position channels it takes the clip's position, and the
# clip's OFFSET where that has none; elsewhere the output's own OFFSET stays.
pair '3 Xposition Yposition Zposition' 0 0.1 '0 0 0 0 0 0  1 .2 .3' '0 0 0 0 0 0  1 .2 .3' >a.bvh
pair 0 '3 Xposition Yposition Zposition' 0.1 '0 0 0 0 0 0  -1 .1 0' '0 0 0 0 0 0  -1 .1 0' >b.bvh
dbtool blend -q a.bvh b.bvh -m cut --align none -o out.bvh
frames out.bvh
