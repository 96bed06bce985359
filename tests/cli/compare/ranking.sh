# Ranking and marks, worked out from the rows of the CSV: of several cuts the median and the 90th
# percentile. By the rule of -m auto: seamless methods by displacement, the
# others by the seam ratio, which also decides ties. Or by a column: what ties goes by the target
# error. Then as they were listed. Below 1e-5 figures are noise. A tie is equal to nine digits, the
# best of a column to six.
take walk run kick
cat >check.py <<'PY'
import csv, json, math, os, re, statistics, subprocess, sys
dbtool = os.environ["DBTOOL"]
def run(*args):
    return subprocess.run([dbtool, "compare", *args], stdout=subprocess.PIPE, check=True).stdout.decode()
def six(x, digits=6):
    return 0.0 if abs(x) < 1e-5 else float("%.*g" % (digits, x))
def four(x):
    return "0" if abs(x) < 1e-5 else "%d" % round(x) if x >= 9999.5 else "%.4g" % x
every = [m["name"] for m in json.loads(subprocess.check_output([dbtool, "methods", "--format", "json"]))
         if m["name"] == "auto" or all(p["type"] != "file" for p in m["parameters"])]  # which only the user has
every.remove("bridge-linear")  # which needs a gap
rule = "seam_ratio displacement_u_s ang_vel_jump_deg_s lin_vel_jump_u_s target_error_rms_deg".split()
usual = ("ang_vel_jump_deg_s lin_vel_jump_u_s ang_acc_jump_deg_s2 ang_jerk_rms_ratio ang_jerk_peak_ratio "
         "lin_jerk_peak_ratio overshoot_deg limit_excess_deg skate_u").split()
def columns_of(*first, then=usual):
    return [*first, *(c for c in then if c not in first)]
def standing(row, smooth):
    seam, moved = six(row["seam_ratio"], 9), six(row["displacement_u_s"], 9)
    place = sum(seam > times * smooth for times in (1, 2, 4))
    return (place, seam if place == 3 else moved, seam)

def expected(rows, listed, rank, smooth):
    figures = {}
    for method in listed:
        row, = (r for r in rows if r["method"] == method)
        figures[method] = {name: float(row[name]) for name in list(row)[5:-3]}
    place = {m: standing(figures[m], smooth) if rank == "auto" else six(figures[m][rank], 9) for m in listed}
    order = sorted(listed, key=lambda m: (place[m], 0 if rank == "auto" else
                                          six(figures[m]["target_error_rms_deg"], 9)))
    places = {m: (1 + sum(place[o] < place[m] for o in listed),
                  sum(place[o] == place[m] for o in listed) > 1) for m in listed}
    best = {name: {m for m in listed if "_ref_" not in name and
                   six(figures[m][name]) == min(six(figures[n][name]) for n in listed)}
            for name in figures[listed[0]]}
    return figures, order, best, places

def check_json(text, figures, order, best, places, rank):
    found = json.loads(text)
    if [m["method"] for m in found["methods"]] != order or found["ranked_by"] != rank:
        print("json: order", [m["method"] for m in found["methods"]], order)
    if [(m["rank"], m["ties"]) for m in found["methods"]] != [places[m] for m in order]:
        print("json: ranks")
    if [c["cut"] for c in found["cuts"]] != [1]:
        print("json: cuts")
    for m in found["methods"]:
        for name, value in figures[m["method"]].items():
            if not math.isclose(m["figures"][name], value, rel_tol=1e-8, abs_tol=1e-300):
                print("json:", m["method"], name, m["figures"][name], value)
        if m["best"] != [name for name in best if m["method"] in best[name]]:
            print("json:", m["method"], "best", m["best"])

def slides(figures, method, column):
    return column == "skate_u" and figures[method][column] > min(figures[m][column] for m in figures) + 5

def check_cells(what, rows, mark, columns, figures, order, best, places):
    if [r[0] for r in rows] != order:
        print(what, "order", [r[0] for r in rows], order)
    for method, place, *cells in rows:
        if place != "%d%s" % (places[method][0], "=" if places[method][1] else ""):
            print(what, method, "place", place, places[method])
        wanted = [mark % four(figures[method][c]) if method in best[c] else
                  four(figures[method][c]) + "!" * slides(figures, method, c) for c in columns]
        if cells != wanted:
            print(what, method, cells, wanted)

def check(clips, listed, *options, rank="auto", smooth=1.5, columns=columns_of(*rule)):
    args = [*clips, *options, *(x for m in listed for x in ("-m", m))]
    rows = list(csv.DictReader(run(*args, "--format", "csv").splitlines()))
    figures, order, best, places = expected(rows, listed, rank, smooth)
    if [r["method"] for r in rows] != order:
        print("csv: order")
    check_json(run(*args, "--format", "json"), figures, order, best, places, rank)
    text = run(*args).splitlines()
    by = "ranked by " + rank if rank != "auto" else (
        "ranked: seamless methods (seam_ratio at most %g) by displacement_u_s, "
        "then those up to twice and four times that, then the others by seam_ratio" % smooth)
    marked = ", ! slides over 5 units more than the best" * any(slides(figures, m, c) for m in figures for c in columns)
    if not text[0].endswith("; %s (* best of its column%s)" % (by, marked)):
        print(text[0])
    body = text[next(i for i, line in enumerate(text) if line.startswith("method")) + 1:]
    check_cells("text", [line.split() for line in body], "%s*", columns, figures, order, best, places)
    marked = run(*args, "--format", "markdown").splitlines()
    header = [c.strip(" `") for c in marked[2].split("|")[1:-1]]
    if header != ["method", "rank", *columns]:
        print("markdown:", header)
    cells = [[c.strip(" `") for c in line.split("|")[1:-1]] for line in marked[4:]]
    check_cells("markdown", cells, "**%s**", columns, figures, order, best, places)
    print(*(m + ("=" if places[m][1] else "") for m in order))

def check_cuts(clips, listed, *options, rank="auto", smooth=1.5):
    args = [*clips, *options, *(x for m in listed for x in ("-m", m))]
    by_method = {}
    for r in csv.DictReader(run(*args, "--format", "csv").splitlines()):
        by_method.setdefault(r["method"], []).append({name: float(r[name]) for name in list(r)[5:-3]})
    found = json.loads(run(*args, "--format", "json"))
    n_cuts = len(clips) - 1
    place, figures, wins = {}, {}, dict.fromkeys(listed, 0)
    def judge(row):
        return standing(row, smooth) if rank == "auto" else six(row[rank], 9)
    for cut in range(n_cuts):
        judged = {m: judge(by_method[m][cut]) for m in listed}
        for m in listed:
            wins[m] += judged[m] == min(judged.values())
    for m in listed:
        seamless = sum(six(r["seam_ratio"], 9) <= smooth for r in by_method[m])
        figures[m] = {name: (statistics.median(r[name] for r in by_method[m]),
                             statistics.quantiles([r[name] for r in by_method[m]], n=10, method="inclusive")[8])
                      for name in by_method[m][0]}
        median = {name: six(pair[0], 9) for name, pair in figures[m].items()}
        place[m] = (-seamless, standing(median, smooth)) if rank == "auto" else median[rank]
    order = sorted(listed, key=lambda m: (place[m], 0 if rank == "auto" else
                                          six(figures[m]["target_error_rms_deg"][0], 9)))
    columns = ([] if rank == "auto" else [rank]) + ["seam_ratio", "displacement_u_s", "skate_u"]
    if [m["method"] for m in found["methods"]] != order or list(by_method) != order:
        print("cuts: order", [m["method"] for m in found["methods"]], list(by_method), order)
    if [c["cut"] for c in found["cuts"]] != list(range(1, n_cuts + 1)) or found["ranked_by"] != rank:
        print("cuts:", found["cuts"], found["ranked_by"])
    for m in found["methods"]:
        name = m["method"]
        if (m["rank"], m["ties"]) != (1 + sum(place[o] < place[name] for o in listed),
                                      sum(place[o] == place[name] for o in listed) > 1):
            print("cuts: rank", m)
        if m["wins"] != wins[name] or list(m["figures"]) != columns:
            print("cuts:", name, m["wins"], wins[name], list(m["figures"]))
        for column, pair in m["figures"].items():
            for x, y in zip((pair["median"], pair["p90"]), figures[name][column]):
                if not math.isclose(x, y, rel_tol=1e-8, abs_tol=1e-9):
                    print("cuts:", name, column, x, y)
        worst = max(range(n_cuts), key=lambda k: by_method[name][k]["seam_ratio" if rank == "auto" else rank])
        if m["worst"]["cut"] != worst + 1:
            print("cuts:", name, "worst", m["worst"])
    print(*order)

walk_run = ["walk.bvh", "run.bvh"]
check(walk_run, every, "--at", "1.2")
check(walk_run, every[::-1], "--at", "1.2")
# a few are seamless, most are; three at the usual limit, which tie
check(walk_run, every, "--at", "1.2", "--smooth", "10", smooth=10)
check(walk_run, every, "--at", "1.2", "--smooth", "32", smooth=32)
check(walk_run, every, "--at", "1.2", "--smooth", "0.1", smooth=0.1)
check(walk_run, every, "--at", "1.2", "--smooth", "0", smooth=0)
check(["walk.bvh", "walk.bvh"], every, "--at", "1", "--from", "1")
check_cuts([*walk_run, "kick.bvh"], every, "--at", "0.9,1.6", "--from", "0.3")
check(walk_run, every, "--at", "0.8", "--window", "0.2", "--rank", "skate_u", "--columns",
      "overshoot_u,lin_jerk_peak_ref_u_s3,skate_u", rank="skate_u",
      columns=["skate_u", "target_error_rms_deg", "overshoot_u", "lin_jerk_peak_ref_u_s3"])
check_cuts([*walk_run, "kick.bvh"], every, "--at", "0.9,1.6", "--rank", "limit_excess_deg", rank="limit_excess_deg")
# nothing but the order of the list tells these apart
check(walk_run, ["dead-decay:halflife=0.25", "dead-decay", "dead-decay:curve=smoothstep"], "--at", "1")
check(walk_run, ["dead-decay:curve=smoothstep", "dead-decay:halflife=0.25", "dead-decay"], "--at", "1")
# the best to six digits, no tie to nine
for pair in ["0.1", "0.100000001"], ["0.100000001", "0.1"]:
    listed = ["dead-decay:halflife=" + value for value in pair]
    check(walk_run, listed, "--at", "1", "--precision", "12", "--rank", "overshoot_deg", rank="overshoot_deg",
          columns=columns_of("overshoot_deg", "target_error_rms_deg"))
rows = list(csv.DictReader(run(*walk_run, "--at", "1", "--precision", "12", "--format", "csv",
                               "-m", ",".join(listed)).splitlines()))
print("differ:", rows[0]["overshoot_deg"] != rows[1]["overshoot_deg"])
check(walk_run, ["cut"], "--at", "1", "--rank", "target_error_rms_deg", "--columns", "",
      rank="target_error_rms_deg", columns=["target_error_rms_deg"])
check(walk_run, ["cut", "dead-clamp"], "--at", "1", "--columns", "all", columns=columns_of(
    *rule, then=subprocess.check_output([dbtool, "metrics", "walk.bvh", "--at", "1"]).decode()
    .split("\n")[0].split(",")[5:-3]))
PY
python3 check.py
