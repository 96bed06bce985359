# Frame times that are wrong or missing; the output has the assumed rate.
cp "$DATA/bvh/bad_frame_time_absent.bvh" absent.bvh
cp "$DATA/bvh/bad_frame_time_zero.bvh" zero.bvh
take walk
tries dbtool blend absent.bvh zero.bvh -o out.bvh
dbtool blend -q --assume-fps 25 absent.bvh zero.bvh -m cut -o out.bvh
awk '/^Frame Time:/ { print $3 + 0 }' out.bvh
dbtool info -q --assume-fps 25 walk.bvh | head -1
dbtool blend -q --assume-fps 25 walk.bvh walk.bvh -m cut -a 1 -o out.bvh
awk '/^Frame Time:/ { print $3 + 0 } /^Frames:/ { print }' out.bvh
tries dbtool blend --assume-fps 0 walk.bvh walk.bvh -o out.bvh
tries dbtool blend --assume-fps -3 walk.bvh walk.bvh -o out.bvh
tries dbtool blend --assume-fps many walk.bvh walk.bvh -o out.bvh
