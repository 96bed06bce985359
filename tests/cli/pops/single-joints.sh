# With -v, joints that jump once as they never do else are remarked on; those of a pop are not.
take walk run
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == 60 { $(NF - 8) += 60 } { print }' walk.bvh >joints.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == 100 { $4 += 90 } { print }' joints.bvh >both.bvh
dbtool pops -v joints.bvh run.bvh both.bvh
dbtool pops -v -q joints.bvh
