# What is odd about a clip is said once, not once a method; -q says nothing.
cp "$DATA/bvh/warn_more_frames.bvh" a.bvh
dbtool compare a.bvh a.bvh --past-end hold --columns '' >table
dbtool compare a.bvh a.bvh --past-end hold --columns '' -q >quiet
same table quiet
dbtool compare a.bvh a.bvh --past-end hold --columns '' --assume-fps 25 -q -m cut | head -n 1
