# slow
# --fit carries clips of other rigs over to the first clip's. Here the other rig is a change of the
# same figure, so the motion that must come out is known: walk.bvh's own.
take walk run
# far OUT.bvh EXPECTED.bvh: how far joints are apart, in heights of the body
far() {
    PYTHONPATH=$TESTS python3 - "$@" <<'END'
import sys
from oracle import Clip, norm, sub, world
a, b = map(Clip, sys.argv[1:])
off = max(norm(sub(p, q)) for k in range(b.n) for (p, _), (q, _) in zip(world(a, a.pose(k)), world(b, b.pose(k))))
print("%d of %d frames, %s" % (a.n, b.n, "the same within 0.1 % of the height" if off < 0.17 else "off by %g" % off))
END
}
# a clip of the same rig stays as it is: nothing is said
dbtool blend -q walk.bvh run.bvh -m cut --at 1 -o expected.bvh
dbtool blend walk.bvh run.bvh -m cut --at 1 --fit -o out.bvh && same out.bvh expected.bvh
dbtool blend -q run.bvh run.bvh -m cut --at 1 -o expected.bvh
for change in names=unreal metres a-pose along-y 'z-up larger' 'turned z-up larger names=smpl' bare; do
    echo "-- $change"
    # shellcheck disable=SC2086
    anew run.bvh other.bvh $change
    dbtool blend run.bvh other.bvh -m cut --at 1 --fit -o out.bvh && far out.bvh expected.bvh
done
echo '-- the rig of a file'
cp run.bvh rig.bvh
anew run.bvh one.bvh names=daz inches
anew run.bvh two.bvh names=xsens metres z-up
dbtool blend -q one.bvh two.bvh -m cut --at 1 --fit=rig.bvh -o out.bvh && far out.bvh expected.bvh
sed -n '2p;5p' out.bvh
anew run.bvh frame.bvh --frames 20:21 # one frame is enough; here both feet are in the air
dbtool blend -q one.bvh two.bvh -m cut --at 1 --fit=frame.bvh -o out.bvh && far out.bvh expected.bvh
dbtool blend -q run.bvh two.bvh -m cut --at 1 --fit=true -o again.bvh
dbtool blend -q run.bvh two.bvh -m cut --at 1 --fit -o out.bvh && same again.bvh out.bvh
dbtool blend -q run.bvh run.bvh -m cut --at 1 --fit=false -o out.bvh && same out.bvh expected.bvh
