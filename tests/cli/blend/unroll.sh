# From 170 degrees to -170, the short way over 180: the clip's own text jumps by a turn, and
# --unroll rewrites it.
point 0.1 '0 0 0 170 0 0' '0 0 0 170 0 0' '0 0 0 170 0 0' >a.bvh
point 0.1 '0 0 0 -170 0 0' '0 0 0 -170 0 0' '0 0 0 -170 0 0' '0 0 0 -170 0 0' >b.bvh
dbtool blend -q a.bvh b.bvh -a 1f --align none -m crossfade -o out.bvh
column out.bvh 4 | paste -sd' '
dbtool blend -q a.bvh b.bvh -a 1f --align none -m crossfade --unroll -o out.bvh
column out.bvh 4 | paste -sd' '
