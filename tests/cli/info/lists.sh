# Numbers of a list in brackets have commas behind them: these are no decimal commas.
take walk
sed 's/OFFSET \([^ ]*\) \([^ ]*\) \(.*\)/OFFSET [\1, \2, \3]/' walk.bvh >list.bvh
sed 's/OFFSET \([0-9]*\)[.]/OFFSET \1,/' walk.bvh >comma.bvh
tries dbtool info list.bvh
tries dbtool info comma.bvh
# a row with six values for each joint
awk 'motion { printf "%s", $0; for (i = 66; i < 126; i++) printf " 0"; print ""; next } /^Frame Time/ { motion = 1 } 1' walk.bvh >six.bvh
tries dbtool info six.bvh
awk 'motion { print $0, 0; next } /^Frame Time/ { motion = 1 } 1' walk.bvh >one.bvh
tries dbtool info one.bvh
