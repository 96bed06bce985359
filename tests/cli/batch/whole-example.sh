# A sweep of two methods, a cut with a method of its own, and a layer.
take walk run kick
mv run.bvh dash.bvh
mv kick.bvh wave.bvh
mkdir plans
mv ./*.bvh plans
cat >plans/plan.json <<'END'
[{ "name": "walk_to_dash.{method}", "out": "out/{name}.bvh",
  "method": ["dead-halflife", "inertialize-quintic"], "blend_time": 0.2,
  "cuts": [ {"clip": "walk.bvh"},
            {"clip": "dash.bvh", "at": 1.2, "from": "12f"},
            {"clip": "walk.bvh", "at": 1.3, "method": "dead-decay:halflife=0.15"} ],
  "layers": [ {"joints": ["RightArm*", "RightHand"], "weight": 1.0, "until": 2.0, "fade_out": 0.2,
               "clips": [ {"clip": "wave.bvh", "at": 0.5, "fade": 0.2} ]} ] }]
END
dbtool batch plans/plan.json --metrics m.csv -q
ls -A . plans plans/out
cut -d, -f1-4 m.csv | uniq -c
# Against the plan without the layer, its joints differ, in its frames only.
cd plans || exit
cat >plain.json <<'END'
[{ "name": "plain", "out": "plain.bvh", "method": "dead-halflife", "blend_time": 0.2,
  "cuts": [ {"clip": "walk.bvh"},
            {"clip": "dash.bvh", "at": 1.2, "from": "12f"},
            {"clip": "walk.bvh", "at": 1.3, "method": "dead-decay:halflife=0.15"} ] }]
END
dbtool batch -q plain.json
layered=out/walk_to_dash.dead-halflife.bvh
frames plain.bvh >plain.txt
frames $layered >layered.txt
# Frame 30 is 0.5 s, where the weight is 0 still; frame 120 is 2.0 s.
paste plain.txt layered.txt | awk '{
    n = NF / 2
    for (i = 1; i <= n; i++) if ($i != $(i + n)) { if (!first) first = NR - 1; last = NR - 1; at[i] = 1 }
} END {
    print "differ in frames", first, "to", last
    for (i = 1; i <= n; i++) if (at[i]) printf "%d ", i
    print "of", n
}'
# RightArm has channels 34 to 36, RightHand 40 to 42. Where nothing fades, from
# frame 42 on and before frame 108, they are the wave's, 30 frames earlier.
frames wave.bvh >wave.txt
awk 'NR == FNR { for (i = 34; i <= 42; i++) wave[NR - 1, i] = $i; next }
    FNR > 42 && FNR <= 108 {
        for (i = 34; i <= 42; i++) {
            off = $i - wave[FNR - 31, i]
            if ((i < 37 || i > 39) && (off > 1e-6 || off < -1e-6)) wrong++
        }
        n++
    } END { print n " frames of the wave, " wrong + 0 " values are others" }' wave.txt layered.txt
