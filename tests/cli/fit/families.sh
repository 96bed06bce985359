# One body under the names of each family of rigs, fitted to the rig of the next family, shows what
# it shows under the names that it had.
take walk run
families=(cmu motionbuilder daz bandai xsens smpl biped unreal vrm amc poser infix makehuman makehuman-game
    second-life simulated duplicate)
for family in "${families[@]}"; do
    python3 "$TESTS/rigs.py" run.bvh $family.bvh names=$family --frames 0:30
done
python3 "$TESTS/rigs.py" run.bvh few.bvh --frames 0:30
last=duplicate
for family in "${families[@]}"; do
    dbtool blend $last.bvh $family.bvh --at 0.2 -m cut --fit -o out.bvh 2>&1 | grep -v frames
    dbtool blend $last.bvh few.bvh --at 0.2 -m cut --fit -q -o expected.bvh
    cmp out.bvh expected.bvh
    last=$family
done
