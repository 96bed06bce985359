#!/usr/bin/env python3
"""make_manual.py TABLES PAGE: prints a page of the manual as mdoc(7), from its source man/PAGE and the rows of manual_tables.

A source is mdoc with two additions. Its text, and the help and more of the tables, may mark `code`, *emphasis* and {a section of
the page}; --options, -o and names of pages, such as dbtool-csv(5), stand out by themselves. And a comment is replaced:

  {name} {synopsis}     of the command after which the page is named
  {options}             its own options; {options GROUP}: those of a table of shared options
  {commands} {topics}   all commands, all other pages, for dbtool(1)
  {keys PART}           of a plan, PART plan, job, cut or layer, that only plans have;
  {optionkeys PART}     those that are options of blend, by type
  {params METHOD}       the names of a method's parameters; {parameters}: all, explained
"""
import os
import re
import sys
from collections import namedtuple

FIELDS = {
    "command": "name summary usage",
    "option": "name command group setting letter arg optional kind low high help more",
    "key": "name places option required arg choices kind low high help more",
    "param": "name method unit choices default low high help more",
    "topic": "name section summary",
}
# Where a key may be: the bits DBT_IN_ of job/settings.h, in the order in which they are listed.
PLACES = {1: "plan", 8: "cut", 4: "job", 2: "defaults", 16: "layer", 32: "clip of a layer", 64: "pairs"}
# The parts of a plan: a key belongs to the first in which it may be. Those places need no mention.
PARTS = {"layer": (16 | 32, 16), "cut": (8, 8 | 4 | 2), "job": (4 | 64, 4 | 2), "plan": (1 | 2, 0)}
# From there on a limit is a mere guard.
GUARDS = {"A number.": 1e9, "A whole number.": 1e6, "A length of time.": 1e9}

MARK = re.compile(r"""(?<![^\s(\['"/|,])(?:\*(?P<em>[A-Za-z][^*]*)\*|(?P<opt>--[a-z][a-z0-9-]*|-[A-Za-z](?![\w-]))"""
                  r"""|(?P<page>dbtool[a-z-]*)(?=\(\d\))|(?P<arg>[A-Z]+)(?:\.[a-z]+)?(?!\w))""")


def mark(text, arg=""):
    """A line of text as mdoc. Words of arg, an option's value, stand out."""
    def font(m):
        if m["arg"] and m["arg"] not in re.findall("[A-Z]+", arg):
            return m[0]
        return r"\f%s%s\fR" % ("I" if m["em"] or m["arg"] else "B", m["em"] or m[0].replace("-", r"\-"))
    parts = text.split("`")
    parts[0::2] = [MARK.sub(font, part) for part in parts[0::2]]
    parts[1::2] = [r"\fB%s\fR" % re.sub(r"(?<!\\)-", r"\\-", part) for part in parts[1::2]]
    sections = re.sub(r" ?\{([A-Z][^}]*)\}([.,;:]?) ?", r"\n.Sx \1 \2\n", "".join(parts))
    return re.sub(r"([^.][.?!]) (?=\S)", r"\1\n", sections).strip()


def words(names, quote=""):
    return ", ".join("`%s%s%s`" % (quote, name, quote) for name in names)


def explain(row, arg="", kind="", limits="", default=""):
    """The text of a row: what it is, its limits, its default, then a list of its words, if it has one."""
    summary, brackets = re.fullmatch(r"(.+?)(?: \(((?:[^()]|\([^()]*\))*)\))?", row.help).groups()
    more, *items = re.split(r"(?:^|\n)- ", row.more)
    default = brackets or default
    lines = [kind, summary[0].upper() + summary[1:] + ".", more, limits, default and "Default: %s." % default]
    lines = [mark(line.replace("\\", r"\e"), arg) for line in lines if line]
    items = [".It Cm %s\n%s" % (term, mark(text, arg)) for term, text in (item.split(": ", 1) for item in items)]
    return lines + (item_list(items, "Ds -compact") if items else [])


def item_list(items, style="Ds"):
    return [".Bl -tag -width " + style, *items, ".El"]


def range_of(row):
    low, high = (("%.9f" % float(x)).rstrip("0").rstrip(".") for x in (row.low, row.high))
    if not float(row.low) < float(row.high) < GUARDS.get(row.kind, 0):
        return ""
    return "Range: %s to %s%s." % (low, high, " s" if row.kind == "A length of time." else "")


def range_of_param(p):
    unit = " " + p.unit if p.unit else ""
    if p.choices or p.default in ("true", "false"):
        return "One of %s." % words(p.choices.split("|")) if p.choices else "True or false."
    return "Range: %s%s or more, or none." % (p.low, unit) if p.high == "none" else "Range: %s to %s%s." % (p.low, p.high, unit)


def option(o):
    is_choice = o.arg[:1].islower() and "|" in o.arg
    value = " Cm " + o.arg.replace("|", " | ") if is_choice else (" Ns Op = Ns Ar " if o.optional else " Ar ") + o.arg
    head = ".It%s Fl -%s%s" % (" Fl %s ," % o.letter if o.letter else "", o.name, value if o.arg else "")
    return [head] + explain(o, o.arg, limits=range_of(o))


class Manual:
    def __init__(self, tables, page):
        self.rows = {name: [] for name in FIELDS}
        for line in tables:
            table, *fields = line.rstrip("\n").replace("\v", "\n").split("\t")
            if table in FIELDS:
                self.rows[table].append(namedtuple(table, FIELDS[table])(*fields))
        self.command = next((c for c in self.rows["command"] if page == "dbtool-%s.1" % c.name), None)

    def name(self):
        return [".Sh NAME", ".Nm dbtool-" + self.command.name, ".Nd " + self.command.summary]

    def synopsis(self):
        usages = " ".join(self.command.usage.split()).split(" dbtool %s " % self.command.name)
        return [".Sh SYNOPSIS"] + [".Nm dbtool %s\n%s" % (self.command.name, mark(usage, usage)) for usage in usages]

    def options(self, group=""):
        mine = [o for o in self.rows["option"] if o.command == self.command.name and o.group == group]
        if self.command.name != "blend":       # whose page explains what means the same in all commands
            mine = [o for o in mine if not o.setting]
        return item_list(line for o in mine for line in option(o))

    def commands(self):
        heads = ((".It Xr dbtool-%s 1" % c.name if c.name != "help" else ".It Cm dbtool help", c) for c in self.rows["command"])
        return item_list(("%s\n%s" % (head, mark(c.summary)) for head, c in heads), '"dbtool-suggest(1)" -compact')

    def topics(self):
        rows = (".It Xr dbtool-%s %s\n%s" % (t.name, t.section, mark(t.summary)) for t in self.rows["topic"])
        return item_list(rows, '"dbtool-internals(7)" -compact')

    def keys_of(self, part, is_option):
        """The keys of a part that have a text, those that are options or the others."""
        return [k for k in self.rows["key"] if k.help and bool(k.option) == is_option and
                part == next(p for p in PARTS if int(k.places) & PARTS[p][0])]

    def keys(self, part):
        lines = []
        for k in self.keys_of(part, False):
            places = sum(int(other.places) for other in self.rows["key"] if other.name == k.name and (other == k or not other.help))
            lines += [".It Cm " + k.name, mark("One of %s." % words(k.choices.split("|"), '"')) if k.choices else k.kind]
            lines += ["In %s." % ", ".join(PLACES[bit] for bit in PLACES if places & bit)] if places != PARTS[part][1] else []
            lines += explain(k, k.arg, limits=range_of(k), default="false" if k.kind == "A boolean." and not k.required else "")
            lines += ["Required."] if k.required else []
        return item_list(line for line in lines if line)

    def optionkeys(self, part):
        kinds = {}
        for k in self.keys_of(part, True):
            kinds.setdefault(k.kind or "A string.", []).append(k.name)
        return item_list((".It \\&%s\n%s" % (kind[:-1], mark(words(names))) for kind, names in kinds.items()), "Ds -compact")

    def params(self, method):
        return [mark(words(p.name for p in self.rows["param"] if p.method == method) + ".")]

    def parameters(self):
        names, lines = {}, []                  # of each name the meanings, of each meaning the rows
        for p in self.rows["param"]:
            names.setdefault(p.name, {}).setdefault(p.help, []).append(p)
        for name, meanings in names.items():
            lines.append(".It Cm " + name)
            for first, *others in meanings.values():
                if len(meanings) > 1:
                    lines.append(mark("Of %s:" % words(p.method for p in [first] + others)))
                if not first.method or first.default in ("required", "none") and first.high != "none":
                    lines += explain(first)    # of every method, or a file
                    continue
                unit = " " + first.unit if first.unit and first.default != "none" else ""
                differ = ("; `%s`: %s" % (p.method, p.default) for p in others if p.default != first.default)
                lines += explain(first, limits=range_of_param(first), default=first.default + unit + "".join(differ))
        return item_list(lines)

    def fill(self, source):
        literal = False
        for line in source:
            comment = re.fullmatch(r'\.\\" \{(\w+) ?([\w-]*)\}\n', line)
            literal = line.startswith(".Bd") or literal and not line.startswith(".Ed")
            if comment:
                print("\n".join(getattr(self, comment[1])(*comment[2].split())))
            else:
                print(line.rstrip("\n") if literal or line[0] in ".'" else mark(line))


with open(sys.argv[1], encoding="utf-8") as rows, open(sys.argv[2], encoding="utf-8") as text:
    Manual(rows, os.path.basename(sys.argv[2])).fill(text)
