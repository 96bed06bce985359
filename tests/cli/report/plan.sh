# Jobs of a plan that differ only in their methods are one sequence; other jobs are separate, and
# repeated jobs are shown once. --methods replaces their methods.
take walk run kick
mkdir plans
mv ./*.bvh plans
cat >plans/moves.json <<'END'
{"defaults": {"blend_time": 0.3}, "jobs": [
 {"name": "sweep.{method}", "method": ["cut", "dead-decay", "crossfade"], "window": 0.4,
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]},
 {"name": "h{halflife}", "method": "dead-decay", "halflife": [0.1, 0.25],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 0.7}]},
 {"name": "alone", "method": "inertialize-quintic", "out": "x/y.bvh",
  "cuts": [{"clip": "run.bvh"}, {"clip": "kick.bvh", "at": 1}],
  "layers": [{"joints": ["RightArm"], "clips": [{"clip": "walk.bvh", "at": 0.8, "fade": 0.1}]}]},
 {"name": "no cut", "cuts": [{"clip": "run.bvh"}]},
 {"name": "over_{method}", "method": ["cached-pose", "dead-clamp"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1},
           {"clip": "kick.bvh", "at": 1.3, "method": "cut"}]},
 {"name": "again.{method}", "method": ["cut", "dead-decay"], "window": 0.4,
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]}]}
END
tell() {
    python3 "$TESTS/report_oracle.py" json "$1" | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["title"], len(d["skeletons"]))
for c in d["cuts"]:
    print(c["sequence"], c["number"], c["source_name"], c["target_name"], c["at"], c["first"], c["n_frames"],
          c["cut"], [(m["label"], m["end"]) for m in c["methods"]])'
}
dbtool report plans/moves.json -o moves.html 2>&1 | sed 's/[0-9.]* MB/N MB/'
tell moves.html
dbtool report plans/moves.json -o moves.html --methods cut,dead-decay -t 0.1 --title 'Moves & more' -q
tell moves.html
# what a method lacks does not make it several; a name is one sequence's, and without what was swept
cat >plans/sweeps.json <<'END'
[{"name": "sweep.{method}.{blend_time}", "method": ["cut", "crossfade", "dead-halflife"], "blend_time": [0.1, 0.2, 0.4],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]},
 {"name": "w{at}_{halflife}_a", "method": "dead-decay", "halflife": [0.1, 0.25],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}], "precision": 5, "at": 1.2},
 {"name": "w{at}_{halflife}_b", "method": "dead-decay", "halflife": [0.1, 0.25],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}], "precision": 4, "at": 1.2},
 {"name": "same/x.{halflife}1", "method": "dead-decay", "halflife": [0.1, 0.25],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1}]},
 {"name": "same/y.{halflife}1", "method": "dead-decay", "halflife": [0.1, 0.25],
  "cuts": [{"clip": "kick.bvh"}, {"clip": "walk.bvh", "at": 1}]},
 {"name": "{method}1", "method": ["cut", "crossfade"], "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 1}]},
 {"name": "{method}-1", "method": ["cut", "crossfade"], "cuts": [{"clip": "run.bvh"}, {"clip": "kick.bvh", "at": 1}]},
 {"name": "c.{method}", "method": ["cut", "crossfade"], "cuts": [{"clip": "kick.bvh"}, {"clip": "kick.bvh", "at": 1}]},
 {"name": "c", "method": "cut", "cuts": [{"clip": "kick.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool report plans/sweeps.json -o sweeps.html -q
tell sweeps.html
# the figures are batch's, where the window is one
python3 - <<'END'
import csv, json, os, subprocess, sys
sys.path.insert(0, os.environ["TESTS"])
import report_oracle
plan = json.load(open("plans/moves.json"))
for job in plan["jobs"]:
    job["out"] = "out/" + job["name"] + ".bvh"
    job["window"] = 0.4
json.dump(plan, open("plans/out.json", "w"))
dbtool = os.environ["DBTOOL"]
subprocess.run([dbtool, "batch", "plans/out.json", "-q", "--metrics", "all.csv"], check=True)
subprocess.run([dbtool, "report", "plans/out.json", "-q", "-o", "out.html"], check=True)
rows = [tuple([r[1]] + r[5:-3]) for r in csv.reader(open("all.csv")) if r[4] == "*"]
found = [tuple([str(c["number"])] + m["values"]) for c in report_oracle.read("out.html").data["cuts"]
         for m in c["methods"]]
print(len(rows), "rows,", "as batch has them" if set(rows) == set(found) and len(found) == len(set(found)) else "others than batch has")
END
