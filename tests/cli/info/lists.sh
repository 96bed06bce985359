# Numbers of a list in brackets have commas behind them: these are no decimal commas.
take walk
sed 's/OFFSET \([^ ]*\) \([^ ]*\) \(.*\)/OFFSET [\1, \2, \3]/' walk.bvh >list.bvh
sed 's/OFFSET \([0-9]*\)[.]/OFFSET \1,/' walk.bvh >comma.bvh
tries dbtool info list.bvh
tries dbtool info comma.bvh
