cp "$DATA/bvh/ok_plain.bvh" plain.bvh
dbtool info plain.bvh
