# Cuts are the same if the names of their sequences are: a plan's jobs are named without their
# methods, in tables and in comparisons of the plan; an engine's file is named with --name.
take walk run kick
cat >plan.json <<'PLAN'
{"defaults": {"out": "{name}.bvh"},
 "jobs": [{"name": "k.{method}", "method": ["auto", "crossfade:blend_time=0.3"],
           "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]},
          {"name": "r.{method}", "method": ["auto", "crossfade:blend_time=0.3"],
           "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.7}]}]}
PLAN
dbtool batch -q plan.json --metrics batch.csv
for of in plan.json batch.csv; do
    dbtool compare $of --format csv | cut -d, -f1-4,12
done
cut -d, -f1-3 batch.csv | sort -u
dbtool blend walk.bvh run.bvh --at 0.7 -m inertialize-cubic -o engine.bvh -q
dbtool metrics engine.bvh --at 0.7 --source walk.bvh --target run.bvh -o engine.csv
dbtool compare batch.csv engine.csv --format csv | cut -d, -f1-4,12
dbtool metrics engine.bvh --at 0.7 --source walk.bvh --target run.bvh --name r -o engine.csv
dbtool compare batch.csv engine.csv --format csv | cut -d, -f1-4,12
echo "what a job is called where nothing else is left, and of its own; separators go with the method"
cat >names.json <<'PLAN'
{"defaults": {"out": "{name}.bvh"},
 "jobs": [{"name": "{method}", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"}]},
          {"name": "{method}.x", "cuts": [{"clip": "walk.bvh"}]},
          {"name": "a_{preset}-{blend_time}b", "preset": "unreal", "blend_time": 0.3, "cuts": [{"clip": "walk.bvh"}]},
          {"name": "a+{curve}", "curve": "linear", "method": "crossfade", "cuts": [{"clip": "walk.bvh"}]},
          {"name": "{clip}.{at2}.{method}", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.7}]},
          {"name": "own", "sequence": "{name}.{clip}.{method}", "cuts": [{"clip": "walk.bvh"}]}]}
PLAN
dbtool batch -n names.json | python3 -c '
import json, sys
for line in sys.stdin:
    job = json.loads(line)
    print(job["name"], "|", job.get("sequence"))'
