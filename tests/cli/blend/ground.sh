# --ground moves each later clip onto the first one's ground, or all clips onto a height.
# stick LOWEST: a body without legs whose lowest point is 10 below ROOT. Of the heights of its lowest points in 21
# frames the second is the ground (5 %): LOWEST + 1.
stick() {
    printf 'HIERARCHY\nROOT Base\n{\nOFFSET 0 0 0\nCHANNELS 4 Xposition Yposition Zposition Yrotation\n'
    printf 'JOINT Rod\n{\nOFFSET 0 -9 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 -1 0\n}\n}\n}\n'
    printf 'MOTION\nFrames: 21\nFrame Time: 0.1\n'
    awk -v low="$1" 'BEGIN { for (k = 0; k < 21; k++) print 0, low + 10 + (k == 0 ? 1 : k == 1 ? 0 : 3), 0, 0.50, 0 }' |
        sed 's/\.5 /.500 /'
}
heights() { frames "$1" | awk '{ h[$2]++ } END { for (y in h) print h[y] " times " y }' | sort -k3,3n; }
stick 1 >low.bvh   # its ground: 2
stick 11 >high.bvh # 12
for ground in '' --ground --ground=-7 '--ground 0.5' --ground=2:true --ground=2:4; do
    echo "-- $ground"
    # shellcheck disable=SC2086 # words
    dbtool blend -q low.bvh high.bvh --at end --align none -m cut $ground -o out.bvh
    heights out.bvh
done
echo '-- other channels keep their text; a clip that is there already, all of it'
frames out.bvh | sed -n '3p;$p'
dbtool blend -q low.bvh --ground=2 -o out.bvh && cmp low.bvh out.bvh
dbtool blend -q low.bvh --ground -o out.bvh && cmp low.bvh out.bvh
echo '-- keys of a plan: the cut has priority'
cat >plan.json <<'P'
{"defaults": {"align": "none", "method": "cut", "ground": true},
 "jobs": [{"name": "first", "out": "{name}.bvh", "cuts": [{"clip": "low.bvh"}, {"clip": "high.bvh", "at": "end"}]},
          {"name": "height", "out": "{name}.bvh", "ground": 20, "cuts": [{"clip": "low.bvh"}, {"clip": "high.bvh", "at": "end"}]},
          {"name": "cut", "out": "{name}.bvh", "ground": 20, "cuts": [{"clip": "low.bvh"}, {"clip": "high.bvh", "at": "end", "ground": false}]}]}
P
dbtool batch -q plan.json
for out in first height cut; do
    echo "$out" && heights $out.bvh
done
dbtool batch -n plan.json | grep -o '"ground": [^,]*'
echo '-- a walker who was raised by 10 units'
python3 "$TESTS/make/make_rigs.py" narrow
for by in 0 10; do
    awk -v by=$by 'motion { $2 = sprintf("%.6f", $2 + by) } /^Frame Time/ { motion = 1 } 1' narrow.bvh >by$by.bvh
done
for method in cut dead-two-sided; do
    dbtool blend -q by0.bvh by0.bvh --at 1 --from 0.5 -m $method -o want.bvh
    dbtool blend by0.bvh by10.bvh --at 1 --from 0.5 -m $method --ground --strict --metrics m.csv -o out.bvh
    cmp want.bvh out.bvh
done
echo '-- ROOT without position channels: its OFFSET; if it is the first, all of the output is on its ground'
awk '/CHANNELS 6/ && !n++ { sub("6 Xposition Yposition Zposition", "3") } motion { $1 = $2 = $3 = "" }
    /^Frame Time/ { motion = 1 } 1' by0.bvh >fixed.bvh
dbtool blend -q by0.bvh fixed.bvh --at 1 -m cut --ground --strict -o out.bvh
dbtool blend -q fixed.bvh by0.bvh --at 1 -m cut --align none --strict -o out.bvh
tries dbtool blend fixed.bvh by0.bvh --at 1 -m cut --ground -o no.bvh
echo '[{"clip": "fixed.bvh"}, {"clip": "by0.bvh", "at": 1, "ground": 3}]' >fixed.json
tries dbtool batch -q fixed.json -o no.bvh
dbtool blend -q fixed.bvh --ground=0 -o out.bvh
dbtool blend -q by0.bvh out.bvh --at 1 -m cut --strict -o moved.bvh
echo '-- mistakes'
tries dbtool blend low.bvh high.bvh --ground=high -o no.bvh
tries dbtool blend low.bvh high.bvh --ground --up auto -o no.bvh
echo '[{"clip": "low.bvh"}, {"clip": "high.bvh", "ground": "0"}]' >wrong.json
tries dbtool batch wrong.json -o no.bvh
