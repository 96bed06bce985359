# slow
# Trains a model for bridge-learned; blend, compare, report and a plan use it. Its frames equal
# those of plain loops.
take walk run kick walk_30fps
sed 's/^Frames: .*/Frames: 12/' run.bvh | awk 'n > 0 && n++ > 12 { exit } /^Frame Time/ { n = 1 } 1' >short.bvh
dbtool train --bridge walk.bvh run.bvh kick.bvh -o m.safetensors --iterations 60 --hidden 16 -j 1 2>&1 |
    sed -E "s/in [0-9.e-]* s /in T s /"
dbtool train --bridge -q walk.bvh run.bvh kick.bvh -o again.safetensors --iterations 60 --hidden 16 -j 1
same m.safetensors again.safetensors
dbtool train --bridge -q walk.bvh run.bvh kick.bvh -o wide.safetensors --iterations 1 --f32
echo "$(($(wc -c <wide.safetensors) / 1000)) KB of 32 bits"

echo '-- against plain loops: long, short, one frame, at the start and the end of clips'
oracle() { # MODEL A B AT FROM GAP
    python3 "$TESTS/bridge_oracle.py" "$DBTOOL" "$@"
}
oracle m.safetensors walk.bvh run.bvh 60 20 62
oracle m.safetensors walk.bvh run.bvh 60 20 12
oracle wide.safetensors walk.bvh kick.bvh 100 30 7
oracle wide.safetensors walk.bvh run.bvh 50 0 2
oracle m.safetensors walk.bvh run.bvh 3 0 20
oracle m.safetensors walk.bvh run.bvh 0 126 20
oracle m.safetensors walk.bvh short.bvh 128 11 30

echo '-- a gap soon after a transition looks back on what the transition made'
learned="-m bridge-learned:model=m.safetensors --precision 12"
dbtool blend -q walk.bvh run.bvh --at 30f --align none -t 10f -m dead-decay --precision 12 -o joined.bvh
# shellcheck disable=SC2086 # options
dbtool blend -q joined.bvh kick.bvh --at 50f --gap 20f --align none $learned -o twice.bvh
cat >plan.json <<'END'
[{ "name": "once", "out": "once.bvh", "align": "none", "precision": 12,
   "cuts": [ {"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "30f", "method": "dead-decay", "blend_time": "10f"},
             {"clip": "kick.bvh", "at": "50f", "gap": "20f", "method": "bridge-learned", "model": "m.safetensors"} ] }]
END
dbtool batch -q plan.json
python3 - <<'END'
def rows(path):
    text = open(path).read().split("Frame Time:")[1].split("\n")[1:]
    return [[float(x) for x in row.split()] for row in text if row.strip()]
a, b = rows("once.bvh"), rows("twice.bvh")
assert len(a) == len(b)
worst = max(abs((x - y + 180) % 360 - 180) for p, q in zip(a, b) for x, y in zip(p, q))
print("the same" if worst < 1e-4 else "off by %g" % worst)
END

echo '-- compare'
dbtool compare walk.bvh run.bvh --at 1.2 --gap 0.2 -m bridge-linear,bridge-learned:model=m.safetensors --format csv -q |
    cut -d, -f3 | sort | uniq -c
for n in 1 4; do
    dbtool batch -q -j $n plan.json
    mv once.bvh $n.bvh
done
same 1.bvh 4.bvh

echo '-- a report; skipped joints wait'
dbtool report -q walk.bvh run.bvh --at 1.2 --gap 0.2 -m bridge-linear,bridge-learned:model=m.safetensors -o report.html
python3 "$TESTS/report_oracle.py" json report.html | python3 -c '
import json, sys
print([(m["label"], m["weights"], m["settings"]) for m in json.load(sys.stdin)["cuts"][0]["methods"]])'
# shellcheck disable=SC2086 # options
dbtool blend -q walk.bvh run.bvh --at 30f --gap 12f --align none --skip Head $learned -o skipped.bvh
dbtool blend -q walk.bvh run.bvh --at 30f --gap 12f --align none $learned -o all.bvh
python3 - <<'END'
import os, sys
sys.path.insert(0, os.environ["TESTS"])
import oracle
skipped, made = oracle.Clip("skipped.bvh"), oracle.Clip("all.bvh")
head = made.names.index("Head")
for k in range(30, 42):
    a, b = skipped.pose(k), made.pose(k)
    assert a[head] == skipped.pose(30)[head] and a[:head] + a[head + 1:] == b[:head] + b[head + 1:], k
assert made.pose(36)[head] != made.pose(30)[head]
END

echo '-- the error held out is the mean distance of joints in the gap; 17 frames have one gap of 5'
sed 's/^Frames: .*/Frames: 17/' walk_30fps.bvh | awk 'n > 0 && n++ > 17 { exit } /^Frame Time/ { n = 1 } 1' >held.bvh
dbtool train --bridge -q walk_30fps.bvh held.bvh --holdout held.bvh -o held.safetensors --log log.csv \
    --iterations 40 --hidden 16 --f32 -j 1
dbtool blend -q held.bvh held.bvh --at 9f --from 15f --gap 6f --align none -m bridge-learned:model=held.safetensors \
    --precision 9 -o filled.bvh
python3 - <<'END'
import os, sys
sys.path.insert(0, os.environ["TESTS"])
import oracle
held = float(open("log.csv").read().split()[-1].split(",")[2])
clip, filled = oracle.Clip("held.bvh"), oracle.Clip("filled.bvh")
root = clip.names.index("Hips")
below = [j for j in range(len(clip.names)) if j >= root]
offs = []
for k in range(10, 15):
    a, b = oracle.world(clip, clip.pose(k)), oracle.world(filled, filled.pose(k))
    offs += [oracle.norm(oracle.sub(a[j][0], b[j][0])) for j in below]
mean = sum(offs) / len(offs)
print("the same" if abs(mean / held - 1) < 1e-5 else (mean, held))
END

echo '-- a clip without its T-pose'
awk '/^Frames:/ { $2++ } { print } /^Frame Time/ { print 500, 0, 500 zeros }' zeros="$(printf ' 0%.0s' {1..63})" walk_30fps.bvh >late.bvh
for clip in walk_30fps late; do
    dbtool train --bridge -q run.bvh $clip.bvh -o $clip.safetensors --iterations 5 --hidden 8 -j 1 2>warnings
done
python3 - <<'END'
def arrays(path):
    data = open(path, "rb").read()
    return data[8 + int.from_bytes(data[:8], "little"):]
print("the same" if arrays("late.safetensors") == arrays("walk_30fps.safetensors") else "other")
END

echo '-- refused'
dbtool train -q walk.bvh -o other.safetensors --iterations 1 --hidden 8 --layers 1 -j 1
sed 's/RightHand/RightPaw/' walk.bvh >paw.bvh
awk '/OFFSET/ { for (i = 2; i <= 4; i++) $i *= 0.01 } 1' walk.bvh >metres.bvh
try() { # CLIP OPTION...
    tries dbtool blend -q "$1" "$1" --at 0.5 --gap 0.2 "${@:2}" -o out.bvh
}
try walk.bvh -m bridge-learned:model=other.safetensors
tries dbtool blend -q walk.bvh walk.bvh --at 0.5 -m dead-learned:model=m.safetensors -o out.bvh
try paw.bvh -m bridge-learned:model=m.safetensors
try metres.bvh -m bridge-learned:model=m.safetensors
try walk.bvh -m bridge-learned:model=m.safetensors --up z
try walk.bvh -m bridge-learned
sed 's/"m.safetensors"/"other.safetensors"/' plan.json >wrong.json
tries dbtool batch -q wrong.json
tries dbtool report -q wrong.json -o wrong.html
tries dbtool blend -q walk.bvh run.bvh --at 0.5 -m bridge-learned:model=m.safetensors -o out.bvh
tries dbtool train --bridge walk.bvh --window 1 -o new.safetensors
tries dbtool train --bridge short.bvh -o new.safetensors
tries dbtool train --bridge walk.bvh -o new.safetensors --batch 65536 --hidden 1024 -j 1
awk '{ if (motion) $1 = NR * 1e11; print } /^Frame Time/ { motion = 1 }' walk.bvh >far.bvh
tries dbtool train --bridge far.bvh -o new.safetensors
tries dbtool train --bridge walk.bvh short.bvh --holdout 'short*' -o new.safetensors
leftovers
