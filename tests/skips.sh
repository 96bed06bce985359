#!/bin/sh
# skips.sh LOG: if the variable CI is set, lists every SKIP in LOG except those allowed here, and
# exits with 1 if there is one.
set -u

may_skip() { # SKIP...
    case $1 in
    # Only the default build is hardened.
    'SKIP not the default build') ;;
    # The sanitizer's own memory hides the tool's.
    'SKIP the address sanitizer takes memory of its own') ;;
    # Containers may not mount; a limit on the size of files tests the same.
    'SKIP a full tmpfs: '*) ;;
    # The machine has no fused products to switch off.
    'SKIP no-fma: '*) ;;
    # One benchmark compares with it.
    'SKIP assimp: '*) ;;
    # The repository has no such clips: their owners decide who may copy them.
    'SKIP corpus-check: '*) ;;
    *) return 1 ;;
    esac
}

[ -n "${CI:-}" ] || exit 0
status=0
while IFS= read -r line; do
    case $line in
    SKIP*) may_skip "$line" || { echo "FAILED, as CI is set: $line"; status=1; } ;;
    esac
done <"$1"
exit $status
