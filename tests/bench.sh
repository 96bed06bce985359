#!/bin/bash
# bench.sh BUILD: whole-process times, each against a yardstick that is run in
# turn with it: the median of the pairs' ratios is what counts.
set -eu
build=$1
runs=5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# seconds COMMAND...: how long it takes, in seconds.
seconds() {
    local begin end
    begin=$(date +%s%N)
    "$@" >"$dir/stdout" 2>&1 || { cat "$dir/stdout" >&2; exit 1; }
    end=$(date +%s%N)
    awk "BEGIN { printf \"%.4f\", ($end - $begin) / 1e9 }"
}

# compare NAME 'YARDSTICK' 'COMMAND': prints medians and the median ratio.
compare() {
    local a b
    $2 >"$dir/stdout" 2>&1
    $3 >"$dir/stdout" 2>&1
    : >"$dir/pairs"
    for _ in $(seq $runs); do
        a=$(seconds $2)
        b=$(seconds $3)
        echo "$a $b" >>"$dir/pairs"
    done
    awk -v name="$1" '
        function median(v, n,   i, j, t) {
            for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j-1] > v[j]; j--) { t = v[j]; v[j] = v[j-1]; v[j-1] = t }
            return v[int((n + 1) / 2)]
        }
        { n++; a[n] = $1; b[n] = $2; r[n] = $1 / $2 }
        END { printf "%-38s yardstick %6.3f s   dbtool %6.3f s   ratio %5.2f\n", name, median(a, n), median(b, n), median(r, n) }
    ' "$dir/pairs"
}

"$build/tests/make_big" 100 >"$dir/big.bvh"
"$build/tests/make_big" 100 2 >"$dir/other.bvh"
cat "$dir/big.bvh" "$dir/other.bvh" >/dev/null
compare 'read 100 MB / strtod loop' "$build/tests/bench_strtod $dir/big.bvh" "$build/dbtool info $dir/big.bvh"
cat >"$dir/cat.sh" <<SCRIPT
cat $dir/big.bvh $dir/other.bvh >$dir/cat.out
SCRIPT
compare 'blend 2 x 100 MB, unaligned / cat' "sh $dir/cat.sh" \
    "$build/dbtool blend $dir/big.bvh $dir/other.bvh --align none -q -o $dir/out.bvh"
compare 'blend 2 x 100 MB, aligned / cat' "sh $dir/cat.sh" \
    "$build/dbtool blend $dir/big.bvh $dir/other.bvh -q -o $dir/out.bvh"
rm "$dir"/*.bvh "$dir/cat.out"

# Two tables of a million rows, every figure of which changed. wc looks at each byte once.
"$build/tests/make_metrics_csv" 1000000 >"$dir/old.csv"
"$build/tests/make_metrics_csv" 1000000 7 >"$dir/new.csv"
compare 'diff 2 x 1,000,000 rows / wc' "wc $dir/old.csv $dir/new.csv" \
    "$build/dbtool diff $dir/old.csv $dir/new.csv"
echo "diff 2 x 1,000,000 rows: $(du -cm "$dir"/*.csv | tail -n 1 | cut -f 1) MB of files, $( {
    /usr/bin/time -f %M "$build/dbtool" diff "$dir/old.csv" "$dir/new.csv" >"$dir/stdout"
} 2>&1) KB resident"
rm "$dir"/*.csv

# A library's worth of jobs, where a folder of clips with one skeleton is given: the
# same plan with one thread and with two, outputs in memory, and how memory grows.
corpus=${2-}
[ -d "$corpus" ] || exit 0
memory=$dir
[ -w /dev/shm ] && memory=$(mktemp -d /dev/shm/bench.XXXXXX)
trap 'rm -rf "$dir" "$memory"' EXIT
plan() { # JOBS: pairs drawn by a small generator, methods in turn
    find "$(cd "$corpus" && pwd)" -name '*.bvh' | sort | awk -v jobs="$1" -v out="$memory/out" '
        { clip[n++] = $0 }
        function draw() { seed = (seed * 1103515245 + 12345) % 2147483648; return clip[int(seed / 65536) % n] }
        END {
            seed = 1; split("cut crossfade inertialize-quintic inertialize-spring dead-clamp dead-halflife", m, " ")
            for (i = 0; i < jobs; i++)
                printf "{\"name\": \"%d\", \"out\": \"%s/%d.bvh\", \"method\": \"%s\", \"cuts\": [{\"clip\": \"%s\"}, {\"clip\": \"%s\", \"at\": \"end-0.5\"}]}\n", i, out, i, m[i % 6 + 1], draw(), draw()
        }' >"$memory/plan.$1"
}
plan 200
plan 2000
one="$build/dbtool batch $memory/plan.2000 -q -j 1 --metrics $memory/1.csv"
two="$build/dbtool batch $memory/plan.2000 -q -j 2 --metrics $memory/2.csv"
compare 'batch of 2,000 jobs, -j 2 / -j 1' "$one" "$two"
cmp "$memory/1.csv" "$memory/2.csv"
for n in 200 2000; do
    kilobytes=$( { /usr/bin/time -f %M "$build/dbtool" batch "$memory/plan.$n" -q -j 2 --memory 32M; } 2>&1)
    echo "batch of $n jobs, --memory 32M: $kilobytes KB resident"
done
