# If one file cannot be read, the others are still listed.
cp "$DATA/bvh/ok_plain.bvh" plain.bvh
cp "$DATA/bvh/bad_number_nan.bvh" nan.bvh
take walk
tries dbtool info plain.bvh nan.bvh walk.bvh | grep -e frames -e exit
tries dbtool info --format json plain.bvh nan.bvh walk.bvh 2>/dev/null |
    sed '/^exit/d' | python3 -c 'import json, sys; print([c["file"] for c in json.load(sys.stdin)])'
tries dbtool info plain.bvh nan.bvh walk.bvh -o - | grep -e frames -e exit
tries dbtool info plain.bvh nan.bvh -o none.txt
ls
