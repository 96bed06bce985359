#!/bin/sh
# wine.sh PREFIX PROGRAM [ARGUMENT...]: runs a program for Windows with Wine, whose files are in PREFIX.
# Wine's server stays: end it with 'WINEPREFIX=PREFIX wineserver -k'.
export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=d'
unset DISPLAY
program=$2
shift 2
# The server and its services must begin before the program and outlast it: they would keep open what it prints to, and
# print there.
mkdir -p "$WINEPREFIX"
wineserver -p </dev/null >/dev/null 2>&1
[ -e "$WINEPREFIX/system.reg" ] || wineboot -i </dev/null >/dev/null 2>&1
# A heap at a random address lies, once in some thousand runs, where Wine needs a page: it ends with 1 then, in silence.
if setarch -R true 2>/dev/null; then
    set -- setarch -R wine "$program" "$@"
else
    set -- wine "$program" "$@"
fi
LC_ALL=C.UTF-8 exec "$@"
