# The pops of hard cuts, of cross-fades, of spikes and of the clips alone are those of the rule, computed again.
take walk run kick turn idle walk_30fps
dbtool blend -q walk.bvh run.bvh --at 1.2 -m cut -o hard.bvh
dbtool blend -q walk.bvh kick.bvh turn.bvh --at 0.9,2 -m crossfade -t 0.1 -o fades.bvh
dbtool blend -q walk_30fps.bvh kick.bvh idle.bvh --at 0.9,2.2 -m cut -o slow.bvh
awk -v k=100 '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == k { $4 += 40 } { print }' walk.bvh >spike.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 >= 60 && NR - at - 1 < 63 { $2 += 90 } { print }' run.bvh >three.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at > 1 { print still; next } at { still = $0 } { print }' walk.bvh >still.bvh
awk '/^Frame Time/ { print; at = NR; next } at && NR - at > 80 { $1 += 5 } { print }' still.bvh >jump.bvh
python3 "$TESTS/pops_oracle.py" check "$DBTOOL" ./*.bvh
dbtool pops -q spike.bvh three.bvh hard.bvh | sed 's/,* pop [0-9.]*//'
dbtool pops -q ./*.bvh -j 1 >one
dbtool pops -q ./*.bvh -j 4 | cmp - one
