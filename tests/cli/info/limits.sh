# The limits of a joint that turns about x from -10 to 30: +-20 around the middle; the joint that
# carries the motion has none.
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 \
    '0 0 0 0 0 0  0 -10 0  0 0 0' '1 0 0 0 0 0  0 30 0  0 0 0' >a.bvh
dbtool info --limits a.bvh -o limits.json
dbtool info --limits a.bvh a.bvh ./a.bvh >thrice.json
same limits.json thrice.json
python3 - <<'END'
import json, math
limits = json.load(open("limits.json"))
print(sorted(limits))
left = limits["Left"]
half = math.radians(10 / 2)
print([round(abs(float(a) - b), 9) for a, b in zip(left["ref"], [math.cos(half), math.sin(half), 0, 0])])
print([round(x, 6) + 0.0 for x in left["min"] + left["max"]])
END
