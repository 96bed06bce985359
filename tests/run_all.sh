#!/bin/sh
# run_all.sh BUILD: runs every test program and script there is, and adds up.
set -u
build=$1
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0

# run NAME COMMAND...: its last 'N passed, N failed' counts; else its exit status.
run() {
    name=$1
    shift
    "$@" >"$log" 2>&1
    status=$?
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$log" | tail -1)
    skips=$(grep -c '^SKIP' "$log")
    if [ -z "$counts" ]; then # cmocka
        p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*$/\1/p' "$log" | tail -1)
        f=$(sed -n 's/^\[  FAILED  \] [a-z]*: \([0-9]*\) test.*$/\1/p' "$log" | tail -1)
        [ -n "$p$f" ] || { [ $status -eq 0 ] && p=1 || f=1; }
        counts="${p:-0} ${f:-0}"
    fi
    p=${counts% *} f=${counts#* }
    [ $status -eq 0 ] || [ "$f" -gt 0 ] || f=1
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + skips))
    printf '%-24s %5d passed, %d failed\n' "$name" "$p" "$f"
    [ "$f" -eq 0 ] || tail -n 60 "$log"
    grep '^SKIP' "$log"
    return 0
}

for program in "$build"/tests/test_* "$build"/tests/prop_* "$build"/tests/fault_*; do
    case $program in *.o | *.d | *.so | *'*') continue ;; esac
    run "${program##*/}" "$program"
done
for program in "$build"/tests/fuzz_*; do # what was found stays found
    case $program in *.o | *.d | *'*') continue ;; esac
    target=${program##*/fuzz_}
    set -- "testdata/fuzz/$target"
    [ "$target" = bvh ] && set -- "$@" testdata/bvh
    run "fuzz_$target" "$program" "$@"
done
for script in tests/test_*.sh; do
    case $script in
    *test_faults.sh) set -- "$build/tests/fault_shim.so" ;;
    *test_dialects.sh) set -- "$build/tests/make_clips" "$build/tests/make_dialects" ;;
    *) set -- ;;
    esac
    run "${script##*/}" bash "$script" "$build/dbtool" "$@"
done
run oracle.py python3 tests/oracle.py matrix --dbtool "$build/dbtool" --clips testdata/bvh
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
