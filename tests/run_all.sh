#!/bin/sh
# run_all.sh BUILD [EXCEPT...]: runs all test programs and scripts, except those named, side by
# side on all processors. Prints the results in a fixed order, and their sum.
set -u
build=$1
shift
except=" $* "
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
work=$(mktemp -d) || exit 2
teller=
trap '[ -z "$teller" ] || kill "$teller" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
n=0

# add NAME COMMAND...: the next test, in the order of the results.
add() {
    case $except in *" $1 "*) return ;; esac
    n=$((n + 1))
    echo "$1" >"$work/$n.name"
    shift
    printf "'%s' " "$@" >"$work/$n.sh"
}

for program in "$build"/tests/test_* "$build"/tests/prop_* "$build"/tests/fault_*; do
    case $program in *.o | *.d | *.so | *'*') continue ;; esac
    add "${program##*/}" "$program"
done
for program in "$build"/tests/fuzz_*; do # what was found stays found
    case $program in *.o | *.d | *'*') continue ;; esac
    target=${program##*/fuzz_}
    set -- "testdata/fuzz/$target"
    [ "$target" = bvh ] && set -- "$@" testdata/bvh
    add "fuzz_$target" "$program" "$@"
done
n_programs=$n
for script in tests/test_*.sh; do
    case $script in
    *test_faults.sh | *test_power.sh | *test_swaps.sh) set -- "$build/tests/fault_shim.so" ;;
    *test_dialects.sh) set -- "$build/tests/make_clips" "$build/tests/make_dialects" ;;
    *) set -- ;;
    esac
    add "${script##*/}" bash "$script" "$build/dbtool" "$@"
done
add loop_oracle.py python3 tests/loop_oracle.py --known "$build/dbtool"
add graph_oracle.py python3 tests/graph_oracle.py --random 24 --check "$build/dbtool"
add auto_oracle.py python3 tests/auto_oracle.py --dbtool "$build/dbtool" --clips testdata/bvh
# The usual build shows that all figures are right: elsewhere a sample runs the same code.
one_in=1
grep -qE '__asan_init|__llvm_profile' "$build/dbtool" && one_in=5
add oracle.py python3 tests/oracle.py matrix --dbtool "$build/dbtool" --clips testdata/bvh --one-in $one_in
add feet_oracle.py python3 tests/feet_oracle.py check --dbtool "$build/dbtool" --clips testdata/bvh -j 1

passed=0 failed=0 skipped=0

# tell I: prints test I by its last line 'N passed, N failed', or by its exit status.
tell() {
    log=$work/$1.log
    read -r status seconds 2>/dev/null <"$work/$1.end" || { status=1 seconds='?'; }
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$log" | tail -1)
    skips=$(grep -c '^SKIP' "$log")
    if [ -z "$counts" ]; then # cmocka
        p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*$/\1/p' "$log" | tail -1)
        f=$(sed -n 's/^\[  FAILED  \] [a-z]*: \([0-9]*\) test.*$/\1/p' "$log" | tail -1)
        [ -n "$p$f" ] || { [ "$status" -eq 0 ] && p=1 || f=1; }
        counts="${p:-0} ${f:-0}"
    fi
    p=${counts% *} f=${counts#* }
    [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || f=1
    sh tests/skips.sh "$log" >"$work/skips" || f=$((f + $(wc -l <"$work/skips")))
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + skips))
    printf '%-24s %5d passed, %d failed, %s s\n' "$(cat "$work/$1.name")" "$p" "$f" "$seconds"
    [ "$f" -eq 0 ] || tail -n 60 "$log"
    grep '^SKIP' "$log"
    cat "$work/skips"
}

# tell_all: prints each test as soon as it and those before it have ended; then the sum.
tell_all() {
    i=0
    while [ $i -lt $n ]; do
        i=$((i + 1))
        until [ -e "$work/$i.end" ] || [ -e "$work/over" ]; do
            sleep 0.2
        done
        [ -e "$work/$i.log" ] || : >"$work/$i.log"
        tell $i
    done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}

# The programs take seconds; of the scripts, the last take longest and begin first. Only the
# printing runs in the background: a program started there ignores interrupts, which some
# tests send.
tell_all &
teller=$!
{
    i=0
    while [ $i -lt "$n_programs" ]; do
        i=$((i + 1))
        echo $i
    done
    i=$n
    while [ $i -gt "$n_programs" ]; do
        echo $i
        i=$((i - 1))
    done
} >"$work/order"
# shellcheck disable=SC2016 # for the shells that xargs starts
xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" sh -c '
    cd "$0" || exit
    begin=$(date +%s)
    sh "$1/$2.sh" >"$1/$2.log" 2>&1 </dev/null
    echo $? $(($(date +%s) - begin)) >"$1/$2.new" && mv "$1/$2.new" "$1/$2.end"
    ' "$PWD" "$work" <"$work/order"
: >"$work/over"
wait $teller
