# Whatever a body does, it keeps its up axis on rigs of other names, zero poses, units and axes: the
# trunk lies, stands or hangs as before.
kinds=(walker crawler sitter acrobat climber swimmer)
python3 "$TESTS/make/make_rigs.py" "${kinds[@]}"
python3 "$TESTS/rigs.py" walker.bvh rig1.bvh names=smpl a-pose
python3 "$TESTS/rigs.py" walker.bvh rig2.bvh names=biped metres z-up-pose
python3 "$TESTS/rigs.py" walker.bvh rig3.bvh names=unreal larger arms-down aside
cat >trunk.py <<'END2'
"""trunk.py UP CLIP...: the mean angle of each clip's trunk, from the hips to the head, to its up axis."""
import math, sys
from oracle import load, norm, sub, world
names = {"Hips", "m_avg_Pelvis", "Bip01 Pelvis", "pelvis"}, {"Head", "m_avg_Head", "Bip01 Head", "head"}
angles = []
for path in sys.argv[2:]:
    clip, total = load(path), 0.0
    hips, head = (next(j for j, n in enumerate(clip.names) if n in some) for some in names)
    for k in range(clip.n):
        w = world(clip, clip.pose(k))
        trunk = sub(w[head][0], w[hips][0])
        up = trunk["xyz".index(sys.argv[1][-1])] * (-1 if sys.argv[1][0] == "-" else 1)
        total += math.degrees(math.acos(up / norm(trunk)))
    angles.append(total / clip.n)
print(*("%.0f" % a for a in angles))
END2
trunk() { PYTHONPATH=$TESTS python3 trunk.py "$@"; }
echo "${kinds[@]}"
trunk y "${kinds[@]/%/.bvh}"
for rig in 1:y 2:z 3:y; do
    for kind in "${kinds[@]}"; do
        dbtool blend $kind.bvh --fit=rig${rig%:*}.bvh --up "${rig#*:}" -o $kind.there.bvh 2>&1 | grep -v frames
        dbtool blend $kind.there.bvh --fit=walker.bvh -o $kind.back.bvh 2>&1 | grep -v frames
    done
    trunk ${rig#*:} "${kinds[@]/%/.there.bvh}"
    trunk y "${kinds[@]/%/.back.bvh}"
done
echo '-- one who gets ahead on level ground shows the axis of a rig whose zero pose is no figure'
python3 "$TESTS/rigs.py" walker.bvh scrambled.bvh names=unreal larger turned
dbtool info scrambled.bvh | grep -o 'likely.*'
dbtool blend walker.bvh --fit=scrambled.bvh -o there.bvh 2>&1 | grep -v frames
trunk y there.bvh
