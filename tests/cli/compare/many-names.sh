# Cuts are the same if their sequences' names are; else if they have one number, source, target and
# time: names that hold a method's parameters, an engine's file, a copy of the clips elsewhere.
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
dbtool blend walk.bvh run.bvh --at 0.7 -m inertialize-cubic -o engine.bvh -q
dbtool metrics engine.bvh --at 0.7 --source walk.bvh --target run.bvh -o engine.csv
dbtool compare batch.csv engine.csv --format csv | cut -d, -f1-4,12
mkdir elsewhere
cp walk.bvh run.bvh elsewhere
dbtool metrics engine.bvh --at 0.7 --source elsewhere/walk.bvh --target elsewhere/run.bvh -o engine.csv
dbtool compare batch.csv engine.csv --format csv | cut -d, -f1-4,12
echo "other clips, unless the sequence has the name"
dbtool metrics engine.bvh --at 0.7 --source run.bvh --target walk.bvh -o other.csv
tries dbtool compare batch.csv other.csv
dbtool metrics engine.bvh --at 0.7 --source run.bvh --target walk.bvh --name r -o other.csv
dbtool compare batch.csv other.csv --format csv | cut -d, -f1-4,12
