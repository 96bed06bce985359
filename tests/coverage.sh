#!/bin/sh
# coverage.sh BUILD: lines and branches of src that the tests have reached, by llvm-cov, from the
# counts of `make run-coverage` in BUILD/profiles. BUILD is one of CONFIG=cov. Prints the files below
# the mean. Fails below 95 % of the lines or 85 % of the branches of the folders that compute, and
# below 90 % of the lines of the others: files, runs, searches, reports and commands.
set -eu
build=$1

objects=$build/dbtool
for program in "$build"/tests/test_* "$build"/tests/prop_* "$build"/tests/fuzz_*; do
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
judge "what runs it" 90 0 src/system src/host src/run src/search src/report src/cli
exit $failed
