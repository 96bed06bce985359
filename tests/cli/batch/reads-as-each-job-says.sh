# Jobs that read one clip in several ways each get it their way: with the rate that they assume, and
# leniently only where they say so.
take walk
sed '$d' walk.bvh >short.bvh # a frame fewer than it says
for job in '"assume_fps": 25, "lenient": true' '"assume_fps": 30'; do
    rm -f *.out.bvh
    for order in 1 2; do
        first=$job
        second='"assume_fps": 30, "lenient": true'
        [ $order = 1 ] || { first=$second; second=$job; }
        printf '[{"name": "a", "out": "a.out.bvh", %s, "cuts": [{"clip": "short.bvh"}]},
          {"name": "b", "out": "b.out.bvh", %s, "cuts": [{"clip": "short.bvh"}]}]' "$first" "$second" >plan.json
        tries dbtool batch -q -j 1 --preflight none plan.json
        grep -h 'Frame Time' ./*.out.bvh
    done
done
