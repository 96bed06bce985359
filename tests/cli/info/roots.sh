# The motion root and the carrier, with a ROOT that stays still and with one that moves.
take walk still_root still_root_run
dbtool info --format json walk.bvh still_root.bvh still_root_run.bvh | grep -o '"motion_root": .* "carrier": "[A-Za-z]*"'
