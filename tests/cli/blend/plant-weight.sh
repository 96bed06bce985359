# The weight of a lock is a multiple of 1/32; it is printed where it is less than 1.
take walk run turn kick
for clip in run turn kick; do
    for at in 0.3:0.2 0.7:0.2 1.1:0.2 0.3:0.4 0.7:0.4 1.1:0.4; do
        dbtool blend walk.bvh $clip.bvh --at ${at%:*} --plant -t ${at#*:} -m dead-two-sided -v -o out.bvh
    done
done 2>&1 | grep -o 'locked to [0-9]* %' | sort -u >said
python3 -c '
import sys
whole = {"%.0f" % (100 * k / 32) for k in range(32)}
found = [line.split()[2] for line in open("said")]
print(len(found) > 5, [f for f in found if f not in whole])'
