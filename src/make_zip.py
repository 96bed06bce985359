#!/usr/bin/env python3
"""make_zip.py BUILD HTML VERSION: BUILD/dbtool-VERSION-windows.zip of BUILD/dbtool.exe and the manual in HTML, for users of
Windows. The same sources make the same bytes: dates are that of the last commit. The licences of the libraries in the
program come from where Debian keeps them."""
import os
import subprocess
import sys
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The packages whose code is in dbtool.exe, and in the page of reports.
LIBRARIES = ("libcjson-dev", "libxxhash-dev", "libstb-dev", "mingw-w64-x86-64-dev", "gcc-mingw-w64-base", "libjs-chart.js")

README = """dbtool %s, for 64-bit Windows 10 and later

dbtool.exe needs no installation and no other file. To run it from every folder, add this folder to PATH:
Settings, System, About, Advanced system settings, Environment Variables.

    dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh

'dbtool help blend' opens a page of the manual in the browser: keep the folder html beside dbtool.exe.
html\\index.html lists all pages.

PowerShell completes options, methods and files with Tab after this line in the file that $PROFILE names:

    . C:\\PATH\\TO\\completion\\dbtool.ps1

dbtool.exe is not signed. If Windows stops it: Properties of the zip, Unblock, before you unpack it.
"""


def date():
    """Of the entries, as ZipInfo has it."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        log = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
        seconds = log.stdout.strip() or os.path.getmtime(os.path.join(ROOT, "README.md"))
    return time.gmtime(int(seconds))[:6]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def licences():
    texts = []
    for package in LIBRARIES:
        path = "/usr/share/doc/%s/copyright" % package
        if not os.path.exists(path):
            sys.exit("make_zip.py: no %s: the licence of a library that is in dbtool.exe" % path)
        texts.append(b"==== %s ====\n\n%s" % (package.encode(), read(path)))
    return b"\n\n".join(texts)


def main():
    build, pages, version = sys.argv[1:]
    entries = {
        "dbtool.exe": read(os.path.join(build, "dbtool.exe")),
        "completion/dbtool.ps1": read(os.path.join(ROOT, "src", "completion", "dbtool.ps1")),
        "LICENSE.txt": read(os.path.join(ROOT, "LICENSE")),
        "LICENSES-OF-LIBRARIES.txt": licences(),
        "README.txt": (README % version).encode(),
    }
    for folder, _, names in os.walk(pages):
        for name in names:
            path = os.path.join(folder, name)
            entries["html/" + os.path.relpath(path, pages).replace(os.sep, "/")] = read(path)
    path = os.path.join(build, "dbtool-%s-windows.zip" % version)
    with zipfile.ZipFile(path + ".part", "w") as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo("dbtool-%s/%s" % (version, name), date())
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if name.endswith(".exe") else 0o644) << 16
            archive.writestr(info, entries[name])
    os.replace(path + ".part", path)
    print(path)


main()
