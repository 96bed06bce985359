# A warning about a clip is printed once, not once per method; -q prints none.
cp "$DATA/bvh/warn_more_frames.bvh" a.bvh
dbtool compare a.bvh a.bvh --past-end hold --columns '' >table
dbtool compare a.bvh a.bvh --past-end hold --columns '' -q >quiet
same table quiet
dbtool compare a.bvh a.bvh --past-end hold --columns '' --assume-fps 25 -q -m cut | head -n 1
