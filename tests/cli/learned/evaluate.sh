# The lines of the table, and the same as JSON; other tests check the values.
take walk run
dbtool train -q walk.bvh run.bvh -o m.safetensors --iterations 20 --hidden 8 --layers 1 -j 1 \
    --holdout 'run*' --log log.csv
head -1 log.csv
# the last iteration is in it, with an error held out
awk -F, 'END { print $1, ($2 > 0), ($3 > 0), NF }' log.csv
dbtool train --evaluate m.safetensors walk.bvh run.bvh >table
sed 's/  *[0-9.]*[0-9]\{3\}.*//; s/: .*//; s/, [0-9]* starts//' table
dbtool train --evaluate m.safetensors walk.bvh run.bvh --format json >table.json
python3 - <<'END'
import json
table = json.load(open("table.json"))
print(sorted(table))
print(table["seconds"], len(table["error_u"]), table["starts"] > 0)
assert all(len(row) == 4 and min(row) > 0 for row in table["error_u"].values())
assert all(0 <= share <= 1 for share in table["nearer_than_best_other"])
text = open("table").read()
for name, row in table["error_u"].items():
    wanted = [name, *("%.3f" % value for value in row)]
    assert any(line.rsplit(None, 4) == wanted for line in text.splitlines()), wanted
for h, name in enumerate(table["best_other"]):
    others = {n: row[h] for n, row in table["error_u"].items() if n != "dead-learned"}
    assert others[name] == min(others.values())
END
sed 's/RightHand/RightPaw/' walk.bvh >paw.bvh
tries dbtool train --evaluate m.safetensors paw.bvh 2>&1
echo 'at five frames a second two of the times are one frame'
python3 - <<'END'
head, rows = open("walk.bvh").read().split("Frame Time:")
rows = [row for row in rows.split("\n")[1:] if row.strip()][::12]
head = head[:head.rindex("Frames:")] + "Frames: %d\n" % len(rows)
open("five.bvh", "w").write(head + "Frame Time: 0.2\n" + "\n".join(rows) + "\n")
END
dbtool train --evaluate m.safetensors five.bvh | sed -n '/^seconds/p'
dbtool train --evaluate m.safetensors five.bvh --format json >five.json
echo 'of a clip that stands still'
awk 'n && !row { row = $0 } n { print row; next } /^Frame Time/ { n = 1 } 1' walk.bvh >still.bvh
dbtool train --evaluate m.safetensors still.bvh >still
sed -n '/best other/p' still
grep -c 'inf\|nan' still
dbtool train --evaluate m.safetensors still.bvh --format json >still.json
python3 - <<'END'
import json
five = json.load(open("five.json"))
print(five["seconds"], {len(row) for row in five["error_u"].values()})
json.load(open("still.json"), parse_constant=lambda name: print("found", name))
END
