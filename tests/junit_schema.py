#!/usr/bin/env python3
"""junit_schema.py FILE...: check JUnit XML by two published schemas.

The stricter one is the schema of Ant's reports by Windy Road Technology (JUnit.xsd of windyroad/JUnit-Schema). It sets
the allowed and the required attributes, their form, and the children with their order. The other is Jenkins'
junit-10.xsd (xunit plugin), with fewer rules but its own form of times. The rules are written out below. Prints what
is wrong and exits with 1.
"""
import re
import sys
import xml.etree.ElementTree

TOKEN = r"[^\s](.*[^\s])?"
ANY = r"(?s:.*)"
INT = r"[+-]?\d{1,9}"
# both a decimal number and of Surefire's form, which has no sign and no exponent
TIME = r"\d{1,3}(\.\d*)?"
STAMP = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}"

# element: (required attributes, optional ones, children in order as name and number, text)
ELEMENTS = {
    "testsuites": ({}, {}, [("testsuite", "*")], False),
    "testsuite": (
        {"package": ANY, "id": INT, "name": TOKEN, "timestamp": STAMP, "hostname": TOKEN,
         "tests": INT, "failures": INT, "errors": INT, "time": TIME},
        {"skipped": INT},
        [("properties", "1"), ("testcase", "*"), ("system-out", "1"), ("system-err", "1")], False),
    "properties": ({}, {}, [("property", "*")], False),
    "property": ({"name": TOKEN, "value": ANY}, {}, [], False),
    "testcase": ({"name": ANY, "classname": ANY, "time": TIME}, {},
                 [("skipped|error|failure", "?")], False),
    "skipped": ({}, {"message": ANY, "type": ANY}, [], True),
    "error": ({"type": ANY}, {"message": ANY}, [], True),
    "failure": ({"type": ANY}, {"message": ANY}, [], True),
    "system-out": ({}, {}, [], True),
    "system-err": ({}, {}, [], True),
}


def check_children(element, rules, say):
    letters = "".join("<%s>" % child.tag for child in element)
    pattern = "".join("(<(%s)>)%s" % (name, "" if often == "1" else often) for name, often in rules)
    if not re.fullmatch(pattern, letters):
        say("%s has children %s" % (element.tag, letters or "none"))


def check_element(element, say):
    if element.tag not in ELEMENTS:
        say("no element %s" % element.tag)
        return
    must, may, rules, text = ELEMENTS[element.tag]
    for name in set(must) - set(element.attrib):
        say("%s lacks %s" % (element.tag, name))
    for name, value in element.attrib.items():
        form = must.get(name, may.get(name))
        if form is None:
            say("%s has %s" % (element.tag, name))
        elif not re.fullmatch(form, value):
            say("%s of %s is '%s'" % (name, element.tag, value))
    if not text and any((part or "").strip() for part in [element.text] + [c.tail for c in element]):
        say("text in %s" % element.tag)
    check_children(element, rules, say)
    for child in element:
        check_element(child, say)


def check_counts(suite, say):
    for name, tag in (("tests", "."), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        found = sum(1 for case in suite.iter("testcase") if tag == "." or case.find(tag) is not None)
        if int(suite.get(name, found)) != found:
            say("%s is %s, there are %d" % (name, suite.get(name), found))


def check(path):
    wrong = []
    root = xml.etree.ElementTree.parse(path).getroot()
    if root.tag != "testsuites":
        wrong.append("the root is %s" % root.tag)
    check_element(root, wrong.append)
    for index, suite in enumerate(root):
        check_counts(suite, wrong.append)
        if suite.get("id") != str(index):
            wrong.append("the suite's id is %s, not %d" % (suite.get("id"), index))
    for line in wrong:
        print("%s: %s" % (path, line))
    return not wrong


if __name__ == "__main__":
    sys.exit(0 if all([check(path) for path in sys.argv[1:]]) else 1)
