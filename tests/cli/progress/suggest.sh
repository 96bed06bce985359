# On a terminal a search shows how many clips it has read, then how many frames it has
# searched; the line is gone at the end. Ctrl-C leaves nothing behind.
take walk run idle
for i in $(seq 40); do
    cp walk.bvh "walk$i.bvh"
    cp run.bvh "run$i.bvh"
done
on_terminal() {
    python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$DBTOOL" suggest ./*.bvh -o list.txt "$@" </dev/null |
        tr '\r' '\n' | grep -o 'suggest: .* frames' | sed 's/[0-9][0-9.]*/N/g' | sort -u
}
on_terminal
on_terminal -q
ls list.txt
rm list.txt
python3 - "$DBTOOL" <<'PYTHON'
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "suggest", *sorted(f for f in os.listdir() if f.endswith("bvh")), 
                           "-o", "list.txt"])
shown = b""
while b"suggest: " not in shown:
    shown += os.read(terminal, 1000)
os.write(terminal, b"\x03")
try:
    while os.read(terminal, 1000):
        pass
except OSError:
    pass
_, status = os.waitpid(pid, 0)
print("ended by signal", os.WTERMSIG(status))
PYTHON
ls -A | grep -v 'bvh$'
