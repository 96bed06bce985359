#!/bin/bash
# bench_search.sh BUILD CORPUS: how a search of a library grows with its frames. Prints seconds of
# processor time and resident memory for each size, and the exponents that are fitted to them.
set -euo pipefail
build=$1 corpus=$2
sizes='30000 100000 300000 1000000'
[ -z "${BENCH_SHORT-}" ] || sizes='400 800'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
folder=$(find "$(cd "$corpus" && pwd)" -name '*.bvh' -printf '%h\n' | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')
for size in $sizes; do
    python3 tests/bench/library.py "$folder" "$dir/clips" "$size"
    for search in '--top 100' '--per-clip 5'; do
        # shellcheck disable=SC2086 # two words
        used=$( { find "$dir/clips" -name '*.bvh' -print0 | sort -z | /usr/bin/time -f '%U %S %M' xargs -0 -n 1000000 \
            "$build/dbtool" suggest -q $search --format csv -o "$dir/list.csv"; } 2>&1)
        echo "$search:$size $used" | tee -a "$dir/times"
    done
    rm -r "$dir/clips"
done
awk -F '[: ]+' '{
    name = $1 " " $2; seconds = $4 + $5; x = log($3); y = log(seconds > 0.01 ? seconds : 0.01)
    n[name]++; sx[name] += x; sy[name] += y; sxx[name] += x * x; sxy[name] += x * y
} END {
    for (name in n)
        printf "suggest %s: time grows with an exponent of %.2f\n", name,
            (n[name] * sxy[name] - sx[name] * sy[name]) / (n[name] * sxx[name] - sx[name] ^ 2)
}' "$dir/times"
