# On a terminal the best of each column is in colour, and the table fits the terminal's width;
# otherwise, or with NO_COLOR, there is no colour.
take walk run
cat >on_terminal.py <<'PY'
import fcntl, os, pty, re, struct, subprocess, sys, termios, threading
COMPARE = [os.environ["DBTOOL"], "compare", "walk.bvh", "run.bvh", "--at", "1", "-m", "cut,cached-pose,dead-halflife,dead-two-sided"]
def run(columns, *options, **env):
    leader, terminal = pty.openpty()
    if columns:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    pieces = []
    def read():
        try:
            while True:
                piece = os.read(leader, 65536)
                if not piece:
                    break
                pieces.append(piece)
        except OSError:
            pass
    reader = threading.Thread(target=read)
    reader.start()
    done = subprocess.run([*COMPARE, *options], stdin=subprocess.DEVNULL, stdout=terminal, env={**os.environ, **env})
    os.close(terminal)
    reader.join()
    assert done.returncode == 0
    return b"".join(pieces).decode().replace("\r\n", "\n")
def piped(columns, *options):
    env = {**os.environ, "COLUMNS": columns}
    return subprocess.run([*COMPARE, *options], stdout=subprocess.PIPE, env=env, check=True).stdout.decode()
coloured = run(80)
print("marks in colour:", re.sub(r"\033\[1;3(?:2m([^\033 ]*\*)|1m([^\033 ]*!))\033\[0m", r"\1\2", coloured) == piped("80"))
print("every mark:", coloured.count("\033[1;32m") == piped("80").count("*") - 1 > 10 and
      coloured.count("\033[1;31m") == piped("80").count("!") - 1 > 0)
print("terminal's width:", run(60, NO_COLOR="1") == piped("60"))
print("before COLUMNS:", run(60, NO_COLOR="1", COLUMNS="200") == piped("60"))
print("COLUMNS where it has none:", run(0, NO_COLOR="1", COLUMNS="70") == piped("70"))
print("NO_COLOR empty:", run(80, NO_COLOR="") == coloured)
print("-o -:", run(80, "-o", "-") == coloured)
for format in "markdown", "csv", "json":
    print(format + ":", run(80, "--format", format) == piped("", "--format", format))
print("-o FILE:", run(80, "-o", "file") == "" and open("file").read() == piped(""))
PY
python3 on_terminal.py
