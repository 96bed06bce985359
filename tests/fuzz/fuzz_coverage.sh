#!/bin/sh
# fuzz_coverage.sh BUILD CORPUS TARGET...: how much of the readers CORPUS/TARGET and
# what testdata/ keeps reach, by llvm-cov. BUILD is one of CONFIG=cov. Fails where of all
# readers' lines it is 95 % or less.
set -eu
build=$1 corpus=$2
shift 2
objects=''
rm -f "$build"/*.profraw
for target in "$@"; do
    set -- "testdata/fuzz/$target"
    [ ! -d "$corpus/$target" ] || set -- "$@" "$corpus/$target"
    [ "$target" != bvh ] || set -- "$@" testdata/bvh
    LLVM_PROFILE_FILE=$build/$target.profraw "$build/tests/fuzz_$target" "$@" | tail -n 1 |
        sed "s/^/fuzz_$target: /"
    objects="$objects${objects:+ -object} $build/tests/fuzz_$target"
done
llvm-profdata merge -o "$build/all.profdata" "$build"/*.profraw
# shellcheck disable=SC2086 # a list of options
llvm-cov report $objects -instr-profile "$build/all.profdata" src/bvh/bvh_read.c \
    src/bvh/bvh_frames.c src/bvh/bvh_write.c src/base/text.c src/base/number.c src/base/json.c \
    src/job/plan.c src/job/plan_methods.c src/job/plan_cuts.c \
    src/job/plan_names.c src/job/plan_sweeps.c src/job/plan_values.c src/job/job_write.c src/base/timespec.c \
    src/motion/limits.c src/base/csv.c src/diff/diff.c src/diff/diff_side.c src/diff/diff_groups.c \
    src/base/hash.c src/base/name_table.c src/net/safetensors.c src/net/model.c \
    src/run/journal.c |
    awk '/^-/ { next } /^Filename/ { print "file                      lines  missed  reached"; next }
        NF >= 10 { printf "%-24s %6d %7d %8s\n", $1, $8, $9, $10 }
        $1 == "TOTAL" { reached = $10 + 0 }
        END { exit reached <= 95 }'
