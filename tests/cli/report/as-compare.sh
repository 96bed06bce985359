# slow
# Every pose of every window equals, by forward kinematics, that of the BVH from compare --keep; the
# table equals the CSV digit for digit; the clips equal the output of the method cut.
take walk run kick turn walk_30fps walk_zup still_root still_root_run all_positions
dbtool info -q --limits walk.bvh run.bvh -o limits.json

check() { # METHODS CONTEXT CLIP... OPTION...
    local methods=$1 context=$2 file label
    shift 2
    rm -rf kept
    dbtool compare "$@" --methods "$methods" --format csv --keep kept -o rows.csv -q
    dbtool report "$@" --methods "$methods" --context "$context" -o report.html -q || return
    local -a files=()
    while IFS= read -r label; do
        file=$(tr ':,/' '...' <<<"$label")
        files+=(--bvh "$label" "kept/$file.bvh")
    done < <(python3 "$TESTS/report_oracle.py" json report.html |
        python3 -c 'import json, sys; [print(m["label"]) for m in json.load(sys.stdin)["cuts"][0]["methods"]]')
    echo "$methods $*: $((${#files[@]} / 3)) methods"
    python3 "$TESTS/report_oracle.py" check report.html "${files[@]}" --csv rows.csv
}

check all 0.5 walk.bvh run.bvh --at 1.2
check cut,crossfade,dead-decay:halflife=0.1,curve=linear 0.5 walk.bvh run.bvh kick.bvh --at 0.9,1.5
# transitions that are interrupted, the second more than once
check cut,crossfade,inertialize-spring,dead-bounce 0.5 walk.bvh run.bvh kick.bvh turn.bvh --at 0.9,1.0,1.1 -t 0.4
check cut,dead-halflife 0.2 walk.bvh walk_30fps.bvh run.bvh --at 0.9,1.6
check cut,dead-linear 0 walk.bvh run.bvh --at 0.7 --align none --precision 3 --name 'a, "b"'
check cut,dead-clamp 2 walk.bvh run.bvh --at 72f --limits limits.json --skip '*Arm' --profile 'Spine*=2'
check cut,cached-pose 0.5 walk.bvh run.bvh --at 3 --past-end loop --until 4 --window 0.1
check cut,crossfade 0.5 walk.bvh run.bvh --at 3 --past-end hold --up z --feet '*Hand'
check cut,crossfade 0.5 walk_zup.bvh walk_zup.bvh --at 1 --up z
check cut,inertialize-quintic 0.5 still_root.bvh still_root_run.bvh
check cut,dead-halflife 0.5 all_positions.bvh all_positions.bvh --at 1f
