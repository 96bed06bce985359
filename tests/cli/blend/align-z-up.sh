# The same with z up: A looks along +y, 90 degrees about z.
point 0.1 '4 7 1 90 0 0' '5 7 1 90 0 0' >a.bvh
point 0.1 '100 50 3 0 0 0' '101 50 3 0 0 0' '103 50 3 0 0 0' >b.bvh
dbtool blend -q a.bvh b.bvh -m cut --up z -o out.bvh
frames out.bvh | awk '{ for (i = 1; i <= NF; i++) $i = sprintf("%.6f", $i); print }'
