#!/bin/sh
# lint.sh: what can be said of the sources without running them.
set -u
failed=0

# check NAME COMMAND...: prints what the command says when it fails.
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

analyze() {
    status=0
    for unit in $units; do
        found=$(clang --analyze --analyzer-output text -std=c11 -D_XOPEN_SOURCE=700 -Isrc \
            -Xclang -analyzer-disable-checker=deadcode.DeadStores -o /dev/null "$unit" 2>&1)
        [ -z "$found" ] || { echo "$found"; status=1; }
    done
    return $status
}

# shellcheck disable=SC2086 # lists of files
{
    check layers sh tests/lint_layers.sh
    check format clang-format --dry-run -Werror $sources
    check cppcheck cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr -D_XOPEN_SOURCE=700 -Isrc \
        --enable=warning,performance,portability --suppress=missingIncludeSystem \
        --suppress=normalCheckLevelMaxBranches $units
    check analyzer analyze
    check manual mandoc -T lint -W warning man/*
    check shell shellcheck -x -S warning .ci/run tests/*.sh tests/cli/run.sh tests/cluster/*.sh
}
[ -x build/dbtool ] && check docs bash tests/lint_docs.sh build/dbtool
exit $failed
