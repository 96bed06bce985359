"""strict_json.py FILE...: check that each file is strict JSON (RFC 8259).

That is: UTF-8, no key twice in an object, no NaN and no infinity. A file named *.lines holds one text per line. Of a
report (.html) its data is checked, which must contain no markup; of a model (.safetensors) the header.
"""
import json
import math
import re
import struct
import sys


def fail(text):
    raise ValueError(text)


def finite(text):
    return float(text) if math.isfinite(float(text)) else fail(text)


def unique(pairs):
    return dict(pairs) if len({key for key, _ in pairs}) == len(pairs) else fail("a key twice")


def read(data):
    value = json.loads(data.decode("utf-8"), parse_constant=fail, parse_float=finite, object_pairs_hook=unique)
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # fails for half of a surrogate pair
    return value


failed = False
for name in sys.argv[1:]:
    data = open(name, "rb").read()
    if name.endswith(".html"):
        data = re.search(rb'<script type="application/json" id="data">\n(.*?)</script>', data, re.S)[1]
        assert not re.search(rb"[<>&]|\xe2\x80[\xa8\xa9]", data), name
    if name.endswith(".safetensors"):
        data = data[8 : 8 + struct.unpack("<Q", data[:8])[0]]
        for key in ("joints", "parents", "turning"):
            read(read(data)["__metadata__"][key].encode())
    for part in data.splitlines() if name.endswith(".lines") else [data]:
        try:
            read(part)
        except ValueError as why:
            print(f"{name}: {why}")
            failed = True
sys.exit(failed)
