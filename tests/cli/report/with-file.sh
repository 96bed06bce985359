# A finished file is shown beside the methods: its own poses, the figures of compare, as far as it
# goes; it has no settings to copy.
take walk run kick
check() { # METHODS CLIP... OPTION...
    local methods=$1 label
    shift
    rm -rf kept
    dbtool blend "$@" -q -m inertialize-cubic -o made.bvh
    set -- "$@" --with engine=made.bvh --with fast.bvh
    dbtool compare "$@" --methods "$methods" --format csv --keep kept -o rows.csv -q
    dbtool report "$@" --methods "$methods" -o report.html -q || return
    local -a files=(--bvh engine made.bvh --bvh fast fast.bvh)
    for label in ${methods//,/ }; do
        files+=(--bvh "$label" "kept/$label.bvh")
    done
    echo "$methods $*"
    python3 "$TESTS/report_oracle.py" check report.html "${files[@]}" --csv rows.csv
}
data() {
    python3 "$TESTS/report_oracle.py" json report.html | python3 -c "$1"
}
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-linear -o long.bvh
awk '/^Frames:/ { $2 = 90 } at && at++ > 90 { exit } /^Frame Time/ { at = 1 } { print }' long.bvh >fast.bvh
check cut,crossfade walk.bvh run.bvh --at 1
check dead-two-sided,inertialize-two-sided walk.bvh run.bvh --at 1
data '
import json, sys
for cut in json.load(sys.stdin)["cuts"]:
    print("shown to frame", cut["first"] + cut["n_frames"] - 1)
    for m in cut["methods"]:
        print(m["label"], m["begin"], m["end"], m["settings"], "weights" in m, m["values"][0] != "")'
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]' >plan.json
tries dbtool report plan.json --with long.bvh -o out.html
tries dbtool report walk.bvh run.bvh --at 1 --with long.bvh -o long.bvh
tries dbtool report walk.bvh run.bvh --at 1 --with fast.bvh --with long.bvh --window 1 -o out.html
