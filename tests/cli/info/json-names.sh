# Names with quotes, backslashes and bytes that are not UTF-8 give valid JSON.
point 0.1 '0 0 0 0 0 0' | sed 's/ROOT Point/ROOT a"b\\c/' >quotes.bvh
cp "$DATA/bvh/warn_name_latin1.bvh" latin1.bvh
cp "$DATA/bvh/ok_name_utf8.bvh" utf8.bvh
dbtool info -q --format json quotes.bvh latin1.bvh utf8.bvh >info.json
python3 - <<'END'
import json
quotes, latin1, utf8 = json.load(open("info.json", encoding="utf-8"))
print(quotes["joints"][0]["name"])
assert any("\ufffd" in j["name"] for j in latin1["joints"])
text = open("utf8.bvh", encoding="utf-8").read()
assert all(" " + j["name"] in text for j in utf8["joints"])
END
dbtool info quotes.bvh | grep -c 'a"b\\c: position XYZ rotation ZXY'
