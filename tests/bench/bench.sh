#!/bin/bash
# bench.sh BUILD [CORPUS]: times of whole processes, each compared with a reference program that runs in
# turn with it. The result is the median of the ratios.
set -euo pipefail
build=$1
runs=9 mb=100 sizes='1 3 10 30 100 300 1000' rows=1000000 jobs=2000
# BENCH_SHORT=1 shows only that everything still runs.
[ -z "${BENCH_SHORT-}" ] || runs=1 mb=1 sizes='1 3' rows=1000 jobs=20
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# seconds COMMAND...: its duration.
seconds() {
    local begin end
    begin=$EPOCHREALTIME # date would be a process
    "$@" >"$dir/stdout" 2>&1 || { cat "$dir/stdout" >&2; exit 1; }
    end=$EPOCHREALTIME
    awk "BEGIN { printf \"%.4f\", $end - $begin }"
}

# processor_seconds COMMAND...: its processor time.
processor_seconds() {
    /usr/bin/time -o "$dir/used" -f '%U %S' "$@" >"$dir/stdout" 2>&1 || { cat "$dir/stdout" >&2; exit 1; }
    awk '{ printf "%.2f", $1 + $2 }' "$dir/used"
}

# compare NAME 'REFERENCE' 'COMMAND': prints medians and the median ratio. Each timed run
# follows an untimed run of the same command: a virtual machine may return memory to its host
# after a big process, and the next run is slower.
compare() {
    local a b
    : >"$dir/pairs"
    for _ in $(seq $runs); do
        seconds $2 >"$dir/untimed"
        a=$(seconds $2)
        seconds $3 >"$dir/untimed"
        b=$(seconds $3)
        echo "$a $b" >>"$dir/pairs"
    done
    awk -v name="$1" '
        function median(v, n,   i, j, t) {
            for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j-1] > v[j]; j--) { t = v[j]; v[j] = v[j-1]; v[j-1] = t }
            return v[int((n + 1) / 2)]
        }
        { n++; a[n] = $1; b[n] = $2; r[n] = $1 / $2 }
        END { printf "%-38s reference %6.3f s   dbtool %6.3f s   ratio %5.2f\n", name, median(a, n), median(b, n), median(r, n) }
    ' "$dir/pairs"
}

"$build/tests/make_big" $mb >"$dir/big.bvh"
"$build/tests/make_big" $mb 2 >"$dir/other.bvh"
cat "$dir/big.bvh" "$dir/other.bvh" >/dev/null
# Reading: `info` reads, checks and keeps every number.
one_thread=''
command -v taskset >/dev/null && one_thread='taskset -c 0'
compare "read $mb MB / strtod loop" "$build/tests/bench_strtod $dir/big.bvh" \
    "$one_thread $build/dbtool info $dir/big.bvh"
# Fitting: a clip, read, and read and fitted to a rig of other names and zero pose.
python3 - testdata/bvh/ok_run.bvh "$dir/run.bvh" $((mb * 3)) <<'PYTHON'
import sys
head, motion = open(sys.argv[1]).read().split("Frames:")
_, time, *frames = motion.splitlines()
frames *= int(sys.argv[3])
open(sys.argv[2], "w").write("\n".join([head + "Frames: %d" % len(frames), time, *frames, ""]))
PYTHON
python3 tests/rigs.py testdata/bvh/ok_run.bvh "$dir/rig.bvh" names=smpl arms-down
python3 tests/rigs.py testdata/bvh/ok_run.bvh "$dir/lines.bvh" names=smpl along-y
for rig in rig lines; do
    compare "read and fit $((mb * 250)) KB, $rig / read" "$one_thread $build/dbtool info $dir/run.bvh" \
        "$one_thread $build/dbtool info $dir/run.bvh --fit=$dir/$rig.bvh"
done
# A long session, whose jumps could be glitches.
"$build/tests/make_big" $mb 1 5 $((5 * mb)) >"$dir/joined.bvh"
compare 'read 500 joined clips / strtod loop' "$build/tests/bench_strtod $dir/joined.bvh" \
    "$build/dbtool info $dir/joined.bvh"
rm "$dir/joined.bvh"
if ${CC:-cc} -O2 -o "$dir/assimp" tests/bench/bench_assimp.c -lassimp 2>"$dir/stdout"; then
    compare "read $mb MB, 1 thread / assimp" "$dir/assimp $dir/big.bvh" \
        "$one_thread $build/dbtool info $dir/big.bvh"
else
    echo 'SKIP assimp: libassimp-dev is not installed'
fi
compare "write $mb MB / fprintf" "$build/tests/bench_write $mb fprintf /dev/null" \
    "$build/tests/bench_write $mb tool /dev/null"

cat >"$dir/cat.sh" <<SCRIPT
cat $dir/big.bvh $dir/other.bvh >$dir/cat.out
SCRIPT
compare "blend 2 x $mb MB, unaligned / cat" "sh $dir/cat.sh" \
    "$build/dbtool blend $dir/big.bvh $dir/other.bvh --align none -q -o $dir/out.bvh"
compare "blend 2 x $mb MB, aligned / cat" "sh $dir/cat.sh" \
    "$build/dbtool blend $dir/big.bvh $dir/other.bvh -q -o $dir/out.bvh"
echo "blend 2 x $mb MB, aligned: $( {
    /usr/bin/time -f %M "$build/dbtool" blend "$dir/big.bvh" "$dir/other.bvh" -q -o "$dir/out.bvh"
} 2>&1) KB resident, $(du -ck "$dir/big.bvh" "$dir/other.bvh" | tail -n 1 | cut -f 1) of them the files' text"
rm "$dir"/*.bvh "$dir/cat.out"

# Methods: the time of a frame of 30 joints in a transition, minus that of a copied frame.
"$build/tests/make_big" 8 >"$dir/a.bvh"
of_blend() { seconds "$build/dbtool" blend "$dir/a.bvh" "$dir/a.bvh" --at 20 -q -o /dev/null "$@"; }
us_a_frame() { # SECONDS OPTION...: of a transition of that length at 60 fps
    local length=$1
    shift
    for _ in $(seq $runs); do
        echo "$(of_blend -m cut) $(of_blend "$@")"
    done | awk -v n="$length" '{ print ($2 - $1) * 1e6 / (60 * n) }' | sort -n | sed -n "$((runs / 2 + 1))p"
}
for method in crossfade inertialize-quintic dead-halflife dead-bounce; do
    echo "$(us_a_frame 15 -m $method -t 15) us a frame  $method"
done | sort -rn | sed '1s/^/slowest method: /;1q'

# Locked feet: the time that they add to cuts from the walk to the idle clip, for each frame that they
# change and each leg: to single blends, and to a batch, whose jobs share analysed clips.
cat >"$dir/blends.sh" <<'SCRIPT'
for at in $(seq 20 2 118); do
    "$1" blend testdata/bvh/ok_walk.bvh testdata/bvh/ok_idle.bvh --at "${at}f" -m "$2" -q -o "$3/$at.bvh" ${4-}
done
SCRIPT
blends() { processor_seconds sh "$dir/blends.sh" "$build/dbtool" "$method" "$dir/$1" ${2+"$2"}; } # FOLDER [--plant]
jobs_of() { # FOLDER: 'planted' or 'plain'
    seq 20 2 118 | awk -v method="$method" -v folder="$1" -v data="$PWD/testdata/bvh" -v dir="$dir" '{
        printf "{\"out\": \"%s/%s/%d.bvh\", \"name\": \"%d\", \"method\": \"%s\", \"plant\": %s, \"cuts\": [{\"clip\": \"%s/ok_walk.bvh\"}, {\"clip\": \"%s/ok_idle.bvh\", \"at\": \"%df\"}]}\n",
            dir, folder, $1, $1, method, folder == "planted" ? "true" : "false", data, data, $1 }' >"$dir/plan.json"
    processor_seconds "$build/dbtool" batch "$dir/plan.json" -q -j 1
}
mkdir "$dir/plain" "$dir/planted"
for method in dead-halflife auto; do
    for _ in $(seq $runs); do
        echo "$(blends plain) $(blends planted --plant) $(jobs_of plain) $(jobs_of planted)"
    done >"$dir/runs"
    changed=$({ diff -r "$dir/plain" "$dir/planted" || true; } | grep -c '^>')
    for column in 2 4; do
        awk "{ print (\$$column - \$($column - 1)) * 1e6 / $changed / 2 }" "$dir/runs" | sort -n | sed -n "$((runs / 2 + 1))p"
    done | awk -v name="$method" '{ us[NR] = $1 } END {
        printf "planted feet, %s: %.1f us a frame and leg, in a batch %.1f\n", name, us[1], us[2] }'
done
rm -r "$dir/plain" "$dir/planted"

# Two sides, and a gap between them.
two_sided='dead-two-sided:blend_time=7,before=7'
{
    us_a_frame 14 -m inertialize-two-sided:blend_time=7,before=7
    us_a_frame 14 -m "$two_sided"
    us_a_frame 15 --gap 1 -m "$two_sided"
} | awk '{ print "two sides" (NR > 2 ? ", a gap" : "") ": " $0 " us a frame" }'

# A candidate of auto: 0.2 s on each side at 60 fps.
candidates() { printf 'inertialize-two-sided,%.0s' $(seq "$1") | sed 's/,$//'; }
try() { # COUNT
    seconds "$build/dbtool" blend testdata/bvh/ok_walk.bvh testdata/bvh/ok_run.bvh -q --at 1 -m auto \
        --candidates "$(candidates "$1")" -o /dev/null
}
: >"$dir/pairs"
for _ in $(seq $runs); do echo "$(try 2) $(try 1002)" >>"$dir/pairs"; done
sort -k 2n "$dir/pairs" | awk -v n="$runs" 'NR == int((n + 1) / 2) { ms = $2 - $1
    printf "a candidate of auto: %.3f ms%s\n", ms, ms <= 0.2 ? "" : "  (over 0.2 ms)" }'

# A cut of auto, with all its candidates: batches of cuts at different times, minus batches with a
# single candidate, which is not tried.
cuts=200
cuts_with() { # CANDIDATES
    seq "$cuts" | awk -v more="$1" -v data="$PWD/testdata/bvh" -v dir="$dir" '{
        printf "{\"out\": \"%s/out/%d.bvh\", \"name\": \"%d\", %s\"cuts\": [{\"clip\": \"%s/ok_walk.bvh\"}, {\"clip\": \"%s/ok_run.bvh\", \"at\": \"%df\", \"from\": \"%df\"}]}\n",
            dir, $1, $1, more, data, data, 60 + $1 % 20, 60 + int($1 / 20) }' >"$dir/plan.json"
    processor_seconds "$build/dbtool" batch "$dir/plan.json" -q -j 1 --metrics /dev/null
}
: >"$dir/pairs"
for _ in $(seq $runs); do
    echo "$(cuts_with '"candidates": "inertialize-two-sided", ') $(cuts_with '')" >>"$dir/pairs"
done
awk -v n="$cuts" '{ print ($2 - $1) * 1000 / n }' "$dir/pairs" | sort -n | awk -v n="$runs" 'NR == int((n + 1) / 2) {
    printf "a cut of auto: %.2f ms%s\n", $1, $1 <= 5 ? "" : "  (over 5 ms)" }'
rm -r "$dir/out"

# Growth: the exponent of time against size, fitted to sizes over three decades.
growth() { # NAME COMMAND..., with %s for the size
    local name=$1 size a best
    shift
    : >"$dir/pairs"
    for size in $sizes; do
        prepare "$size"
        best=999
        for _ in 1 2 3; do
            a=$(seconds "$@")
            best=$(awk "BEGIN { print ($a < $best) ? $a : $best }")
        done
        echo "$size $best" >>"$dir/pairs"
    done
    awk -v name="$name" '
        { x = log($1); y = log($2); n++; sx += x; sy += y; sxx += x * x; sxy += x * y; last = $2 }
        END { printf "%-38s exponent %5.3f   (the largest: %.3f s)\n", name,
              (n * sxy - sx * sy) / (n * sxx - sx * sx), last }' "$dir/pairs"
}
blend_it() { # METHOD
    # shellcheck disable=SC2046 # a list of files
    "$build/dbtool" blend $(cat "$dir/clips") -q --align none --at "$(cat "$dir/at")" -m "$1" \
        -t 0.1 --name growth -o /dev/null --metrics /dev/null
}
prepare() { "$build/tests/make_big" "$(awk "BEGIN { print 0.05 * $1 }")" >"$dir/a.bvh"; }
echo "$dir/a.bvh $dir/a.bvh" >"$dir/clips"
echo 0.5 >"$dir/at"
growth 'growth with frames (50 to 50,000)' blend_it dead-halflife
prepare() { "$build/tests/make_big" "$(awk "BEGIN { print 2 * $1 * 18 * 60 * 10.67 / 1e6 }")" 1 "$((2 * $1))" >"$dir/a.bvh"; }
growth 'growth with joints (12 to 12,000)' blend_it dead-halflife
"$build/tests/make_big" 0.1 >"$dir/a.bvh"
prepare() {
    for _ in $(seq $((10 * $1 + 1))); do printf '%s ' "$dir/a.bvh"; done >"$dir/clips"
    seq -s , 0.2 0.2 "$(awk "BEGIN { print 2 * $1 }")" >"$dir/at"
}
growth 'growth with cuts (10 to 10,000)' blend_it dead-halflife
growth 'the same, begun 0.05 s before them' blend_it inertialize-two-sided:before=0.05
plan_it() { "$build/dbtool" batch "$dir/plan.json" -q -j 1 --metrics /dev/null; }
prepare() {
    awk -v n="$1" -v dir="$dir" 'BEGIN { for (i = 0; i < 5 * n; i++)
        printf "{\"name\": \"%d\", \"out\": \"%s/out/%d.bvh\", \"cuts\": [{\"clip\": \"%s/a.bvh\"}, {\"clip\": \"%s/a.bvh\", \"at\": 0.5}]}\n",
            i, dir, i, dir, dir }' >"$dir/plan.json"
}
growth 'growth with jobs (5 to 5,000)' plan_it
rm -rf "$dir"/a.bvh "$dir/out"

# Two tables of a million rows whose values all differ. wc reads each byte once.
"$build/tests/make_metrics_csv" $rows >"$dir/old.csv"
"$build/tests/make_metrics_csv" $rows 7 >"$dir/new.csv"
compare "diff 2 x $rows rows / wc" "wc $dir/old.csv $dir/new.csv" \
    "$build/dbtool diff $dir/old.csv $dir/new.csv"
echo "diff 2 x $rows rows: $(du -cm "$dir"/*.csv | tail -n 1 | cut -f 1) MB of files, $( {
    /usr/bin/time -f %M "$build/dbtool" diff "$dir/old.csv" "$dir/new.csv" >"$dir/stdout"
} 2>&1) KB resident"
rm "$dir"/*.csv

# With a folder of clips: a large plan with one thread and with two, outputs in memory, and how
# memory grows.
corpus=${2-}
[ -d "$corpus" ] || exit 0
memory=$dir
[ -w /dev/shm ] && memory=$(mktemp -d /dev/shm/bench.XXXXXX)
trap 'rm -rf "$dir" "$memory"' EXIT
plan() { # JOBS FILE METHODS: pairs drawn by a small generator, methods in turn
    find "$(cd "$corpus" && pwd)" -name '*.bvh' | sort | awk -v jobs="$1" -v methods="$3" -v out="$memory/out" '
        { clip[n++] = $0 }
        function draw() { seed = (seed * 1103515245 + 12345) % 2147483648; return clip[int(seed / 65536) % n] }
        END {
            seed = 1; n_methods = split(methods, m, " ")
            for (i = 0; i < jobs; i++)
                printf "{\"name\": \"%d\", \"out\": \"%s/%d.bvh\", \"method\": \"%s\", \"cuts\": [{\"clip\": \"%s\"}, {\"clip\": \"%s\", \"at\": \"end-0.5\"}]}\n", i, out, i, m[i % n_methods + 1], draw(), draw()
        }' >"$memory/plan.$2"
}
methods='cut crossfade inertialize-quintic inertialize-spring dead-clamp dead-halflife'
plan $((jobs / 10)) $((jobs / 10)) "$methods"
plan $jobs $jobs "$methods"
plan $jobs auto auto
one="$build/dbtool batch $memory/plan.$jobs -q -j 1 --metrics $memory/1.csv"
two="$build/dbtool batch $memory/plan.$jobs -q -j 2 --metrics $memory/2.csv"
# The three cheapest cuts of each ordered pair of 30 clips.
few=$(find "$(cd "$corpus" && pwd)" -name '*.bvh' | sort | head -n 30 | tr '\n' ' ')
compare 'suggest, 870 pairs, -j 2 / -j 1' "$build/dbtool suggest -q -j 1 $few" \
    "$build/dbtool suggest -q -j 2 $few"
# shellcheck disable=SC2086 # paths without blanks
"$build/tests/bench_search" 2 $few
# Of all pairs of the largest folder, compared with the matrix product alone.
largest=$(find "$(cd "$corpus" && pwd)" -name '*.bvh' -printf '%h\n' | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')
mapfile -t all < <(find "$largest" -maxdepth 1 -name '*.bvh' | sort)
used=$( { /usr/bin/time -f '%e s, %M KB resident' "$build/dbtool" suggest -q -j 2 --per-pair 3 --format csv \
    -o "$dir/list.csv" "${all[@]}"; } 2>&1)
product=$(OPENBLAS_NUM_THREADS=2 python3 tests/bench/bench_product.py 126 "${all[@]}" 2>/dev/null) && product="$product s" || product='SKIP, no numpy'
echo "suggest, all ordered pairs of ${#all[@]} clips, -j 2: $used; the bare product: $product"
compare "batch of $jobs jobs, -j 2 / -j 1" "$one" "$two"
cmp "$memory/1.csv" "$memory/2.csv"
auto=$(processor_seconds "$build/dbtool" batch "$memory/plan.auto" -q -j 2 --metrics "$memory/auto.csv")
awk "BEGIN { printf \"batch of $jobs jobs of auto, -j 2: %.1f s of two processors%s\\n\", $auto / 2, $auto <= 20 ? \"\" : \"  (over 10 s)\" }"
begin=$EPOCHREALTIME
$two
end=$EPOCHREALTIME
clips=$(sed 's/.*"cuts": //' "$memory/plan.$jobs" | grep -o '"clip": "[^"]*"' | cut -d '"' -f 4 | tr '\n' '\0' |
    du -cb --files0-from=- 2>/dev/null | tail -n 1 | cut -f 1)
written=$(du -cb "$memory/out" "$memory/2.csv" | tail -n 1 | cut -f 1)
awk "BEGIN { printf \"batch of $jobs jobs, -j 2: %.0f MB/s (%.0f MB of clips each counted once, %.0f MB written)\\n\",
    ($clips + $written) / 1e6 / ($end - $begin), $clips / 1e6, $written / 1e6 }"
for n in $((jobs / 10)) $jobs; do
    kilobytes=$( { /usr/bin/time -f %M "$build/dbtool" batch "$memory/plan.$n" -q -j 2 --memory 32M; } 2>&1)
    echo "batch of $n jobs, --memory 32M: $kilobytes KB resident"
done
