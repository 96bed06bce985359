# Limits name joints, in JSON: a name that is not UTF-8 cannot stand there.
take walk
sed "s/RightHand/Right\xffHand/" walk.bvh >odd.bvh
tries dbtool info --limits odd.bvh
