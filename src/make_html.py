#!/usr/bin/env python3
"""make_html.py DBTOOL FOLDER PAGE...: the manual as HTML that opens from the file system and fetches nothing.

FOLDER gets each PAGE as mandoc makes it, dbtool.1 as index.html; the pictures of testdata/pictures, each below its heading; a
report of two bundled clips; and a style sheet. What was in FOLDER goes.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURES = os.path.join(ROOT, "testdata", "pictures")
BELOW = {
    "dbtool.1": {"DESCRIPTION": "blend"},
    "dbtool-blend.1": {"TIMES": "timeline", "ALIGNMENT": "alignment", "FOOT_LOCKING": "leg"},
    "dbtool-methods.7": {"WHICH_METHOD": "which", "METHODS": "curves"},
}
REFERENCE = re.compile(r'(<a class="Xr">[^<]*</a>|<b>dbtool[a-z-]*</b>\(\d\))(,\s+([A-Z]{2,}(?:\s+[A-Z]{2,})*))?')


def figure(name):
    with open(os.path.join(PICTURES, name + ".svg"), encoding="utf-8") as f:
        size, text = re.search(r'viewBox="0 0 (\d+ \d+)".*?<desc[^>]*>(.*?)</desc>', f.read(), re.S).groups()
    return '\n<figure><img src="pictures/%s.svg" width="%s" height="%s" alt="%s"></figure>' % (
        name, *size.split(), text.replace('"', "&quot;"))


def read(path):
    """A page as mandoc makes it, but each anchor is a name: the heading's, or that of the first item."""
    page = subprocess.run(["mandoc", "-T", "html", "-O", "toc,style=manual.css", path], stdout=subprocess.PIPE, check=True).stdout.decode()
    headings = re.findall(r'<h[12][^>]* id="([^"~]*)', page)
    page = re.sub(r'(<(?!h[12])\w+[^>]*) id="([^"]*)"', lambda m: m[1] if "~" in m[2] or m[2] in headings else m[0], page)
    return re.sub(r'((?:id="|href="#)[^"]*?)~\d+"', r'\1"', page)


def refer(m):
    """A link to another page, and to its section that is named after it."""
    name, rest, section = re.sub(r"</?[^>]*>", "", m[1]), m[2] or "", m[3] or ""
    key = name.replace("(", ".").rstrip(")")
    if key not in pages:
        return name + rest
    file, anchor = "index.html" if key == "dbtool.1" else key + ".html", "_".join(section.split())
    if ' id="%s"' % anchor in pages[key]:
        rest = ', <a href="%s#%s">%s</a>' % (file, anchor, section)
    return '<a href="%s">%s</a>' % (file, name) + rest


dbtool, out, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
shutil.rmtree(out, ignore_errors=True)
shutil.copytree(PICTURES, os.path.join(out, "pictures"))
shutil.copy(os.path.join(ROOT, "src", "make_html.css"), os.path.join(out, "manual.css"))
clips = [os.path.join(ROOT, "testdata", "bvh", name) for name in ("ok_walk.bvh", "ok_kick.bvh")]
report = subprocess.run([dbtool, "report", *clips, "--at", "1.2", "-q", "-o", os.path.join(out, "report.html")], check=False)
head = '<header><a href="index.html">dbtool</a>%s</header>' % ("" if report.returncode else ' <a href="report.html">report</a>')
pages = {os.path.basename(path): read(path) for path in paths}
for key, text in pages.items():
    text = text.replace("<html>", '<html lang="en">').replace('<div class="manual-text">', '<div role="main">')
    text = re.sub(r'<table class="head">.*?</table>', head, text, flags=re.S)
    for heading, picture in BELOW.get(key, {}).items():
        text, n = re.subn(r'<h1[^>]* id="%s">.*?</h1>' % heading, lambda m, p=picture: m[0] + figure(p), text, flags=re.S)
        assert n == 1, "%s has no heading %s" % (key, heading)
    with open(os.path.join(out, ("index" if key == "dbtool.1" else key) + ".html"), "w", encoding="utf-8") as f:
        f.write(REFERENCE.sub(refer, text))
