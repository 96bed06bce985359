# Every command refuses a chain of 10,000 joints, at the first joint that is too deep.
take walk
awk 'BEGIN {
    print "HIERARCHY\nROOT J1\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition"
    for (j = 2; j <= 10000; j++) print "JOINT J" j "\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation"
    print "End Site\n{\nOFFSET 0 1 0\n}"
    for (j = 1; j <= 10000; j++) print "}"
    printf "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0"
    for (j = 2; j <= 10000; j++) printf " 0"
    print ""
}' >deep.bvh
echo '[{"out": "c.bvh", "cuts": [{"clip": "deep.bvh"}]}]' >plan.json
sed -n '4002,4003p' deep.bvh # after 5 lines of the root, and 4 of each of 999 joints
tries dbtool blend deep.bvh walk.bvh -o out.bvh
tries dbtool batch -q plan.json
tries dbtool metrics deep.bvh --at 0 -o out.csv
tries dbtool compare walk.bvh deep.bvh --at 1 --keep kept
tries dbtool info deep.bvh -o out.txt
tries dbtool info --limits deep.bvh -o out.json
ls -A
