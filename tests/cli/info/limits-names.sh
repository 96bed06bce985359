# A joint's name that is not UTF-8 is an error in a file of limits, which is JSON.
take walk
sed "s/RightHand/Right\xffHand/" walk.bvh >odd.bvh
tries dbtool info --limits odd.bvh
