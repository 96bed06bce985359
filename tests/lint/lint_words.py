#!/usr/bin/env python3
"""Checks the words of C code: no ambiguous words in names, a comment at each public declaration, and at most 30 words
in a sentence of a comment. In tests, names of four words or more may have any words.

usage: lint_words.py   (at the top of the tree)"""
import pathlib
import re
import sys

# Names of options, plan keys and values, and of Windows.
OTHERS = set("""plant has_plant plant_drop plant_time plant_hold in_place DBT_PAST_END_HOLD
FILE_SHARE_READ FILE_SHARE_WRITE FILE_SHARE_DELETE""".split())
BANNED = set("""place way turn part take keep give hold let look see tell note made alone own plain most least share
slope stand plant captured told heir lesson wish""".split())
MAX_WORDS = 30

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*', re.S)
DECLARATION = re.compile(r"(?:DBT_CHECK |static inline |extern )*[A-Za-z_][\w ]*[ *]+(?:dbt|cli)_\w+\(|typedef (?:struct|enum|union)\b")


def is_banned(name):
    return name not in OTHERS and any(word in BANNED or word.removesuffix("s") in BANNED for word in name.lower().split("_"))


def long_sentences(comment):
    text = re.sub(r"\n\s*\*", " ", comment[2:-2])
    for sentence in re.split(r"[.:;?!](?:\s|$)", text):
        if len(re.findall(r"[A-Za-z][\w'/-]*", sentence)) > MAX_WORDS:
            yield " ".join(sentence.split())


def uncommented(lines):
    """Yield the declarations at file scope whose paragraph does not begin with a comment."""
    depth, commented = 0, False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            commented = commented and depth > 0
        elif depth == 0 and line.startswith("/*"):
            commented = True
        elif depth == 0 and DECLARATION.match(line) and not commented and "/*" not in line:
            yield number, line.strip()
        depth += line.count("{") - line.count("}")


def faults_in(path):
    text, is_test = path.read_text(), path.parts[0] == "tests"
    for match in TOKEN.finditer(text):
        word, line = match.group(), text.count("\n", 0, match.start()) + 1
        if word.startswith("/*"):
            for sentence in long_sentences(word):
                yield line, "over %d words without a full stop: %.60s..." % (MAX_WORDS, sentence)
        elif word[0] not in '"/' and is_banned(word) and not (is_test and word.count("_") >= 3):
            yield line, "a name with an ambiguous word: " + word
    if path.suffix == ".h" and not is_test:
        for line, declaration in uncommented(text.split("\n")):
            yield line, "no comment: " + declaration


def main():
    passed = failed = 0
    for path in sorted(p for top in ("src", "tests") for p in pathlib.Path(top).rglob("*.[ch]")):
        faults = list(faults_in(path))
        passed += not faults
        failed += bool(faults)
        for line, fault in faults:
            print("%s:%d: %s" % (path, line, fault))
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


sys.exit(main())
