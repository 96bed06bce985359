#!/usr/bin/env bash
# windows.sh BUILD TEST...: tests dbtool.exe of BUILD under Wine, and runs unit tests. ALL=1 runs all
# command-line cases that can pass there. Otherwise none of topics that only compute, whose commands same-bytes compares
# with other builds', and every fifth of the rest.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 2
build=$1
shift
failed=0

# A new Wine prefix, and the commands of the cases.
rm -rf "$build/wine"
export WINEPREFIX=$PWD/$build/wine EXE=$PWD/$build/dbtool.exe HELPER=$PWD/$build/tests/helper.exe
wine() {
    "$WINEPREFIX/run" "$@"
}
export -f wine
trap 'wineserver -k </dev/null >/dev/null 2>&1' EXIT
sh tests/windows/wine.sh "$WINEPREFIX"
printf '#!/bin/sh\nexec "%s/run" "%s" "$@"\n' "$WINEPREFIX" "$EXE" >"$build/dbtool"
chmod +x "$build/dbtool"
"$build/dbtool" --version || exit

# It needs only DLLs of every Windows.
others=$(x86_64-w64-mingw32-objdump -p "$build/dbtool.exe" | sed -n 's/.*DLL Name: //p' |
    grep -viE '^(advapi32|kernel32|msvcrt)\.dll$')
[ -z "$others" ] || { echo "FAILED: dbtool.exe needs $others"; failed=1; }

for test; do
    timeout 300 "$WINEPREFIX/run" "$test" </dev/null >"$build/test.log" 2>&1 && continue
    echo "FAILED ${test##*/}"
    grep -aE 'ERROR|LINE|FAILED' "$build/test.log" | head -n 10
    failed=1
done

CASES=windows/cases bash tests/cli/run.sh "$build/dbtool" own || failed=1

# Not on Windows: pipes with names, limits, links, permissions, signals, devices, terminals.
mapfile -t names < <(cd tests/cli && grep -LE 'mkfifo|ulimit|\bln |chmod|kill|trap|/dev/[^n]|/proc/|\bpty\b|terminal\.py|<\(' ./*/*.sh |
    sed 's,^\./,,; s/\.sh$//' | awk -v all="${ALL:-}" 'all || !/^(blend|compare|graph|learned|loop|methods|metrics|pops)\// && ++n % 5 == 0' |
    grep -vxF -f <(sed 's/:.*//' ../windows/not_run))
bash tests/cli/run.sh "$build/dbtool" "${names[@]}" || failed=1
exit $failed
