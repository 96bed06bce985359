# A warning names the grounds of two clips that differ, where both bodies stand.
python3 "$TESTS/make/make_rigs.py" walker narrow crawler
awk 'motion { $2 -= 95 } /^Frame Time/ { motion = 1 } 1' narrow.bvh >sunk.bvh
awk 'motion { $2 += 3 } /^Frame Time/ { motion = 1 } 1' narrow.bvh >near.bvh # 4 % of a leg: 3.6
awk 'motion { $2 += 5 } /^Frame Time/ { motion = 1 } 1' narrow.bvh >above.bvh
for clip in sunk near above; do dbtool blend narrow.bvh $clip.bvh --at 1 -m cut -o out.bvh 2>&1 | grep ground; done
tries dbtool blend narrow.bvh sunk.bvh --at 1 -m cut -o no.bvh --strict
dbtool blend walker.bvh crawler.bvh --at 1 -m cut -o out.bvh --strict
