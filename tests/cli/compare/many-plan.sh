# Many cuts of plans: what Python works out from the CSV that batch writes, and the same from that
# CSV.
mkdir clips
for clip in walk run kick; do
    cp "$DATA/bvh/ok_$clip.bvh" clips/
done
cat >plan.json <<'END'
{"defaults": {"out": "out/{name}.bvh"},
 "jobs": [{"name": "{clip1}-{clip2}.{at}.{method}", "method": ["auto", "cut", "dead-halflife", "inertialize-quintic"],
           "at": [0.6, 0.9], "from": 0.3, "pairs": {"clips": "clips/*.bvh", "take": "all"}}]}
END
cat >more.json <<'END'
{"defaults": {"out": "out/{name}.bvh"},
 "jobs": [{"name": "tour.{method}", "method": ["auto", "cut", "dead-halflife", "inertialize-quintic"],
           "cuts": [{"clip": "clips/ok_walk.bvh"}, {"clip": "clips/ok_run.bvh", "at": 0.7},
                    {"clip": "clips/ok_walk.bvh", "at": 1.5}]}]}
END
dbtool batch -q plan.json more.json --metrics all.csv
cat >check.py <<'PY'
import csv, json, os, statistics, subprocess

def run(*args):
    return subprocess.run([os.environ["DBTOOL"], "compare", *args], stdout=subprocess.PIPE, check=True).stdout.decode()

rows = [r for r in csv.DictReader(open("all.csv")) if r["joint"] == "*"]
methods = ["auto", "cut", "dead-halflife", "inertialize-quintic"]
by_cut = {}
for r in rows:
    by_cut.setdefault((r["sequence"], r["cut"]), {})[r["method"]] = r

def value(row, column):
    x = float(row[column])
    return 0.0 if abs(x) < 1e-5 else x

def standing(row, smooth):
    seam, moved = value(row, "seam_ratio"), value(row, "displacement_u_s")
    place = sum(seam > times * smooth for times in (1, 2, 4))
    return (place, seam if place == 3 else moved, seam)

def check(what, table, smooth, columns):
    table = json.loads(table)
    assert table["cuts"] == len(by_cut) == 14 and table["left_out"] == 0 and table["smooth"] == smooth
    order = []
    for m in table["methods"]:
        own = [rows_of[m["method"]] for rows_of in by_cut.values()]
        best = [min(standing(r, smooth) for r in rows_of.values()) for rows_of in by_cut.values()]
        seamless = sum(value(r, "seam_ratio") <= smooth for r in own)
        wins = sum(standing(r, smooth) == b for r, b in zip(own, best))
        worst = max(by_cut, key=lambda k: value(by_cut[k][m["method"]], "seam_ratio"))
        if (m["seamless"], m["wins"]) != (seamless, wins):
            print(what, m["method"], m["seamless"], m["wins"], "expected", seamless, wins)
        if (m["worst"]["sequence"], str(m["worst"]["cut"])) != worst:
            print(what, m["method"], m["worst"], "expected", worst)
        if list(m["figures"]) != columns:
            print(what, list(m["figures"]))
        for column, figures in m["figures"].items():
            if column == "skate_u" and what != "CSV":
                continue  # in a comparison it is also measured before the cut, where another method begins
            values = [float(r[column]) for r in own if r[column]]
            # cut points of 10 parts, both ends included: the last one is the 90th percentile
            wanted = statistics.median(values), statistics.quantiles(values, n=10, method="inclusive")[8]
            for x, y in zip((figures["median"], figures["p90"]), wanted):
                if abs(x - y) > 1e-6 * abs(y) + 1e-6:
                    print(what, m["method"], column, x, y)
        order.append((-seamless, m["figures"]["displacement_u_s" if seamless else "seam_ratio"]["median"]))
    if order != sorted(order) or sorted(m["method"] for m in table["methods"]) != methods:
        print(what, "order", order)
    print(what, *(m["method"] for m in table["methods"]))

usual = ["seam_ratio", "displacement_u_s", "skate_u"]
jobs = ["plan.json", "more.json", "--format", "json"]
check("plans", run(*jobs), 1.5, usual)
check("another limit", run(*jobs, "--smooth", "8"), 8, usual)
check("a column", run(*jobs, "--columns", "ang_vel_jump_deg_s"), 1.5, usual + ["ang_vel_jump_deg_s"])
every = [c for c in rows[0] if c not in ("sequence", "cut", "method", "at", "joint", "settings", "source", "target")]
found = json.loads(run("all.csv", "--format", "json", "--columns", "all"))["methods"][0]["figures"]
print("all columns:", sorted(found) == sorted(every))
check("CSV", run("all.csv", "--format", "json"), 1.5, usual)
print("one thread:", run(*jobs, "-j", "1") == run(*jobs, "-j", "4"))
PY
python3 check.py
# A preset is one more method, by its option beside the plan's own, by its name instead of them.
names() {
    dbtool compare more.json --format csv "$@" | sed 1d | cut -d, -f1 | sort | tr '\n' ' '
    echo
}
names --preset unreal
names --methods auto,unreal
dbtool report more.json --preset unreal -o report.html -q
grep -o '"label":"[^"]*"' report.html | sort | uniq -c | awk '{ print $1, $2 }'
# --smooth counts before the plan's, even if it says the usual value
sed 's/"defaults": {/"defaults": {"smooth": 9, /' more.json >loose.json
for smooth in '' --smooth=1.5; do
    dbtool compare loose.json --format json $smooth | grep -o '"smooth": *[0-9.]*'
done
