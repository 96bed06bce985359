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
llvm-cov report $objects -instr-profile "$build/all.profdata" src/core/bvh_read.c \
    src/core/bvh_frames.c src/core/bvh_write.c src/core/text.c src/core/number.c src/core/json.c \
    src/core/plan.c src/core/plan_methods.c src/core/plan_cuts.c \
    src/core/plan_names.c src/core/plan_values.c src/core/plan_format.c src/core/timespec.c \
    src/core/limits.c src/core/csv.c src/core/diff.c src/core/diff_side.c src/core/diff_groups.c \
    src/core/hash.c src/core/names.c src/core/learn/safetensors.c src/core/learn/model.c \
    src/cli/journal.c |
    awk '/^-/ { next } /^Filename/ { print "file                      lines  missed  reached"; next }
        NF >= 10 { printf "%-24s %6d %7d %8s\n", $1, $8, $9, $10 }
        $1 == "TOTAL" { reached = $10 + 0 }
        END { exit reached <= 95 }'
