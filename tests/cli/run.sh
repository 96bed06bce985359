#!/usr/bin/env bash
# run.sh DBTOOL [NAME...]
#
# Runs the cases tests/cli/<topic>-<case>.sh, or those named (with or without
# '.sh'; 'output-' names a whole topic). Each runs in an empty directory with
#   $DBTOOL  the program, absolute      $DATA  testdata/, absolute
#   $TESTS   tests/, absolute
# and the functions of helpers.sh. Standard output, standard error and exit
# status are compared with <topic>-<case>.stdout, .stderr and .exit beside it
# (absent: empty, empty, 0). UPDATE=1 rewrites these files instead; FAIL_FAST=1
# stops at the first case that fails.
set -u
export LC_ALL=C
unset NO_COLOR

[ $# -ge 1 ] || { echo "usage: $0 DBTOOL [NAME...]" >&2; exit 2; }
cases=$(cd "$(dirname "$0")" && pwd) || exit 2
DBTOOL=$(cd "$(dirname "$1")" && pwd)/${1##*/} || exit 2
DATA=$(cd "$cases/../../testdata" && pwd) || exit 2
TESTS=$(dirname "$cases")
export DBTOOL DATA TESTS
shift

scratch=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
passed=0
failed=0

# run_case NAME: its output into $scratch/NAME.stdout and so on.
run_case() {
    mkdir "$scratch/$1" || exit 2
    (
        cd "$scratch/$1" || exit 2
        # shellcheck disable=SC2016
        timeout 600 bash -uc 'source "$1"; source "$2"' "$1" "$cases/helpers.sh" "$cases/$1.sh"
    ) >"$scratch/$1.stdout" 2>"$scratch/$1.stderr" </dev/null
    local status=$?
    : >"$scratch/$1.exit"
    [ $status -eq 0 ] || echo $status >"$scratch/$1.exit"
    chmod -R u+rwx "$scratch/$1"
    rm -rf "${scratch:?}/$1"
}

# update NAME: what it did is right from now on.
update() {
    local kind
    for kind in stdout stderr exit; do
        rm -f "$cases/$1.$kind"
        [ ! -s "$scratch/$1.$kind" ] || cp "$scratch/$1.$kind" "$cases/$1.$kind"
    done
}

# compare NAME: prints how it differs; nothing where it does not.
compare() {
    local kind expected
    for kind in exit stderr stdout; do
        expected=$cases/$1.$kind
        [ -e "$expected" ] || expected=/dev/null
        diff -a -u --label "expected $kind" --label "$kind" "$expected" "$scratch/$1.$kind"
    done
}

check_case() {
    run_case "$1"
    if [ -n "${UPDATE-}" ]; then
        update "$1"
        return
    fi
    local difference
    difference=$(compare "$1")
    if [ -z "$difference" ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$difference"
}

is_asked() { # NAME ASKED...
    local name=$1 asked
    shift
    [ $# -eq 0 ] && return
    for asked; do
        asked=${asked##*/}
        [[ $name == "${asked%.sh}" || ($asked == *- && $name == "$asked"*) ]] && return
    done
    return 1
}

# A dbtool that was built without the page of reports writes none.
no_reports=$("$DBTOOL" report 2>&1 x.bvh | grep -c 'built without')
[ "$no_reports" -eq 0 ] || echo "SKIP report-*: dbtool was built without Chart.js"

for path in "$cases"/*-*.sh; do
    name=${path##*/}
    name=${name%.sh}
    [[ $no_reports -gt 0 && $name == report-* ]] && continue
    is_asked "$name" "$@" && check_case "$name"
    [ -n "${FAIL_FAST-}" ] && [ "$failed" -gt 0 ] && break
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
