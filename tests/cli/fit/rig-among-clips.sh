# The rig may be one of the clips: its file is then read in two ways, in a batch at the same time.
take run
mkdir clips
python3 - <<'PYTHON'
head, motion = open("run.bvh").read().split("Frames:")
_, time, *frames = motion.splitlines()
frames *= 3
for name in "rig", "more", "last":
    with open("clips/%s.bvh" % name, "w") as clip:
        clip.write("\n".join([head + "Frames: %d" % len(frames), time, *frames, ""]))
PYTHON
[ "$(stat -c %s clips/rig.bvh)" -gt 223000 ] && echo 'of a size that is not free to read again'
cd clips || exit
dbtool blend -q rig.bvh --mirror -o ../expected.bvh
dbtool blend -q rig.bvh --mirror --fit=rig.bvh -o ../out.bvh && same ../out.bvh ../expected.bvh
dbtool blend -q rig.bvh --scale 2 --fit=rig.bvh -o ../out.bvh
echo '{"fit": "rig.bvh", "mirror": true, "out": "../{clip}.bvh", "cuts": [{"clip": "*.bvh"}]}' >plan.json
for i in {1..10}; do
    dbtool batch -q -j2 plan.json || echo "try $i"
    same ../rig.bvh ../expected.bvh >/dev/null || echo "try $i differs"
done
