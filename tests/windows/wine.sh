#!/bin/sh
# wine.sh PREFIX: begins Wine's server, whose files are in the absolute PREFIX. 'PREFIX/run PROGRAM [ARGUMENT...]' then runs
# programs for Windows, until 'WINEPREFIX=PREFIX wineserver -k'.
export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=d'
unset DISPLAY
# The server and its services must begin before the programs and outlast them: they would keep open what a program prints
# to, and print there.
mkdir -p "$WINEPREFIX"
wineserver -p </dev/null >/dev/null 2>&1
wineboot -i </dev/null >/dev/null 2>&1
# A heap at a random address lies, once in some thousand runs, where Wine needs a page: it ends with 1 then, in silence.
fixed=$(setarch -R echo setarch -R 2>/dev/null)
cat >"$WINEPREFIX/run" <<END
#!/bin/sh
export WINEPREFIX='$WINEPREFIX' WINEDEBUG='$WINEDEBUG' WINEDLLOVERRIDES='$WINEDLLOVERRIDES' LC_ALL=C.UTF-8
unset DISPLAY
exec $fixed wine "\$@"
END
chmod +x "$WINEPREFIX/run"
