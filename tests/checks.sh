# Sourced by tests with one argument, DBTOOL. Sets dbtool, its absolute path; root, the folder of the
# repository; scratch, an empty folder that is removed at the end; passed and failed.
# shellcheck shell=bash disable=SC2034
set -u
export LC_ALL=C
[ $# -eq 1 ] || { echo "usage: $0 DBTOOL" >&2; exit 2; }
dbtool=$(cd "$(dirname "$1")" && pwd)/${1##*/} || exit 2
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# count STATUS WHAT: counts a check. STATUS: 0 is a pass; otherwise prints WHAT and returns false.
count() {
    [ "$1" -ne 0 ] || { passed=$((passed + 1)); return; }
    failed=$((failed + 1))
    printf 'FAILED %s\n' "$2"
    return 1
}

# total: prints the counts, and returns whether no check has failed.
total() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
