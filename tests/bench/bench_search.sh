#!/bin/bash
# bench_search.sh BUILD CORPUS: how the time of a search grows with the frames of a library, also if
# clips hold poses. Prints processor time, resident memory and the number of computed costs for each
# size, and exponents fitted to the times. Then searches the folder's own clips.
set -euo pipefail
build=$(cd "$1" && pwd) corpus=$2
sizes='30000 100000 300000 1000000' large=384000
[ -z "${BENCH_SHORT-}" ] || { sizes='400 800' large=800; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
folder=$(find "$(cd "$corpus" && pwd)" -name '*.bvh' -printf '%h\n' | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')

# search FOLDER OPTION...: searches its clips; prints user, system and elapsed seconds, memory in KB,
# and dbtool's counts.
search() {
    local clips=$1
    shift
    (cd "$clips" && /usr/bin/time -f '%U %S %e %M' \
        "$build/dbtool" suggest ./*.bvh -v --format csv -o "$dir/list.csv" "$@") 2>&1 |
        grep 'computed\|added\|^[0-9. ]*$' | tr '\n' ' '
}

for kind in moving held; do
    for size in $sizes; do
        python3 tests/bench/library.py "$folder" "$dir/clips" "$size" "$kind"
        for limit in '--top 100' '--per-clip 5'; do
            # shellcheck disable=SC2086 # two words
            result=$(search "$dir/clips" $limit)
            echo "$kind, $limit:$size ${result#*costs }${result%%costs*}" | tee -a "$dir/times"
        done
        rm -r "$dir/clips"
    done
done
awk -F '[:]' '{
    split($2, of, " "); seconds = of[2] + of[3]; x = log(of[1]); y = log(seconds > 0.01 ? seconds : 0.01)
    n[$1]++; sx[$1] += x; sy[$1] += y; sxx[$1] += x * x; sxy[$1] += x * y
} END {
    for (name in n)
        printf "suggest, %s: time grows with an exponent of %.2f\n", name,
            (n[name] * sxy[name] - sx[name] * sy[name]) / (n[name] * sxx[name] - sx[name] ^ 2)
}' "$dir/times"

echo "the clips of $(basename "$folder"), --per-pair 3: $(search "$folder" --per-pair 3)"
python3 tests/bench/library.py "$folder" "$dir/clips" "$large"
echo "$large frames, --top 100: $(search "$dir/clips" --top 100)"
