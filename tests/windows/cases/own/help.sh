# The zip for Windows: 'dbtool help' opens a page of the folder html in what opens such files.
shopt -s nullglob
zip=("${EXE%/*}"/dbtool-*-windows.zip)
python3 -m zipfile -e "${zip[0]}" .
mv dbtool-* 'my dbtool'
(cd 'my dbtool' && ls -d -- * html/index.html html/dbtool-blend.1.html)
cmp 'my dbtool/dbtool.exe' "$EXE"
cmp 'my dbtool/completion/dbtool.ps1' "$TESTS/../src/completion/dbtool.ps1"
unpacked() {
    wine 'my dbtool/dbtool.exe' "$@"
}
opens() { # COMMAND: of .html files
    wine reg add 'HKCR\.html' /ve /d page /f && wine reg add 'HKCR\page\shell\open\command' /ve /d "$1" /f
} >/dev/null 2>&1
opens "\"$(wine winepath -w "$HELPER" 2>/dev/null | tr -d '\r')\" note \"$(wine winepath -w "$PWD" 2>/dev/null | tr -d '\r')\\opened\" \"%1\""
is_opened() { [ -s opened ]; }
unpacked help plan
until_true is_opened
sed 's/\r$//; s/.*\\my dbtool/my dbtool/' opened
rm -r 'my dbtool/html'
tries unpacked help plan
wine reg delete 'HKCR\.html' /f >/dev/null 2>&1
