# Frames that a later cut hides do not count: the feet of the first cut are locked as without it.
take walk idle
slide() { # UNTIL CUT: skate_u of the first cut
    printf '{"jobs": [{"out": "out.bvh", "plant": true, "plant_drop": 0.15, "until": %s, "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": 1.3, "method": "dead-halflife"}%s]}]}' \
        "$1" "$2" >plan.json
    dbtool batch -q plan.json --metrics m.csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "skate_u") column = i }
        $2 == 1 && $5 == "*" { print ($column < 1e-3 ? "no slide" : "slide " $column) }' m.csv
}
slide 1.7 ''
slide 3 ', {"clip": "idle.bvh", "at": 1.7, "method": "cut"}'
