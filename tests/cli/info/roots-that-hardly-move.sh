# What counts as moving: more than 1e-5 of the reach, which is 100 units here, or 0.001 degrees.
rig() { # X of Hips and turn of Body in the second frame
    printf 'HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Hips\n{\n'
    printf 'OFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT Left\n{\nOFFSET 100 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n'
    printf 'JOINT Right\n{\nOFFSET 0 100 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\n}\n'
    motion 0.1 '0 0 0 0' "0 0 $2 $1"
}
for moved in '0.0009 0' '0.0011 0' '5 0.0009' '5 0.0011'; do
    rig $moved >x.bvh
    echo "$moved: $(dbtool info --format json x.bvh | grep -o '"motion_root": .* "carrier": "[A-Za-z]*"')"
done
