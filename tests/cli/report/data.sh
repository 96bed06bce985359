# The data besides poses and metrics: weights, contacts, the window, the choice of columns.
take walk run
dbtool report -q walk.bvh run.bvh --at 1.2 --methods crossfade,cut,inertialize-spring,crossfade:curve=linear,blend_time=0.1 \
    --context 6f --rank skate_u --columns overshoot_deg -o report.html
python3 "$TESTS/report_oracle.py" json report.html | python3 -c '
import json, sys
d = json.load(sys.stdin)
c = d["cuts"][0]
print(d["format"], d["version"].split()[0], d["title"], d["rank"], d["columns"],
      [d["metrics"][i]["name"] for i in d["columns"]], len(d["metrics"]))
print(c["first"], c["n_frames"], c["cut"], c["frame_time"], c["at"])
for m in c["methods"]:
    print(m["label"], m["end"], [(len(w), w[:3], w[-1]) for w in m["weights"]], set(m["weight_of"]), m["frames"])
print(c["source"], c["target"])
s = d["skeletons"][0]
print(s["up"], s["moving"], [s["joints"][j]["name"] for j in s["feet"]])
for foot in c["contacts"]:
    print(s["joints"][foot["joint"]]["name"], foot["frames"])'
# an empty title is none
dbtool report -q walk.bvh run.bvh --at 1.2 --methods cut --title '' -o - >report.html
python3 "$TESTS/report_oracle.py" json report.html | python3 -c 'import json, sys; print(json.load(sys.stdin)["title"])'
# none of a network, whose response is no number
dbtool train walk.bvh run.bvh -o model --iterations 5 --hidden 8 --layers 1 -q
dbtool report walk.bvh run.bvh --at 1.2 --methods dead-learned:model=model -o - -q >learned.html
python3 "$TESTS/report_oracle.py" json learned.html | python3 -c '
import json, sys
print([(m["label"], m["weights"], m["weight_of"], m["settings"]) for m in json.load(sys.stdin)["cuts"][0]["methods"]])'
