# slow
# Every command with 10,000 joints, and with a chain of the greatest depth; a hard cut copies the
# clips' lines, which the shell can join too.
clip() { # SEED DEPTH N_JOINTS: four frames at ten a second, limbs of that depth
    awk -v seed="$1" -v depth="$2" -v n="$3" 'BEGIN {
        print "HIERARCHY\nROOT J0\n{\nOFFSET 0 0 0"
        print "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        for (j = 1; j < n; j++) {
            print "JOINT J" j "\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation"
            if (++open == depth - 1 || j == n - 1) {
                print "End Site\n{\nOFFSET 0 1 0\n}"
                for (; open > 0; open--) print "}"
            }
        }
        print "}\nMOTION\nFrames: 4\nFrame Time: 0.1"
        for (f = 0; f < 4; f++) {
            line = seed * f " 0 0 0 0 " seed
            for (j = 1; j < n; j++) line = line " " (j * seed + f * 7) % 50
            print line
        }
    }'
}
try() { # DEPTH N_JOINTS
    clip 1 "$1" "$2" >a.bvh
    clip 3 "$1" "$2" >b.bvh
    { sed '/^Frames:/s/.*/Frames: 6/; /^Frame Time/q' a.bvh; frames a.bvh | head -2; frames b.bvh; } >expected.bvh
    dbtool blend -q a.bvh b.bvh -a 0.2 -m cut --align none -o expected.out.bvh --metrics cut.csv
    same expected.bvh expected.out.bvh
    echo '[{"out": "c.bvh", "method": "cut", "align": "none",
            "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh", "at": 0.2}]}]' >plan.json
    dbtool batch -q plan.json
    same expected.bvh c.bvh
    dbtool blend -q a.bvh b.bvh -a 0.2 -m crossfade --align none -o out.bvh --metrics old.csv
    dbtool metrics out.bvh --at 0.2 --method crossfade --name a+b -o again.csv
    grep -c '^a+b,1,crossfade,0.2,J[0-9]*,' old.csv
    same <(cut -d, -f1-17 old.csv) <(cut -d, -f1-17 again.csv) | sed 's/.*=.*/the figures again/'
    dbtool compare a.bvh b.bvh --at 0.2 --methods cut,crossfade --align none --format csv |
        awk -F, 'END { print NR - 1 " rows compared" }'
    dbtool diff old.csv cut.csv >/dev/null
    echo "diff $?"
    dbtool info --format json a.bvh |
        python3 -c 'import json, sys; [c] = json.load(sys.stdin); print(c["n_frames"], len(c["joints"]))'
    dbtool info --limits a.bvh b.bvh | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'
}
echo "100 limbs"
try 101 10000
echo "a chain"
try 1000 1000
leftovers
