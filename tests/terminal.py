"""terminal.py [--columns N] [--resize N] BEGIN COMMAND...

Runs a command on a pseudo-terminal of N columns (80), keeps the screen as an xterm does, and watches the line that
begins with BEGIN. With --resize the terminal is N columns wide from 0.3 to 0.6 seconds. Prints

    LINE at first           the line as it was first written
    | LINE                  each line that was on the screen at the end

and reports if two such lines were visible at once, or if one reached the last column.
"""
import argparse
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time


class Screen:
    """Rows that scroll up for ever; no reflow."""

    def __init__(self, columns):
        self.columns = columns
        self.rows = [""]
        self.row = self.column = 0
        self.rest = ""
        self.wraps = True

    def put(self, c):
        if self.column == self.columns and not self.wraps:
            self.column -= 1
        if self.column == self.columns:
            self.feed()
            self.column = 0
        row = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = row[:self.column] + c + row[self.column + 1:]
        self.column += 1

    def feed(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append("")

    def write(self, text):
        text = self.rest + text
        self.rest = ""
        while text:
            if text[0] == "\x1b":
                escape = re.match(r"\x1b\[(\??\d*)([A-Za-z])", text)
                if not escape:
                    if len(text) > 8:
                        raise ValueError("not a sequence that this knows: %r" % text[:8])
                    self.rest = text
                    return
                self.escape(*escape.groups())
                text = text[escape.end():]
                continue
            if text[0] == "\r":
                self.column = 0
            elif text[0] == "\n":
                self.feed()
            else:
                self.put(text[0])
            text = text[1:]

    def escape(self, count, letter):
        if count == "?7" and letter in "lh":
            self.wraps = letter == "h"
            return
        if letter not in "JK" or count not in ("", "0"):
            raise ValueError("not a sequence that this knows: %s%s" % (count, letter))
        self.rows[self.row] = self.rows[self.row][:self.column]
        if letter == "J":
            del self.rows[self.row + 1:]

    def resize(self, columns):
        """What an xterm does: what does not fit is lost."""
        self.columns = columns
        self.rows = [row[:columns] for row in self.rows]
        self.column = min(self.column, columns - 1)


def set_columns(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--columns", type=int, default=80)
    options.add_argument("--resize", type=int)
    options.add_argument("begin")
    options.add_argument("command", nargs=argparse.REMAINDER)
    options = options.parse_args()
    sizes = [(0.3, options.resize), (0.6, options.columns)] if options.resize else []

    screen = Screen(options.columns)
    begin = last = time.monotonic() + 0.2
    pid, fd = pty.fork()
    if pid == 0:
        time.sleep(max(0, begin - time.monotonic()))  # wait until the terminal has its size
        os.execvp(options.command[0], options.command)
    set_columns(fd, options.columns)
    time.sleep(max(0, begin - time.monotonic()))
    stream, wrong = "", set()
    while True:
        wait = sizes[0][0] - (last - begin) if sizes else 60.0
        ready = select.select([fd], [], [], max(wait, 0.0))[0]
        last = time.monotonic()
        if not ready and sizes:
            columns = sizes.pop(0)[1]
            set_columns(fd, columns)
            screen.resize(columns)
            continue
        try:
            text = os.read(fd, 1 << 16).decode()
        except OSError:
            break
        if not text:
            break
        stream += text
        screen.write(text)
        lines = [row for row in screen.rows if row.startswith(options.begin)]
        if len(lines) > 1:
            wrong.add("two lines at once")
        if any(len(row) >= screen.columns for row in lines):
            wrong.add("a line that reaches the last column")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    first = re.search(re.escape(options.begin) + r"[^\x1b\r\n]*", stream)
    if first:
        print(first[0] + " at first")
    for problem in sorted(wrong):
        print(problem)
    for row in screen.rows:
        if row:
            print("| " + row)
    if status:
        print("exit %d" % status)


sys.exit(main())
