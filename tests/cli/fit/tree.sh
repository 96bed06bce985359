# Where names say nothing the tree does: two legs, two arms above them, a head. Toes, or names, show
# which side is the left one.
take walk run
python3 "$TESTS/make/make_rigs.py" walker exchanged
nameless() { awk '/ROOT|JOINT/ { $2 = "bone" ++n } 1' "$1"; }
nameless run.bvh >bones.bvh
awk '/JOINT (Left|Right)/ { sub(/(Arm|Leg|UpLeg|Foot|Shoulder|ForeArm|Hand|ToeBase)$/, "_x" ++n) } 1' run.bvh >sides.bvh
for clip in run bones sides; do
    dbtool blend walk.bvh $clip.bvh --fit --at 1 -m cut -o $clip.out.bvh --precision 6
done
same bones.out.bvh run.out.bvh
same sides.out.bvh run.out.bvh
for clip in run bones sides; do
    dbtool info --roles $clip.bvh | grep -e ' by ' -e collar -e elbow -e ankle -e head
done
dbtool info --roles bones.bvh --format json | grep -o '"roles_by": "[^"]*"'
echo '-- without toes nobody knows which side is left'
python3 "$TESTS/rigs.py" run.bvh toeless.bvh no-toes
nameless toeless.bvh >blind.bvh
tries dbtool blend walk.bvh blind.bvh --fit --at 1 -m cut -o no.bvh
echo '-- left and right exchanged in the names'
dbtool info exchanged.bvh | grep likely
dbtool info --roles exchanged.bvh | grep -e ' by ' -e LeftLeg
dbtool blend exchanged.bvh --fit=walker.bvh -o out.bvh
dbtool blend walker.bvh --fit=walker.bvh -o expected.bvh -q --precision 6
dbtool blend exchanged.bvh --fit=walker.bvh -o out.bvh -q --precision 6
python3 - <<'END'
rows = [[list(map(float, x.split())) for x in open(f).read().split("Frame Time")[1].split("\n")[1:-1]] for f in ("out.bvh", "expected.bvh")]
print("off by %.0e" % max(abs(a - b) for x, y in zip(*rows) for a, b in zip(x, y)))
END
echo '-- what has no names of sides exchanges none'
nameless exchanged.bvh >nobody.bvh
dbtool info nobody.bvh exchanged.bvh | grep likely
dbtool info --format list nobody.bvh exchanged.bvh
