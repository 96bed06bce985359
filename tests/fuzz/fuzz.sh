#!/bin/sh
# fuzz.sh BUILD SECONDS TARGET...: runs each fuzzer for that long, one after the other.
# The corpus grows in BUILD/corpus/TARGET; it starts with what is kept in testdata/. An
# input that breaks something is left in BUILD/found/TARGET-*.
set -u
build=$1 seconds=$2
shift 2
# freed memory is quarantined only for a while: the limit is on memory in use
export ASAN_OPTIONS=quarantine_size_mb=4:allocator_may_return_null=1:detect_leaks=1
status=0

# a journal is written and synced for every input: in memory, where there is such a folder
[ -d /dev/shm ] && export TMPDIR="${TMPDIR:-/dev/shm}"

for target in "$@"; do
    corpus=$build/corpus/$target
    mkdir -p "$corpus" "$build/found"
    set -- "$corpus" "testdata/fuzz/$target"
    case $target in
    bvh) set -- "$@" testdata/bvh ;;
    plan) set -- "$@" testdata/golden ;;
    esac
    echo "== fuzz_$target, $seconds s"
    "$build/tests/fuzz_$target" -max_total_time="$seconds" -max_len=6000 -timeout=25 \
        -rss_limit_mb=512 -malloc_limit_mb=64 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$build/found/$target-" "$@" || status=1
done
exit $status
