point 0.1 >none.bvh
dbtool info --format json none.bvh | python3 -c '
import json, sys
[clip] = json.load(sys.stdin)
print(clip["n_frames"], clip["duration"], clip["anchor"])'
