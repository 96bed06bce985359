# A frame time is 1e-6 s at least and 1e6 s at most.
take walk
for seconds in 0 9.9e-7 1e-6 1e6 1.01e6; do
    sed "s/Frame Time:.*/Frame Time: $seconds/" walk.bvh >x.bvh
    tries dbtool info x.bvh | grep -E 'frames|exit'
done
