# Of equal candidates auto chooses the first in the list, whichever it tries first. -v lists all of
# them in the list's order.
take walk run
equal() { # HOW_MANY
    seq -f 'dead-halflife:max_linear_velocity=%.0fe6' "$1" | paste -sd,
}
for list in "$(equal 2)" "cut,$(equal 2)" "cut,$(equal 3)"; do
    dbtool blend walk.bvh run.bvh --at 1 -q --candidates "$list" -o /dev/null --metrics - |
        sed -n 's/.*,\*,.*\(max_linear_velocity=[0-9]*\).*/\1/p'
done
dbtool blend walk.bvh run.bvh --at 1 -v --candidates "cut,$(equal 2)" -o /dev/null 2>&1 |
    sed -n 's/.*units.s: \(cut\|.*max_linear_velocity=[0-9]*\).*/\1/p; s/.* is best with .*\(max_linear_velocity=[0-9]*\).*/best: \1/p'
