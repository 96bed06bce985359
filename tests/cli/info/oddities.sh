cp "$DATA/bvh/warn_glued_numbers.bvh" glued.bvh
dbtool info -q glued.bvh | tail -2
