# Legs and feet: by name, by pattern, and none.
take walk still_root
legs() {
    dbtool info "$@" | grep -E '^[a-z_]*[.]bvh|leg:|feet:' | sed 's/:.*frame.*//'
}
legs walk.bvh still_root.bvh
echo "-- by pattern: toes are no legs of their own, an arm may be one"
legs walk.bvh --feet '*Toe*' --feet '*Foot'
legs walk.bvh --feet 'LeftHand'
legs walk.bvh --feet 'LeftLeg' # only one joint between it and the motion root
echo "-- none"
point 0.1 '0 0 0 0 0 0' >point.bvh
legs point.bvh
echo "-- JSON"
dbtool info walk.bvh point.bvh --format json | python3 -c '
import json, sys
for x in json.load(sys.stdin):
    print(x["legs"], x["feet"])'
dbtool info walk.bvh --feet Nose 2>&1
