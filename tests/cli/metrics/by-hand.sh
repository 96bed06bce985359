# x = 0 0 0 1 1 1 1 1 1 1 at 10 frames a second, the cut at frame 3: V_3 = 10 u/s,
# the others 0. Turn about z: 0 0 0 2 4 6 8 ... : V = 20 deg/s from frame 3 on.
point 0.1 '0 0 0 0 0 0' '0 0 0 0 0 0' '0 0 0 0 0 0' '1 0 0 2 0 0' '1 0 0 4 0 0' '1 0 0 6 0 0' \
    '1 0 0 8 0 0' '1 0 0 10 0 0' '1 0 0 12 0 0' '1 0 0 14 0 0' >a.bvh
dbtool metrics a.bvh --at 3f -t 0.2 -m dead-decay |
    python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row["joint"])
    for name in list(row)[5:17]:
        print(" ", name, "%.6g" % round(float(row[name]), 6))'
