#!/usr/bin/env bash
# test_golden.sh DBTOOL: compares the metrics of the bundled clips, with every method, with those in
# testdata/golden/. A value that changes by more than 0.01 % fails; rounding changes values by less.
# UPDATE=1 rewrites the golden values: state the reason in the commit.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"

check() { # WHAT STATUS EXPECTED
    [ "$2" -eq "$3" ]
    count $? "$1: status $2, expected $3" || cat "$scratch/report" 2>/dev/null
}

# The plan's outputs are relative to it: run a copy, beside a link to the clips.
mkdir "$scratch/golden" && ln -s "$root/testdata/bvh" "$scratch/bvh" || exit 2
cp "$root/testdata/golden/plan.json" "$scratch/golden"
cd "$scratch" || exit 2 # so that the paths in the CSV are the same every time
"$dbtool" batch golden/plan.json -q --metrics now.csv
check "batch" $? 0
kept=$root/testdata/golden/metrics.csv
[ "${UPDATE:-}" = 1 ] && cp "$scratch/now.csv" "$kept"

compare() { # OLD NEW
    "$dbtool" diff "$1" "$2" --fail-above 0.01 --fail-missing --floor deg/s3=1 --floor u/s3=1 \
        --floor deg/s2=0.01 --floor u/s2=0.01 --floor deg/s=0.001 --floor u/s=0.001 \
        --floor deg=0.0001 --floor u=0.0001 --floor ratio=0.0001 >"$scratch/report" 2>&1
}
compare "$kept" "$scratch/now.csv"
check "values that rose" $? 0
compare "$scratch/now.csv" "$kept"
check "values that fell" $? 0

# The check can fail: a transition of another length differs.
sed 's/"window": 0.5,/"window": 0.5, "blend_time": 0.19,/' "$root/testdata/golden/plan.json" >"$scratch/golden/plan.json"
"$dbtool" batch golden/plan.json -q --metrics other.csv
compare "$kept" "$scratch/other.csv"
check "a shorter transition" $? 1

# Every method is included, except those that need a model.
for method in $("$dbtool" methods | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p'); do
    case $method in *-learned) continue ;; esac
    grep -q ",$method," "$kept"
    check "$method is kept" $? 0
done
total
