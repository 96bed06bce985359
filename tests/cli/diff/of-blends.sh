# The tables of blend and batch can be compared, also method with method.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o out.bvh --metrics cut.csv --name x
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-decay -o out.bvh --metrics decay.csv --name x
dbtool diff cut.csv cut.csv | sed 's/in [0-9]* columns/in ALL columns/'
tries dbtool diff cut.csv decay.csv --joint '\*' --column ang_vel_jump_deg_s --fail-above 0 | tail -n 1
tries dbtool diff decay.csv cut.csv --joint '\*' --column ang_vel_jump_deg_s --fail-above 100 | tail -n 1 | cut -c 1-30
echo '{"jobs": [{"name": "w.{method}", "out": "{name}.bvh", "method": ["cut", "dead-decay"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]}' >plan.json
dbtool batch -q plan.json --metrics batch.csv
dbtool diff batch.csv --methods cut,dead-decay --joint '\*' --column ang_vel_jump_deg_s --format json >a.json
dbtool diff cut.csv decay.csv --joint '\*' --column ang_vel_jump_deg_s --format json >b.json
python3 - <<'END'
import json
a, b = (json.load(open(n))["columns"][0] for n in ("a.json", "b.json"))
print([a["best"][0][k] == b["best"][0][k] for k in ("old", "new", "percent", "joint")], a["best"][0]["sequence"])
END
