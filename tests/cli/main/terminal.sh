# BVH text does not go to a terminal; lists do.
take walk run
cat >on_terminal.py <<'END'
import os, pty, subprocess, sys
leader, terminal = pty.openpty()
done = subprocess.run([os.environ["DBTOOL"]] + sys.argv[1:], stdin=subprocess.DEVNULL,
                      stdout=terminal, stderr=subprocess.PIPE)
os.close(terminal)
sys.stderr.buffer.write(done.stderr)
print("exit", done.returncode)
END
python3 on_terminal.py blend walk.bvh run.bvh -a 1
python3 on_terminal.py blend walk.bvh run.bvh -a 1 -o -
python3 on_terminal.py blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics -
python3 on_terminal.py methods
