# The motion root and the carrier, with a ROOT that stays still and with one that moves.
take walk still_root still_root_run
dbtool info --format json walk.bvh still_root.bvh still_root_run.bvh | grep -o '"motion_root": .* "carrier": "[A-Za-z]*"'
# A clip whose ROOT only rotates.
awk '/CHANNELS 6/ { sub("6 .*position", "3") } /^Frame Time/ { print; motion = 1; next } motion { $1 = $2 = $3 = "" } 1' \
    walk.bvh >turns.bvh
tries dbtool info turns.bvh | sed -n 2p
tries dbtool info turns.bvh --format list
