#!/bin/sh
# wine.sh PREFIX PROGRAM [ARGUMENT...]: runs a program for Windows with Wine, whose files are in PREFIX.
# Wine's server stays: end it with 'WINEPREFIX=PREFIX wineserver -k'.
export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=d'
unset DISPLAY
program=$2
shift 2
if [ ! -e "$WINEPREFIX/system.reg" ]; then
    # Its services must not keep open what the program prints to.
    mkdir -p "$WINEPREFIX"
    wineboot -i </dev/null >/dev/null 2>&1
    wineserver -p </dev/null >/dev/null 2>&1
fi
LC_ALL=C.UTF-8 exec wine "$program" "$@"
