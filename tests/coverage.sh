#!/bin/sh
# coverage.sh BUILD: lines and branches of src/core that all tests together reach, by
# llvm-cov. BUILD is one of CONFIG=cov. Prints the files below the mean, and fails below
# 95 % of the lines or 85 % of the branches. Left out are the tests that start a program
# thousands of times or feed it megabytes: what they reach in the core, others reach too.
set -eu
build=$1
case $build in /*) ;; *) build=$PWD/$build ;; esac
lines=95 branches=85

# Beside the counts of each program that ran (%m): tests change folder, drop rights and
# limit files, and where a process cannot write its counts it says so on standard error.
# That spoils messages that tests compare, which `make check` does: here they only run.
rm -rf "$build/profiles"
mkdir -p "$build/profiles"
LLVM_PROFILE_FILE=$build/profiles/%m.profraw sh tests/run_all.sh "$build" \
    test_faults.sh test_hostile.sh test_memory.sh >"$build/tests.log" 2>&1 || true
awk 'END { print $1 + $3, "checks ran, which make check judges" }' "$build/tests.log"

set -- "$build/dbtool"
for program in "$build"/tests/test_* "$build"/tests/prop_* "$build"/tests/fault_* "$build"/tests/fuzz_*; do
    case $program in *.*) continue ;; esac
    set -- "$@" -object "$program"
done
llvm-profdata merge -o "$build/tests.profdata" "$build"/profiles/*.profraw
llvm-cov report "$@" -instr-profile "$build/tests.profdata" \
    src/base src/bvh src/motion src/net src/method src/blend src/measure src/diff src/job src/train >"$build/coverage.txt"
awk -v lines="$lines" -v branches="$branches" '
    # Columns 8 to 13: lines, missed, reached; branches, missed, reached.
    $1 == "TOTAL" {
        n++
        line = $10 + 0
        branch = $13 + 0
        printf "src without files, runs, reports and commands: %s of %d lines, %s of %d branches\n", $10, $8, $13, $11
    }
    NF == 13 && $8 + 0 > 0 && $1 != "TOTAL" { file[++f] = $1; at[f] = $10; of[f] = $13 }
    END {
        if (n != 1 || f == 0) { print "no totals from llvm-cov"; exit 1 }
        printf "\n%-24s %10s %10s\n", "below the mean", "lines", "branches"
        for (i = 1; i <= f; i++)
            if (at[i] + 0 < line || (of[i] != "-" && of[i] + 0 < branch))
                printf "%-24s %10s %10s\n", file[i], at[i], of[i]
        if (line < lines || branch < branches) {
            printf "\nFAILED: at least %d %% of lines and %d %% of branches\n", lines, branches
            exit 1
        }
    }' "$build/coverage.txt"
