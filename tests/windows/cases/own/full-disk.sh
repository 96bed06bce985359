# Where the disk is full, the reason is printed and the output stays as it was.
take walk run
echo old >out.bvh
tries dbtool blend walk.bvh run.bvh --at 1 -q -o /dev/full
trap '' XFSZ
(ulimit -f 50 && tries dbtool blend walk.bvh run.bvh --at 1 -q -o out.bvh 2>&1) | sed 's/cannot write: .*/cannot write/'
cat out.bvh
leftovers
