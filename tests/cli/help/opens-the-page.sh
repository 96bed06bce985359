# On a terminal 'dbtool help COMMAND' becomes 'man dbtool-COMMAND'; without man, or without the page,
# it says so and prints 'COMMAND -h -v'. Elsewhere it prints the help, and asks man nothing.
mkdir bin none
cat >bin/man <<'END'
#!/bin/sh
echo "man $*" >>"$ASKED"
if [ "$1" != -w ]; then
    echo "the page $1"
    exit
fi
echo "where it is"
echo "a warning" >&2
[ "$2" = dbtool-blend ]
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
