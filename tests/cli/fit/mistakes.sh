# What cannot be fitted is named; joints of no use are a warning, an error with --strict.
take walk run
anew run.bvh other.bvh names=vrm a-pose
# with a bone of another length, the tree is no figure of two equal sides
sed '/JOINT J_Bip_L_LowerLeg/,/OFFSET/s/OFFSET.*/OFFSET 0 -50 0/' other.bvh >uneven.bvh
sed 's/J_Bip_L_LowerLeg/J_Bip_L_Wheel/' uneven.bvh >wheel.bvh
sed 's/JOINT J_Bip_C_Head/JOINT J_Bip_C_Lamp/' uneven.bvh >lamp.bvh
sed 's/CHANNELS 6 [A-Za-z]* [A-Za-z]* [A-Za-z]*/CHANNELS 3/' other.bvh |
    awk 'motion { $1 = $2 = $3 = "" } /^Frame Time/ { motion = 1 } { print }' >stays.bvh
tries dbtool blend walk.bvh wheel.bvh -m cut --at 1 --fit -o no.bvh
tries dbtool blend wheel.bvh walk.bvh -m cut --at 1 --fit -o no.bvh
tries dbtool blend walk.bvh lamp.bvh -m cut --at 1 --fit -o no.bvh
tries dbtool blend stays.bvh walk.bvh -m cut --at 1 --fit -o no.bvh
tries dbtool blend walk.bvh other.bvh -m cut --at 1 --fit=none.bvh -o no.bvh
tries dbtool blend walk.bvh other.bvh -m cut --at 1 --fit= -o no.bvh
tries dbtool blend walk.bvh other.bvh -m cut --at 1 --fit=rig.bvh -o ./rig.bvh
# the joints are those of the rig's file, whichever clip was fitted to it
tries dbtool blend walk.bvh run.bvh -m cut --at 1 --fit=1:other.bvh -o no.bvh 2>&1 | tail -2
# a mirrored figure whose sides differ is fitted to itself
sed '/JOINT J_Bip_L_LowerLeg/,/OFFSET/s/OFFSET.*/OFFSET 0 -50 0/' stays.bvh >odd.bvh
tries dbtool blend odd.bvh --mirror -o no.bvh
# with one clip, there is nothing to fit
dbtool blend walk.bvh --fit -o out.bvh && same out.bvh walk.bvh
dbtool loop run.bvh --fit -n 2>&1 | head -1
# the error without --fit says how
tries dbtool blend walk.bvh other.bvh -m cut --at 1 -o no.bvh
anew run.bvh small.bvh metres
tries dbtool blend walk.bvh small.bvh -m cut --at 1 -o no.bvh
# a rig of no known kind is no problem among its like
sed 's/\(ROOT\|JOINT\) /&Bone/' walk.bvh >bones.bvh
sed 's/\(ROOT\|JOINT\) /&Bone/' run.bvh >more.bvh
dbtool blend -q bones.bvh more.bvh -m cut --at 1 --fit -o out.bvh
dbtool blend -q bones.bvh more.bvh -m cut --at 1 -o expected.bvh && same out.bvh expected.bvh
sed '/BoneLeftLeg/,/OFFSET/s/OFFSET.*/OFFSET 0 -50 0/' bones.bvh >beast.bvh
tries dbtool blend walk.bvh beast.bvh -m cut --at 1 --fit -o no.bvh
# joints without a counterpart
dbtool blend -q bones.bvh more.bvh -m cut --at 1 -o out.bvh
awk '/JOINT J_Bip_C_Head/ { print "\tJOINT Hat\n{\nOFFSET 0 1 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}" } 1' other.bvh >hat.bvh
dbtool blend walk.bvh hat.bvh -m cut --at 1 --fit -o out.bvh
tries dbtool blend walk.bvh hat.bvh -m cut --at 1 --fit --strict -o no.bvh
ls
