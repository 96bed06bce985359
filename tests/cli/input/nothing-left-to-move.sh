# A clip in which nothing can move is an error, whether its file has no channel or --drop leaves none.
write_clip() { # CHANNELS: of the only joint that has some
    echo "HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 0 JOINT head { OFFSET 0 9 0 CHANNELS $1"
    echo 'End Site { OFFSET 0 1 0 } } }'
    printf '%s\n' MOTION 'Frames: 60' 'Frame Time: 0.1'
    for k in {1..60}; do
        echo "$((k * k % 7))"
    done
}
write_clip 0 >none.bvh
write_clip '1 Xrotation' >head.bvh
tries dbtool info none.bvh
tries dbtool info --drop head head.bvh
tries dbtool blend head.bvh head.bvh --at 1f --drop 'h*d' -o out.bvh
dbtool info --drop foot head.bvh | head -1
