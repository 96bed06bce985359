# Feet are locked alike with legs of one joint to a bone and with legs of two.
python3 "$TESTS/make/make_rigs.py" walker split narrow wide split_narrow split_wide
for rig in '' split_; do
    dbtool info ${rig}wide.bvh | grep leg:
    dbtool blend ${rig}narrow.bvh ${rig}wide.bvh --at 1 --plant -m dead-two-sided -t 0.3 --before 0.3 -o out.bvh 2>&1 |
        grep -o '[0-9]* feet locked.*' >${rig}locked.txt
    dbtool info --roles ${rig}wide.bvh | grep -e knee -e Left.*hip
done
same split_locked.txt locked.txt
dbtool blend split.bvh --fit=walker.bvh -o out.bvh
# what is fitted shows the walker's motion
python3 - <<'END'
rows = [[list(map(float, x.split())) for x in open(f).read().split("Frame Time")[1].split("\n")[1:-1]] for f in ("out.bvh", "walker.bvh")]
print("off by at most 0.01:", max(abs(a - b) for x, y in zip(*rows) for a, b in zip(x, y)) <= 0.01)
END
