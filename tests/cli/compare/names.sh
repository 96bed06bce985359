# Names of joints, clips and sequences stay names in every format, on one line.
six='6 Xposition Yposition Zposition Zrotation Xrotation Yrotation'
three='3 Zrotation Xrotation Yrotation'
lines=('0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' '0 0 0 1 0 0 0 0 0 0 0 0 0 0 0' '0 0 0 3 0 0 0 0 0 0 0 0 0 0 0')
nasty='Lef"t|<b>`x`\,*[a](b)&amp;$y$'
pair "$six" "$three" 0.1 "${lines[@]}" | while IFS= read -r line; do
    case $line in *'JOINT Left') line="JOINT $nasty" ;; esac
    printf '%s\n' "$line"
done >a.bvh
grep -c -F "$nasty" a.bvh
clip=$'- # | `c` "q", <i>\n\033[31m.bvh'
cp a.bvh "./$clip"
compare() {
    dbtool compare "./$clip" a.bvh -m cut,crossfade --joint 'Lef"t|<b>`x`*' --joint Right --columns '' --at 1f "$@"
}
compare
compare --format markdown
cat >check.py <<'PY'
import csv, json, sys
found = json.load(open("json"))
print(found["sequence"].encode(), found["joint"].encode())
rows = list(csv.DictReader(open("csv", newline="")))
print(all((r["sequence"], r["joint"]) == (found["sequence"], found["joint"]) for r in rows), len(rows))
PY
compare --format json >json
compare --format csv >csv
python3 check.py
for name in '1. one' '    code' '| a | b |' '' '---' $'\377\376 \303\244' '*'; do
    compare --format markdown --name "$name" | head -n 1
    compare --format json --name "$name" | python3 -c 'import json, sys; print(ascii(json.load(sys.stdin)["sequence"]))'
done
