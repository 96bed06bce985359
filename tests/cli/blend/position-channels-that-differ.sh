# A joint with position channels in the output takes the clip's position, or the clip's OFFSET if it
# has no position channels there; other joints keep the output's OFFSET.
pair '3 Xposition Yposition Zposition' 0 0.1 '0 0 0 0 0 0  1 .2 .3' '0 0 0 0 0 0  1 .2 .3' >a.bvh
pair 0 '3 Xposition Yposition Zposition' 0.1 '0 0 0 0 0 0  -1 .1 0' '0 0 0 0 0 0  -1 .1 0' >b.bvh
dbtool blend -q a.bvh b.bvh -m cut --align none -o out.bvh
frames out.bvh
