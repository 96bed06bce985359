#!/bin/bash
# bench_learned.sh BUILD CORPUS: trains a network on the clips of a folder except every seventh by
# name, and measures the result on those. BENCH_SHORT=1 trains briefly.
set -euo pipefail
build=$1 corpus=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
find "$(cd "$corpus" && pwd)" -name '*.bvh' | sort >"$dir/all"
awk 'NR % 7 == 0' "$dir/all" >"$dir/out"
mapfile -t all <"$dir/all"
mapfile -t out <"$dir/out"
model=$dir/model.safetensors
holdout=()
for clip in "${out[@]}"; do holdout+=(--holdout "$(basename "$clip")"); done

begin=$EPOCHREALTIME
"$build/dbtool" train "${all[@]}" "${holdout[@]}" -o "$model" ${BENCH_SHORT:+--iterations 20}
awk "BEGIN { printf \"training: %.0f s\n\", $EPOCHREALTIME - $begin }"
echo "file: $(wc -c <"$model") bytes"
echo "one step: $("$build/tests/bench_model" "$model") microseconds"

# 60 pairs of the other clips, cut half a second before the end, blended for a second.
awk -v model="$model" -v dir="$dir" '
    { clip[n++] = $0 }
    function draw() { seed = (seed * 1103515245 + 12345) % 2147483648; return clip[int(seed / 65536) % n] }
    END {
        seed = 1
        methods = split("dead-learned:model=" model " cached-pose crossfade inertialize-quintic inertialize-cubic inertialize-spring:halflife=0.08 dead-linear dead-decay dead-halflife", m, " ")
        for (i = 0; i < 60; i++) {
            a = draw(); b = draw()
            for (k = 1; k <= methods; k++)
                printf "{\"name\": \"%d.%d\", \"out\": \"%s/b/%d.%d.bvh\", \"window\": 1, \"past_end\": \"hold\", \"method\": \"%s\"%s, \"cuts\": [{\"clip\": \"%s\"}, {\"clip\": \"%s\", \"at\": \"end-0.5\"}]}\n", i, k, dir, i, k, m[k], m[k] ~ /spring/ ? "" : ", \"blend_time\": 1", a, b
        }
    }' "$dir/out" >"$dir/plan"
"$build/dbtool" batch "$dir/plan" -q --metrics "$dir/m.csv"
echo "== 60 pairs, blended for 1 s: means over the pairs, all joints"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $5 == "*" { n[$3]++; limit[$3] += $column["limit_excess_deg"]; peak[$3] += $column["ang_jerk_peak_ratio"]; rms[$3] += $column["ang_jerk_rms_ratio"] }
    END {
        printf "%-22s %18s %20s %20s\n", "method", "limit_excess_deg", "ang_jerk_peak_ratio", "ang_jerk_rms_ratio"
        for (m in n) printf "%-22s %18.3f %20.4f %20.4f\n", m, limit[m] / n[m], peak[m] / n[m], rms[m] / n[m] | "sort"
    }' "$dir/m.csv"
