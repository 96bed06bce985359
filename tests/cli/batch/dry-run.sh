# The jobs that -n prints are a plan, which makes the same files.
take walk run kick
mkdir plans
mv ./*.bvh plans
cat >plans/plan.json <<'END'
{"defaults": {"out": "out/{name}.bvh", "method": "dead-decay:halflife=0.3"},
 "jobs": [
  {"name": "a-{blend_time}-{curve}", "blend_time": [0.1, 0.25], "curve": ["linear", "smoothstep"],
   "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "end-12f", "profile": {"*Leg": 0.5}}]},
  {"name": "b", "preset": "unreal", "until": "end-0.1", "cuts": [{"clip": "kick.bvh"}, {"clip": "run.bvh", "at": 1}],
   "layers": [{"joints": ["Head"], "shape": "sqrt-triangle", "clips": [{"clip": "walk.bvh", "at": 0.25}]}]}]}
END
dbtool batch -n plans/plan.json --metrics m.csv --journal j >lines
ls -A . plans
wc -l <lines
python3 -c '
import json, sys
for line in open("lines"):
    job = json.loads(line)
    print(job["name"], job["out"], [c["clip"] for c in job["cuts"]], job["cuts"][1]["method"],
          job["cuts"][1]["blend_time"], job["cuts"][1]["curve"], job["cuts"][1].get("halflife"))'
dbtool batch -n lines >again
same lines again
into again dbtool batch -n - <lines
same lines again
dbtool batch -q plans/plan.json --metrics m.csv
mv plans/out right
dbtool batch -q lines --metrics again.csv
same m.csv again.csv
diff -r plans/out right && ls right
