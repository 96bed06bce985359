"""interrupt.py FILE COMMAND...: runs a command on a pseudo-terminal, types Ctrl-C once the file is there, and prints the
exit status."""
import os
import pty
import select
import sys

path, command = sys.argv[1], sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
typed = False
while True:
    if select.select([terminal], [], [], 0.02)[0]:
        try:
            if not os.read(terminal, 1 << 16):
                break
        except OSError:  # the command has ended
            break
    if not typed and os.path.exists(path):
        os.write(terminal, b"\x03")
        typed = True
print("exit %d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
