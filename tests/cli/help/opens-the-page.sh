# On a terminal 'dbtool help COMMAND' becomes 'man dbtool-COMMAND'; without man, or without the page,
# it says so and prints 'COMMAND -h -v'. Elsewhere it prints the help, and asks man nothing. Pages that
# are about no command are opened anywhere. A page in the folder man beside the program comes first.
mkdir bin none away
cp "$DBTOOL" away/dbtool
export DBTOOL=$PWD/away/dbtool
cat >bin/man <<'END'
#!/bin/sh
echo "man $*" >>"$ASKED"
if [ "$1" != -w ]; then
    echo "the page ${*##*/}"
    exit
fi
echo "where it is"
echo "a warning" >&2
case $2 in dbtool-blend | dbtool-recipes) ;; *) exit 1 ;; esac
END
chmod +x bin/man
cat >on_terminal.py <<'END'
import os, pty, subprocess, sys
leader, terminal = pty.openpty()
child = subprocess.Popen([os.environ["DBTOOL"], *sys.argv[2:]], stdin=subprocess.DEVNULL, stdout=terminal,
                         stderr=subprocess.PIPE, env={**os.environ, "PATH": sys.argv[1]})
os.close(terminal)
pieces = []
try:
    while piece := os.read(leader, 65536):
        pieces.append(piece)
except OSError:
    pass
sys.stdout.write(b"".join(pieces).decode().replace("\r\n", "\n"))
sys.stdout.flush()
sys.stderr.buffer.write(child.stderr.read())
sys.exit(child.wait())
END
export ASKED=$PWD/asked
tries python3 on_terminal.py "$PWD/bin" help blend
cat asked
tries python3 on_terminal.py "$PWD/bin" help batch >batch
dbtool batch -h -v | cmp - batch
tries python3 on_terminal.py "$PWD/none" help loop >loop
dbtool loop -h -v | cmp - loop
rm asked
PATH=$PWD/bin:$PATH dbtool help blend >blend
PATH=$PWD/bin:$PATH python3 on_terminal.py "$PWD/bin" help | head -n 1
PATH=$PWD/bin:$PATH python3 on_terminal.py "$PWD/bin" help help | head -n 1
[ ! -e asked ] || cat asked
export PATH=$PWD/bin:$PATH
tries "$DBTOOL" help recipes
tries "$DBTOOL" help csv
mkdir away/man
touch away/man/dbtool-blend.1 away/man/dbtool-csv.5
tries python3 on_terminal.py "$PWD/bin" help blend
tries "$DBTOOL" help csv
tries "$DBTOOL" help recipes
tries python3 on_terminal.py "$PWD/none" help blend >blend
dbtool blend -h -v | cmp - blend
