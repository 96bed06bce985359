# At the cut A is at (5, 1, 7) and looks along +x; B walks along +z from (100, 3,
# 50). It is turned by 90 degrees about y and brought there; its height stays.
point 0.1 '4 1 7 0 0 90' '5 1 7 0 0 90' >a.bvh
point 0.1 '100 3 50 0 0 0' '100 3 51 0 0 0' '100 3 53 0 0 0' >b.bvh
dbtool blend -q a.bvh b.bvh -m cut -o out.bvh
frames out.bvh | awk '{ for (i = 1; i <= NF; i++) $i = sprintf("%.6f", $i); print }'
# No part of it changes height, so that the text of those channels stays.
column out.bvh 2 | paste -sd' '
