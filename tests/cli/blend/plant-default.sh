# Foot locking is on with auto, the default method, and off with a method that is named.
take walk idle kick
cut() { # OUT OPTIONS...: walk to kick
    local out=$1
    shift
    dbtool blend -q walk.bvh kick.bvh --at 1.2 -o "$out" "$@"
}
echo "-- with auto"
cut locked.bvh
cut out.bvh --plant && same out.bvh locked.bvh
cut out.bvh -m auto && same out.bvh locked.bvh
cut out.bvh -m auto:plant=true --no-plant && same out.bvh locked.bvh
cut free.bvh --no-plant
cmp -s free.bvh locked.bvh && echo "no foot is locked"
cut out.bvh -m auto:plant=false && same out.bvh free.bvh
cut out.bvh -m auto:plant=false --plant && same out.bvh free.bvh
echo "-- with a method that is named"
cut named.bvh -m dead-halflife
cut out.bvh -m dead-halflife --no-plant && same out.bvh named.bvh
cut out.bvh -m dead-halflife --plant && ! cmp -s out.bvh named.bvh && echo "--plant locks feet"
echo "-- in a plan"
cat >plan.json <<'P'
{"defaults": {"out": "{name}.bvh"},
 "jobs": [{"name": "default", "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]},
          {"name": "job", "plant": false, "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]},
          {"name": "cut", "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2, "plant": false}]},
          {"name": "parameter", "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2, "method": "auto:plant=false"}]},
          {"name": "named", "method": "dead-halflife", "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]},
          {"name": "drop{plant_drop}", "plant_drop": [0, 0.15], "cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]}]}
P
mv named.bvh by-name.bvh
dbtool batch -q plan.json
same default.bvh locked.bvh
for x in job cut parameter; do same $x.bvh free.bvh; done
same named.bvh by-name.bvh
dbtool batch -n plan.json >lines.json && dbtool batch -n lines.json | diff - lines.json && echo "reads back"
echo "-- how far the body goes down, in lengths of a leg: the root's height is its second channel"
cut out.bvh --plant-drop 0.15 && same out.bvh drop0.15.bvh
cut out.bvh -m auto:plant_drop=0 && same out.bvh drop0.bvh
leg=$(python3 -c '
import re
text = open("walk.bvh").read()
offset = lambda name: [float(x) for x in re.search(r"JOINT " + name + r"\s*\{\s*OFFSET (.*)", text).group(1).split()]
print(sum(sum(x * x for x in offset(name)) ** 0.5 for name in ("LeftLeg", "LeftFoot")))')
for x in drop0 locked drop0.15; do
    python3 - "$leg" free.bvh $x.bvh <<'END'
import sys
leg = float(sys.argv[1])
free, locked = ([float(line.split()[1]) for line in open(path).read().split("Frame Time")[1].split("\n")[1:] if line]
                for path in sys.argv[2:])
down = max(a - b for a, b in zip(free, locked)) / leg
print(sys.argv[3], "none" if down < 1e-6 else "at most 0.05" if down <= 0.05 + 1e-7 else "at most 0.15" if down <= 0.15 + 1e-7 else down)
END
done
cut out.bvh --plant-drop 2
echo "-- after the last foot is released: the clip's own lines"
dbtool blend -q idle.bvh idle.bvh --at 0.5 --from 0.2 --align none -o out.bvh
tail -n 20 idle.bvh >want && tail -n 20 out.bvh | cmp - want && echo "the last 20"
echo "-- what it says"
dbtool blend walk.bvh kick.bvh --at 1.2 -n
dbtool blend walk.bvh kick.bvh --at 1.2 -n --plant
dbtool blend walk.bvh kick.bvh --at 1.2 -n -v 2>&1 | grep -c ' locked '
echo "-- a rig without feet is no news unless locked feet were asked for"
slide 0 0 0 0 0 0 0 0 0 >a.bvh
slide 3 3 3 3 3 3 3 3 3 >b.bvh
dbtool blend -q a.bvh b.bvh --at 0.3 --strict -o strict.bvh
dbtool blend a.bvh b.bvh --at 0.3 -n
dbtool blend a.bvh b.bvh --at 0.3 -n --plant
