# A small clip of many frames, or one that is brought to a far higher rate, is no day of work. By
# hand: 60,000 frames are 3,600 million pairs; 120 KB allow 200 + 1,200
# million, twice 120 KB 200 + 2,400 million.
still() { # FRAMES FRAME_TIME
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n'
    printf 'MOTION\nFrames: %d\nFrame Time: %s\n' "$1" "$2"
    yes 0 | head -n "$1"
}
still 60000 0.01 >many.bvh
still 61 0.1 >slow.bvh
still 61 0.00001 >fast.bvh
tries dbtool suggest many.bvh many.bvh --play 0
tries dbtool suggest many.bvh many.bvh --play 0 --at 0f..99f --top 1 --format csv -q
tries dbtool graph many.bvh --play 0
tries dbtool blend many.bvh many.bvh --at best --from best --play 0 -o out.bvh
tries dbtool suggest fast.bvh slow.bvh --play 0
ls
