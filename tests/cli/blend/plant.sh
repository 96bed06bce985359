# Messages about planted feet, the frames that do not change, and errors.
take walk idle run walk_30fps
skate() { # the slide of the worst leg, from metrics on standard input
    python3 -c '
import csv, sys
print("%.3g" % max(float(r["skate_u"]) for r in csv.DictReader(sys.stdin) if r["joint"].endswith("Foot")))'
}
lines() {
    awk '/^Frame Time/ { from = 1; next } from' "$1"
}
walk_to_idle() {
    dbtool blend -q walk.bvh idle.bvh --at 0.5 -m dead-halflife -o out.bvh --metrics m.csv "$@"
}
echo "-- said in any way it is the same"
walk_to_idle && cp out.bvh plain.bvh && skate <m.csv
walk_to_idle --plant && cp out.bvh planted.bvh && skate <m.csv
walk_to_idle -m dead-halflife:plant=true && same out.bvh planted.bvh
walk_to_idle --plant --plant-time 100ms --plant-hold 0.5s && same out.bvh planted.bvh
cat >plan.json <<'P'
{"defaults": {"plant": true, "method": "dead-halflife"},
 "jobs": [{"name": "job", "out": "job.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5}]},
          {"name": "cut", "out": "cut.bvh", "plant": false,
           "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5, "plant": true}]},
          {"name": "{plant}.{align}", "out": "{name}.bvh", "plant": [false, true], "align": ["root", "foot"],
           "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5}]},
          {"name": "off", "out": "off.bvh",
           "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5, "method": "dead-halflife:plant=false"}]}]}
P
dbtool batch -q plan.json -j 3
for x in job cut true.root; do same $x.bvh planted.bvh; done
for x in off false.root; do same $x.bvh plain.bvh; done
dbtool batch -n plan.json >lines.json
python3 - <<'END'
import json
for line in open("lines.json"):
    x = json.loads(line)
    print(x["name"], x["align"], x.get("plant"), {k: v for k, v in x["cuts"][1].items() if k in ("align", "plant")})
END
dbtool batch -n lines.json | diff - lines.json && echo "reads back"
echo "-- a candidate"
dbtool compare walk.bvh idle.bvh --at 0.5 --methods 'dead-halflife,dead-halflife:plant=true,cut:align=foot' \
    --format csv --joint RightFoot | cut -d, -f 3 | sort
echo "-- before the cut and after the feet are let go: lines of the clips"
dbtool blend -q idle.bvh idle.bvh --at 0.5 --from 0.2 --align none --plant -m dead-halflife -o out.bvh
lines idle.bvh | head -31 >want && lines out.bvh | head -31 | cmp - want
lines idle.bvh | tail -30 >want && lines out.bvh | tail -30 | cmp - want
lines out.bvh | sed -n 50p >one && lines idle.bvh | grep -cFf one # while they are held
walk_to_idle --plant --until 0.9 # cut off while they are held
lines out.bvh >short
lines planted.bvh | head -55 | cmp - short
echo "-- the next cut starts from planted feet, layers come after them"
dbtool blend -q idle.bvh idle.bvh idle.bvh --at 0.5,0.6 --from 0.2,0.1 --plant -m cut -o out.bvh --metrics m.csv && skate <m.csv
cat >layer.json <<'P'
[{"name": "layer", "out": "layer.bvh", "plant": true, "method": "dead-halflife",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5}],
  "layers": [{"joints": ["RightLeg"], "clips": [{"clip": "run.bvh", "at": 0, "from": 0}], "until": 0.6}]}]
P
dbtool batch -q layer.json
python3 - <<'END'
# The layer has that knee's three channels, and no others.
def read(path):
    text = open(path).read()
    channels = []
    for line in text.split("\n"):
        word = line.split()
        if word and word[0] in ("ROOT", "JOINT"):
            name = word[1]
        if word and word[0] == "CHANNELS":
            channels += [name] * int(word[1])
    rows = text[text.index("Frame Time"):].strip().split("\n")[1:]
    return channels, [x.split() for x in rows]
names, a = read("layer.bvh")
_, b = read("planted.bvh")
print({names[c] for x, y in list(zip(a, b))[:36] for c in range(len(x)) if abs(float(x[c]) - float(y[c])) > 1e-5})
END
echo "-- nothing to plant"
slide 0 0 0 0 0 0 >a.bvh
slide 3 3 3 3 3 3 >b.bvh
dbtool blend -q a.bvh b.bvh --at 0.2 -o plain.bvh
dbtool blend a.bvh b.bvh --at 0.2 --plant -o out.bvh
same plain.bvh out.bvh
dbtool blend -q a.bvh b.bvh --at 0.2 --plant --strict -o out2.bvh
sed '/JOINT RightFoot/{n;n;s/OFFSET.*/OFFSET 0 0 0/}' walk.bvh >short.bvh
dbtool blend short.bvh short.bvh --at 0.5 --plant -o out.bvh
echo "-- mistakes"
walk_to_idle --plant-time end
walk_to_idle --plant-time 20000 --plant
walk_to_idle -m cut:plant=maybe
walk_to_idle -m cut:align=feet
walk_to_idle --plant --feet Nose
cat >bad.json <<'P'
[{"name": "a", "out": "a.bvh", "plant": 1, "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5}]},
 {"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5, "plant": "so"}]},
 {"name": "c", "out": "c.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5, "plant_time": 1}]}]
P
dbtool batch bad.json
