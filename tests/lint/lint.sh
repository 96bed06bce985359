#!/bin/sh
# lint.sh DBTOOL: checks the sources without running them, and compares the manual with
# DBTOOL's help.
set -u
dbtool=$1
failed=0
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# check NAME COMMAND...: prints the command's output if it fails.
check() {
    name=$1
    shift
    if out=$("$@" 2>&1); then
        printf '%-16s ok\n' "$name"
    else
        printf '%-16s FAILED\n%s\n' "$name" "$out"
        failed=1
    fi
}

sources=$(find src tests -name '*.[ch]' | sort)
units=$(find src -name '*.c' | sort)

# Clang's analyzer and the checks of .clang-tidy, on all processors, the longest files
# first. With a third of its usual steps per function the analyzer takes half the time, and found
# the same in sources where eight checks for NULL were broken. Findings are on standard output;
# standard error only counts suppressed ones.
tidy() {
    # shellcheck disable=SC2011,SC2012,SC2086 # names without blanks
    ls -S $units | xargs -P "$processors" -n 1 sh -c 'clang-tidy --quiet "$0" -- -std=c11 -D_XOPEN_SOURCE=700 \
        -D_FILE_OFFSET_BITS=64 -Isrc -Xclang -analyzer-config -Xclang max-nodes=75000 2>/dev/null || { echo "$0: see above"; exit 1; }'
}

# shellcheck disable=SC2086 # lists of files
{
    check layers sh tests/lint/lint_layers.sh
    check format clang-format --dry-run -Werror $sources
    check cppcheck cppcheck -q -j "$processors" --std=c11 --error-exitcode=1 --inline-suppr -D_XOPEN_SOURCE=700 -Isrc \
        --enable=warning,performance,portability --suppress=missingIncludeSystem \
        --suppress=normalCheckLevelMaxBranches $units
    check clang-tidy tidy
    check manual mandoc -T lint -W warning man/*.[1-9]
    check shell shellcheck -x -S warning .ci/run tests/*.sh tests/cli/run.sh tests/bench/*.sh tests/cluster/*.sh tests/fuzz/*.sh tests/lint/*.sh src/*.sh \
        src/completion/dbtool.bash
}
check mutants python3 tests/mutants/mutants.py --stale
check docs bash tests/lint/lint_docs.sh "$dbtool"
exit $failed
