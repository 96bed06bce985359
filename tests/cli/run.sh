#!/usr/bin/env bash
# run.sh DBTOOL [NAME...]
#
# Runs the cases tests/cli/TOPIC/CASE.sh. NAME selects cases: TOPIC, TOPIC/CASE or a glob.
# A case runs in an empty directory, with the functions of helpers.sh and these variables:
#   $DBTOOL  the program, absolute      $DATA  testdata/, absolute
#   $TESTS   tests/, absolute
# Its output is compared with CASE.expected in the same folder. UPDATE=1 rewrites this
# file instead. FAIL_FAST=1 stops at the first failure. A case whose first line is
# '# slow' runs only if NAME is its full name, or with THOROUGH=yes.
#
# CASE.expected has sections for standard output, standard error and the exit status.
# Empty output and status 0 have no section:
#   ==== stdout
#   ==== stderr
#   ==== exit 2
# A printed line that begins with '====' or a backslash has a backslash before it.
# '\ no line feed at the end' follows a last line without one.
set -u
export LC_ALL=C
unset NO_COLOR

[ $# -ge 1 ] || { echo "usage: $0 DBTOOL [NAME...]" >&2; exit 2; }
tests=$(cd "$(dirname "$0")/.." && pwd) || exit 2
cases=$tests/${CASES:-cli} # CASES: a folder below tests/
DBTOOL=$(cd "$(dirname "$1")" && pwd)/${1##*/} || exit 2
DATA=$(cd "$tests/../testdata" && pwd) || exit 2
TESTS=$tests
export DBTOOL DATA TESTS
shift

scratch=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
passed=0
failed=0

# Every file must belong to a case. Other files would look like tests and never run.
strays=$(cd "$cases" && find . -type f ! -path ./run.sh ! -path ./helpers.sh | while IFS= read -r path; do
    case $path in
    ./*/*/*) ;;
    ./*/*.sh | ./*/*.expected) [ -e "${path%.*}.sh" ] && continue ;;
    esac
    echo "  tests/cli/${path#./}"
done)
[ -z "$strays" ] || {
    printf 'a case is tests/cli/TOPIC/CASE.sh with CASE.expected beside it; these files are neither:\n%s\n' "$strays" >&2
    exit 2
}

# section NAME FILE: prints a case's output in the form of CASE.expected.
section() {
    [ -s "$2" ] || return 0
    echo "==== $1"
    if [ "$(tail -c 1 "$2" | wc -l)" -eq 1 ]; then
        sed 's/^\\/\\&/; s/^====/\\&/' "$2"
    else
        { cat "$2"; echo; } | sed 's/^\\/\\&/; s/^====/\\&/'
        echo '\ no line feed at the end'
    fi
}

# run_case NAME: runs a case. Writes its output and status to $scratch/found, in the form of CASE.expected.
run_case() {
    mkdir "$scratch/case" || exit 2
    (
        cd "$scratch/case" || exit 2
        # shellcheck disable=SC2016
        timeout 600 bash -uc 'source "$1"; source "$2"' "$1" "$tests/cli/helpers.sh" "$cases/$1.sh"
    ) >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
    local status=$?
    {
        section stdout "$scratch/stdout"
        section stderr "$scratch/stderr"
        [ $status -eq 0 ] || echo "==== exit $status"
    } >"$scratch/found"
    chmod -R u+rwx "$scratch/case"
    rm -rf "${scratch:?}/case"
}

# check_case NAME: runs a case and compares it, or updates its expected output.
check_case() {
    local expected=$cases/$1.expected difference
    run_case "$1"
    if [ -n "${UPDATE-}" ]; then
        cmp -s "$scratch/found" "$expected" || cp "$scratch/found" "$expected"
        return
    fi
    if difference=$(diff -a -u --label expected --label found "$expected" "$scratch/found" 2>&1); then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$difference"
}

# is_asked NAME ASKED...: whether one of the arguments selects a case. Without arguments all are selected.
is_asked() {
    local name=$1 asked
    shift
    [ $# -eq 0 ] && return
    for asked; do
        asked=${asked##*cli/}
        asked=${asked%.*}
        # shellcheck disable=SC2053 # a glob
        [[ $name == $asked || $name == ${asked%/}/* ]] && return
    done
    return 1
}

# Cases of report are skipped if dbtool was built without its page.
no_reports=$("$DBTOOL" report 2>&1 x.bvh | grep -c 'built without')
[ "$no_reports" -eq 0 ] || echo "SKIP report: dbtool was built without Chart.js"

# runs_now NAME ASKED...: whether a case is not slow, or selected by its full name.
runs_now() {
    local name=$1 asked first
    shift
    read -r first <"$cases/$name.sh"
    [ "$first" != '# slow' ] || [ -n "${THOROUGH-}" ] && return
    for asked; do
        [ "$asked" = "$name" ] && return
    done
    return 1
}

n_asked=0
for path in "$cases"/*/*.sh; do
    name=${path#"$cases"/}
    name=${name%.sh}
    is_asked "$name" "$@" || continue
    n_asked=$((n_asked + 1))
    runs_now "$name" "$@" || continue
    [[ $no_reports -gt 0 && $name == report/* ]] || check_case "$name"
    [ -n "${FAIL_FAST-}" ] && [ "$failed" -gt 0 ] && break
done
[ $n_asked -gt 0 ] || { echo "no case is named $*" >&2; exit 2; }

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
