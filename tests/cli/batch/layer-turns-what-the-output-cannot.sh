# Arm has no channels in the output nor in its clips, but 30 degrees in the layer's. The output
# cannot hold them: in all frames of the transition, 0.4 s, it is that far from its target, so
# 30 * 0.4 = 12 degrees times seconds. Hand is 2 units from Arm: 2 * 2 sin(15) = 1.03528
# units off, times seconds 0.41411. It turns nowhere.
rig() { # CHANNELS VALUES: of Arm
    printf 'HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT Arm\n{\nOFFSET 0 1 0\n'
    printf 'CHANNELS %s\nJOINT Hand\n{\nOFFSET 2 0 0\nCHANNELS 0\n' "$1"
    printf 'End Site\n{\nOFFSET 1 0 0\n}\n}\n}\n}\n'
    motion 0.1 "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2" "0$2"
}
rig 0 '' >still.bvh
rig '1 Zrotation' ' 30' >turned.bvh
cat >plan.json <<'PLAN'
{"out": "o.bvh", "name": "n", "align": "none", "method": "crossfade", "blend_time": 0.4,
 "cuts": [{"clip": "still.bvh"}, {"clip": "still.bvh", "at": "3f"}],
 "layers": [{"joints": ["Arm"], "clips": [{"clip": "turned.bvh", "at": 0}]}]}
PLAN
dbtool batch -q plan.json --metrics m.csv
python3 -c '
import csv
for row in csv.DictReader(open("m.csv")):
    print(row["joint"], *(name + " %.6g" % float(row[name]) for name in
                          ("target_error_rms_deg", "displacement_deg_s", "displacement_u_s", "overshoot_deg")))'
