# A plan of one job writes the same bytes and rows as blend.
take walk run idle
check() { # NAME METHOD KEYS OPTION...
    local name=$1 method=$2 keys=$3
    shift 3
    printf '[{"name": "x", "out": "%s.bvh", "method": "%s"%s, "cuts": [%s, %s, %s]}]\n' \
        "$name" "$method" "$keys" '{"clip": "walk.bvh"}' \
        '{"clip": "run.bvh", "at": 1.2, "from": "12f"}' \
        '{"clip": "idle.bvh", "at": "end-0.3", "from": "250ms"}' >plan.json
    dbtool batch -q plan.json --metrics "$name.csv"
    dbtool blend -q walk.bvh run.bvh idle.bvh -a 1.2,end-0.3 --from 12f,250ms -m "$method" "$@" \
        --name x -o right.bvh --metrics right.csv
    same "$name.bvh" right.bvh
    same "$name.csv" right.csv
}
for method in cut crossfade cached-pose inertialize-quintic inertialize-cubic inertialize-spring \
    dead-linear dead-decay dead-clamp dead-bounce dead-halflife; do
    check $method $method ''
done
check keys dead-decay:halflife=0.15 ', "blend_time": 0.5, "curve": "linear", "precision": 3,
    "align": "none", "unroll": true, "profile": {"*Arm": 0.5}, "skip": "Head", "window": 0.3,
    "until": "end-5f"' \
    -t 0.5 --curve linear --precision 3 --align none --unroll --profile '*Arm=0.5' --skip Head \
    --window 0.3 --until end-5f
check spring inertialize-spring ', "halflife": 0.05, "relative_velocity": false, "root": "Hips",
    "up": "y", "past_end": "hold", "interpolate": "linear"' \
    --halflife 0.05 --relative-velocity false --root Hips --up y --past-end hold --interpolate linear
