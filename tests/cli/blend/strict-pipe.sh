# With --strict, a warning writes nothing of the output, not even to a pipe.
make_clip() { # LENGTH
    printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    printf 'JOINT Left\n{\nOFFSET 0 %s 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n' "$1"
    printf 'JOINT Right\n{\nOFFSET 0 3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\n'
    printf 'MOTION\nFrames: 3\nFrame Time: 0.1\n'
    for i in 0 1 2; do printf '%d 0 0 0 0 0 0 0 0 0 0 0\n' "$i"; done
}
make_clip 3 >a.bvh
make_clip 3.5 >b.bvh
tries dbtool blend a.bvh b.bvh -a 0.2 --strict -q
tries dbtool blend a.bvh b.bvh -a 0.2 --strict -q --metrics - -o out.bvh
tries ls out.bvh
echo '[{"clip": "a.bvh"}, {"clip": "b.bvh", "at": 0.2}]' >plan.json
tries dbtool batch plan.json -o /dev/stdout --strict -q
dbtool blend a.bvh b.bvh -a 0.2 -q -o loose.bvh 2>/dev/null
dbtool blend a.bvh a.bvh -a 0.2 -q -o strict.bvh
dbtool blend a.bvh a.bvh -a 0.2 -q --strict | cmp - strict.bvh && echo same
