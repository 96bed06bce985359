# common.sh: sourced by the tests of this folder. A plan of 20 jobs for each method over the bundled
# clips in two folders, 'whole' and 'shards'; one run over the first; and the
# comparison of both.
# shellcheck shell=bash
set -u
export LC_ALL=C

[ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 DBTOOL" >&2; exit 2; }
dbtool=$(cd "$(dirname "$1")" && pwd)/${1##*/}
clips=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../testdata/bvh" && pwd)
folder=$(mktemp -d) || exit 2
chmod 755 "$folder"
shards=4
# All but those that need a model or a gap.
mapfile -t methods < <("$dbtool" methods | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p' | grep -vx -e dead-learned -e bridge-linear -e bridge-learned)
jobs=$((20 * ${#methods[@]}))
passed=0 failed=0

# check NAME COMMAND...: counts, and shows what the command says where it fails.
check() {
    local name=$1 out
    shift
    if out=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        [ -z "$out" ] || tail -n 20 <<<"$out"
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
    exit 0
}

skip() {
    echo "SKIP $*" | tee "$folder/skipped"
    sh "$(dirname "${BASH_SOURCE[0]}")/../skips.sh" "$folder/skipped"
    exit
}

# Every bundled walk, run, turn, kick and idle into every other, by every method.
write_plan() {
    local names=(walk run turn kick idle) a b comma=''
    echo '{"defaults": {"out": "out/{name}.bvh",'
    printf '  "method": [%s]},\n' "$(printf '"%s"\n' "${methods[@]}" | paste -sd,)"
    echo ' "jobs": ['
    for a in "${names[@]}"; do
        for b in "${names[@]}"; do
            [ "$a" != "$b" ] || continue
            printf '%s  {"name": "%s-%s-{method}", "cuts": [{"clip": "clips/ok_%s.bvh"}, {"clip": "clips/ok_%s.bvh", "at": 1}]}' \
                "$comma" "$a" "$b" "$a" "$b"
            comma=$',\n'
        done
    done
    printf '\n]}\n'
}

# Both folders, and the yardstick.
prepare() {
    local name
    for name in whole shards; do
        mkdir -p "$folder/$name/clips" || exit 2
        cp "$clips"/ok_{walk,run,turn,kick,idle}.bvh "$folder/$name/clips" || exit 2
        write_plan >"$folder/$name/plan.json"
    done
    check "one run of $jobs jobs" whole_run
}

whole_run() {
    (cd "$folder/whole" && "$dbtool" batch plan.json -q --metrics m.csv) &&
        count_is "$jobs" "$folder"/whole/out/*.bvh
}

# count_is N FILE...
count_is() {
    local n=$1
    shift
    [ $# -eq "$n" ] || { echo "$# files, expected $n"; return 1; }
}

same_outputs() {
    diff -rq "$folder/whole/out" "$folder/shards/out"
}

# Each shard's CSV has the header; all rows together are those of the one run.
same_rows() {
    local k
    for ((k = 1; k <= shards; k++)); do
        cmp <(head -n 1 "$folder/whole/m.csv") <(head -n 1 "$folder/shards/m.$k.csv") || return 1
        [ "$(wc -l <"$folder/shards/m.$k.csv")" -gt 1 ] || { echo "shard $k has no rows"; return 1; }
    done
    cmp <(tail -n +2 "$folder/whole/m.csv" | sort) \
        <(tail -q -n +2 "$folder"/shards/m.?.csv | sort)
}

even_journals() {
    local k n
    for ((k = 1; k <= shards; k++)); do
        n=$(grep -c '"status": "done"' "$folder/shards/j.$k")
        [ "$n" -eq $((jobs / shards)) ] || { echo "shard $k did $n jobs"; return 1; }
    done
}

# What a run leaves behind, to see whether another one changes it.
state_of_shards() {
    (cd "$folder/shards" && cat j.? m.?.csv && ls -l --time-style=full-iso out) | cksum
}

compare() { # WHAT RAN THEM
    check "$1: each shard did its quarter" even_journals
    check "$1: the outputs are those of one run" same_outputs
    check "$1: the metrics are those of one run" same_rows
}
