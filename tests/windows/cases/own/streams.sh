# Standard input and output carry bytes as they are: no line end is changed.
take walk run
dbtool blend - run.bvh --at 1 -q -o - <walk.bvh >piped.bvh
dbtool blend walk.bvh run.bvh --at 1 -q -o file.bvh
cmp piped.bvh file.bvh && echo 'the same'
cat walk.bvh | dbtool info - | grep -o '^.*: 21 joints'
dbtool info walk.bvh | grep -c $'\r'
grep -c $'\r' file.bvh
