# The poses of a plan's report equal those of the files that batch makes, with layers and with
# angles beyond 180 degrees.
take walk run kick turn
cat >plan.json <<'END'
{"defaults": {"unroll": true, "method": ["cut", "crossfade", "inertialize-quintic"]}, "jobs": [
 {"name": "a.{method}", "out": "a/{method}.bvh",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "turn.bvh", "at": 1}, {"clip": "run.bvh", "at": 2.2}],
  "layers": [{"joints": ["Right*Arm", "Neck*"], "weight": 0.8,
              "clips": [{"clip": "kick.bvh", "at": 0.8, "fade": 0.1}, {"clip": "run.bvh", "at": 1.3, "fade": 0.2}]},
             {"joints": ["Hips", "Spine"], "positions": true, "shape": "triangle",
              "clips": [{"clip": "kick.bvh", "at": 0.5}]}]}]}
END
dbtool batch plan.json -q
dbtool report plan.json -o report.html -q
files=()
for method in cut crossfade inertialize-quintic; do
    files+=(--bvh $method a/$method.bvh)
done
python3 "$TESTS/report_oracle.py" check report.html "${files[@]}"
# the layers are seen: without them poses are others
python3 - <<'END'
import json
plan = json.load(open("plan.json"))
del plan["jobs"][0]["layers"]
json.dump(plan, open("bare.json", "w"))
END
dbtool report bare.json -o bare.html -q
python3 "$TESTS/report_oracle.py" check bare.html "${files[@]}" | tail -n 1
echo "exit ${PIPESTATUS[0]}"
