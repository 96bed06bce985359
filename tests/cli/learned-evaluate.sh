# The table's lines, and the same as JSON; the figures are other tests' concern.
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
