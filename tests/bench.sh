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
