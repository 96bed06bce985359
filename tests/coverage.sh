#!/bin/sh
# coverage.sh BUILD MAKE: lines and branches of src that all tests together reach, by llvm-cov. BUILD
# is one of CONFIG=cov. Prints the files below the mean. Fails below 95 % of the lines or 85 % of
# the branches of the folders that compute, and below 90 % of the lines of the others: files,
# runs, searches, reports and commands. Leaves out oracles and tests that start a program thousands
# of times or give it megabytes: other tests reach the same computing code.
set -eu
build=$1
case $build in /*) ;; *) build=$PWD/$build ;; esac

# One file of counts for each program (%m). Tests change folder, drop rights and limit files,
# and a process that cannot write its counts prints that on standard error. This disturbs tests
# that compare messages, so results are ignored here: `make check` checks them.
rm -rf "$build/profiles"
mkdir -p "$build/profiles"
# shellcheck disable=SC2086 # words
JOBS_DIR='' JOBS_STOP='' LLVM_PROFILE_FILE=$build/profiles/%m.profraw sh tests/jobs.sh run "$build/check" \
    $2 run-tests EXCEPT="%.py test_faults.sh test_hostile.sh test_memory.sh test_dialects.sh test_install.sh" \
    >"$build/tests.log" 2>&1 || true
awk 'END { print $1 + $3, "checks ran, which make check judges" }' "$build/tests.log"

objects=$build/dbtool
for program in "$build"/tests/test_* "$build"/tests/prop_* "$build"/tests/fault_* "$build"/tests/fuzz_*; do
    case $program in *.*) continue ;; esac
    objects="$objects -object $program"
done
llvm-profdata merge -o "$build/tests.profdata" "$build"/profiles/*.profraw
failed=0

# judge WHAT LINES BRANCHES FOLDER...: prints the files below the mean; fails below LINES or BRANCHES percent.
judge() {
    what=$1 lines=$2 branches=$3
    shift 3
    # shellcheck disable=SC2086 # words without blanks
    llvm-cov report $objects -instr-profile "$build/tests.profdata" "$@" >"$build/coverage.txt"
    awk -v what="$what" -v lines="$lines" -v branches="$branches" '
        # Columns 8 to 13: lines, missed, reached; branches, missed, reached.
        $1 == "TOTAL" {
            n++
            line = $10 + 0
            branch = $13 + 0
            printf "%s: %s of %d lines, %s of %d branches\n", what, $10, $8, $13, $11
        }
        NF == 13 && $8 + 0 > 0 && $1 != "TOTAL" { file[++f] = $1; at[f] = $10; of[f] = $13 }
        END {
            if (n != 1 || f == 0) { print "no totals from llvm-cov"; exit 1 }
            printf "\n%-24s %10s %10s\n", "below the mean", "lines", "branches"
            for (i = 1; i <= f; i++)
                if (at[i] + 0 < line || (of[i] != "-" && of[i] + 0 < branch))
                    printf "%-24s %10s %10s\n", file[i], at[i], of[i]
            print ""
            if (line < lines || branch < branches) {
                printf "FAILED: at least %d %% of lines and %d %% of branches\n", lines, branches
                exit 1
            }
        }' "$build/coverage.txt" || failed=1
}

judge "what computes" 95 85 src/base src/bvh src/motion src/net src/method src/blend src/measure src/diff src/job src/train
judge "what runs it" 90 0 src/host src/run src/search src/report src/cli
exit $failed
