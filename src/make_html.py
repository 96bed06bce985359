#!/usr/bin/env python3
"""make_html.py DBTOOL FOLDER PAGE...: the manual as HTML that opens from the file system and fetches nothing.

FOLDER gets a file for each PAGE (mdoc, NAME.SECTION), which mandoc makes, with the pictures of testdata/pictures in their
places; index.html, the contents; report.html, a report of two bundled clips; and one style sheet. What was in FOLDER goes.

Every anchor is made of names: that of the second '-o' of a page is SECTION.o, and one that is still not alone is left out.
"""
import html
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURES = os.path.join(ROOT, "testdata", "pictures")

# Each picture, and the heading below which it stands.
PLACES = {
    "blend.svg": "dbtool.1#DESCRIPTION",
    "timeline.svg": "dbtool-blend.1#TIMES",
    "alignment.svg": "dbtool-blend.1#ALIGNMENT",
    "leg.svg": "dbtool-blend.1#FOOT_LOCKING",
    "which.svg": "dbtool-methods.7#WHICH_METHOD",
    "curves.svg": "dbtool-methods.7#METHODS",
}
GROUPS = (("1", "Commands"), ("5", "Files"), ("7", "Concepts"))
FIRST = ["dbtool-recipes", "dbtool-methods", "dbtool-glossary"]   # of the concepts; the others follow by name
REPORT = ["ok_walk.bvh", "ok_kick.bvh", "--at", "1.2"]

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><a href="index.html">dbtool</a>{here}</header>
{nav}<main id="main">
{body}
</main>
</body>
</html>
"""


def fail(text):
    sys.exit("make_html.py: " + text)


def plain(text):
    """HTML without its tags, on one line."""
    return " ".join(re.sub(r"<[^>]*>", "", text).split())


def picture(name):
    with open(os.path.join(PICTURES, name), encoding="utf-8") as f:
        svg = f.read()
    width, height = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups()
    alt = re.search(r"<desc[^>]*>(.*?)</desc>", svg, re.S).group(1)
    return '<figure><img src="pictures/%s" width="%s" height="%s" alt="%s"></figure>' % (name, width, height, alt.replace('"', "&quot;"))


class Page:
    def __init__(self, path):
        self.name, self.section = os.path.basename(path).rsplit(".", 1)
        self.key = self.name + "." + self.section
        made = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", path], stdout=subprocess.PIPE, check=False)
        self.body = re.sub(r'\A<table class="head">.*?</table>\s*|<table class="foot">.*?</table>\s*\Z', "", made.stdout.decode(), flags=re.S)
        found = re.search(r'<span class="Nd">(.*?)</span>', self.body, re.S)
        if made.returncode or not found:
            fail("mandoc makes nothing of " + path)
        self.summary = plain(found.group(1))
        self.name_anchors()
        self.ids = re.findall(r'\bid="([^"]*)"', self.body)

    def name_anchors(self):
        """mandoc numbers the anchors of what a page names twice; numbers change with every edit."""
        tags = re.compile(r'<(\w+)((?: [\w-]+="[^"]*")*?) id="([^"]*)"')
        taken, names, heading = {"", "main"}, {}, [""]   # of the page around it: main
        for round_ in "headings", "others":        # headings come first: others may not take their names
            heading = [""]
            for m in tags.finditer(self.body):
                tag, old = m.group(1), m.group(3)
                base = old.split("~")[0]
                if old not in names and (tag in ("h1", "h2")) == (round_ == "headings"):
                    above = heading[0] if tag in ("h1", "h2") else heading[-1]
                    names[old] = next((x for x in (base, above + "." + base) if x not in taken), None)
                    taken.add(names[old])
                if tag in ("h1", "h2"):
                    heading = [names[old]] if tag == "h1" else [heading[0], names[old]]
        self.body = tags.sub(lambda m: "<%s%s%s" % (m.group(1), m.group(2), ' id="%s"' % names[m.group(3)] if names[m.group(3)] else ""),
                             self.body)

        def point(m):
            new = names.get(m.group(2), m.group(2))
            return '<a class="%s" href="#%s">%s</a>' % (m.group(1), new, m.group(3)) if new else m.group(3)
        self.body = re.sub(r'<a class="(\w+)" href="#([^"]*)">(.*?)</a>', point, self.body, flags=re.S)

    def link(self, pages):
        """Links to pages that are not ours go; a section that is named after a page becomes a link."""
        def refer(m):
            other, text, section = pages.get(m.group(1)), m.group(2), m.group(4)
            if not other:
                return '<span class="Xr">%s</span>%s' % (text, m.group(3) or "")
            link = '<a class="Xr" href="%s.html">%s</a>' % (other.key, text)
            if not section:
                return link
            words = section.split()                # the longest run of them that is a section
            for n in range(len(words), 0, -1):
                anchor = "_".join(words[:n])
                if anchor in other.ids:
                    return '%s, <a href="%s.html#%s">%s</a>%s' % (link, other.key, anchor, " ".join(words[:n]),
                                                                  "".join(" " + w for w in words[n:]))
            return link + m.group(3)
        self.body = re.sub(r'<a class="Xr"(?: href="([^"]*)\.html")?>(.*?)</a>(,\s+((?:[A-Z]{2,}\s?\b)+))?', refer, self.body, flags=re.S)

    def place(self, anchor, figure):
        """A figure below a heading."""
        heading = re.compile(r'(<(h[12]) class="\w+" id="%s">.*?</\2>)' % re.escape(anchor), re.S)
        self.body = heading.sub(lambda m: m.group(1) + "\n" + figure, self.body, count=1)

    def contents(self):
        """Its headings, with links."""
        items = []
        for level, anchor, text in re.findall(r'<h([12]) class="\w+" id="([^"]*)">(.*?)</h\1>', self.body, re.S):
            items.append('<li class="l%s"><a href="#%s">%s</a></li>' % (level, anchor, html.escape(plain(text), quote=False)))
        return '<nav aria-label="Sections"><ul>\n%s\n</ul></nav>\n' % "\n".join(items)


def contents(pages, commands, reported):
    """index.html."""
    parts = ["<h1>dbtool</h1>", "<p>Joins BVH motion-capture clips at cuts, smooths every cut and measures it.</p>", picture("blend.svg")]
    for section, title in GROUPS:
        rows = []
        if section == "1":
            rows = [("dbtool.1.html", "dbtool", pages["dbtool.1"].summary)]
            for name, summary in commands:
                own = pages.get("dbtool-%s.1" % name)
                if not own and name not in pages["dbtool.1"].ids:
                    fail("no page and no section for the command " + name)
                rows.append((own.key + ".html" if own else "dbtool.1.html#" + name, "dbtool " + name, summary))
        rows += [(p.key + ".html", p.name, p.summary) for p in pages.values() if p.section == section and
                 not any(link.split("#")[0] == p.key + ".html" for link, _, _ in rows)]
        if rows:
            parts.append("<h2>%s</h2>\n<dl class=\"contents\">" % title)
            parts += ['<dt><a href="%s">%s</a></dt><dd>%s</dd>' % (link, name, html.escape(text, quote=False)) for link, name, text in rows]
            parts.append("</dl>")
    if reported:
        parts.append('<h2>A live report</h2>\n<p><a href="report.html">report.html</a> is what <code>dbtool report walk.bvh kick.bvh '
                     '--at 1.2 -o report.html</code> writes: the methods side by side, their curves, and a map of the joints.</p>')
    parts.append("<h2>Which method</h2>\n" + picture("which.svg"))
    return "\n".join(parts)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip().splitlines()[0])
    dbtool, out, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    pages = {p.key: p for p in sorted((Page(path) for path in paths), key=lambda p: (
        p.section, FIRST.index(p.name) if p.name in FIRST else len(FIRST), p.name))}
    for p in pages.values():
        p.link(pages)
    for name, place in PLACES.items():
        key, anchor = place.split("#")
        if key not in pages or anchor not in pages[key].ids:
            fail("no heading for %s: %s" % (name, place))
        pages[key].place(anchor, picture(name))
    told = subprocess.run([dbtool, "help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    commands = [c for c in re.findall(r"^  (\w+)  +(\S.*)$", told, re.M) if c[0] not in ("dbtool", "help")]

    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(PICTURES, os.path.join(out, "pictures"))
    shutil.copy(os.path.join(ROOT, "src", "make_html.css"), os.path.join(out, "manual.css"))
    clips = [os.path.join(ROOT, "testdata", "bvh", x) if x.endswith(".bvh") else x for x in REPORT]
    reported = subprocess.run([dbtool, "report", *clips, "-q", "-o", os.path.join(out, "report.html")], check=False).returncode == 0
    if not reported:
        print("make_html.py: no report in it: this dbtool has no page for reports", file=sys.stderr)

    def write(name, **parts):
        with open(os.path.join(out, name), "w", encoding="utf-8") as f:
            f.write(PAGE.format(**parts))
    for p in pages.values():
        title = "%s(%s)" % (p.name, p.section)
        write(p.key + ".html", title=title + ": " + html.escape(p.summary, quote=False), here=" <span>%s</span>" % title,
              nav=p.contents(), body=p.body)
    write("index.html", title="dbtool: the manual", here="", nav="", body=contents(pages, commands, reported))


if __name__ == "__main__":
    main()
