# The new clip plays later by the gap, a single time applies to all cuts, and wrong gaps are errors.
take walk run kick
blend() {
    echo "-- $*"
    dbtool blend walk.bvh run.bvh "$@" -o out.bvh 2>&1
}
blend --at 0.5 --gap 0.2 -m dead-two-sided
blend --at 0.5 --gap 12f -m bridge-linear
same_line() { # FRAME-OF-OUT FILE FRAME: the very bytes
    one=$(awk -v n="$1" '/^Frame Time/ { from = NR + 1 } from && NR == from + n' out.bvh)
    two=$(awk -v n="$3" '/^Frame Time/ { from = NR + 1 } from && NR == from + n' "$2")
    [ "$one" = "$two" ] && echo "frame $1 is $2's $3"
}
same_line 30 walk.bvh 30
same_line 31 walk.bvh 31
dbtool blend -q walk.bvh run.bvh --at 0.5 -m dead-two-sided:before=6f,blend_time=6f --align none -o out.bvh
same_line 24 walk.bvh 24
same_line 25 walk.bvh 25
same_line 36 run.bvh 6
dbtool blend walk.bvh run.bvh kick.bvh --at 0.5,1.2 --gap 0.1 -m bridge-linear -o out.bvh 2>&1
echo "-- mistakes"
blend --at 0.5 --gap 0.2 -m dead-halflife
blend --at 0.5 --gap 0.2 -m inertialize-two-sided
blend --at 0.5 -m bridge-linear
blend --at 0.5 --gap -0.2 -m bridge-linear
blend --at 0.5 --gap end -m bridge-linear
blend --at 0.5 --gap 0.1,0.2 -m bridge-linear
blend kick.bvh --at 0.5,0.6 --gap 0.2 -m bridge-linear
blend kick.bvh --at 0.5,0.6 --gap 6f -m bridge-linear
blend --at 0.5 -m crossfade -t 5000f
blend --at 0.5 -m crossfade -t 1.5f
dbtool methods inertialize-cubic -t 6f --response x0=1,v0=0
echo "-- figures again"
dbtool blend -q walk.bvh run.bvh --at 0.5 --gap 0.2 -m dead-two-sided --before 9f -o out.bvh --metrics m.csv
dbtool metrics out.bvh --at 0.5 --gap 0.2 -m dead-two-sided --before 9f --source walk.bvh --target run.bvh \
    --name walk+run -o again.csv
same m.csv again.csv
echo "-- compared: those that bridge"
dbtool compare walk.bvh run.bvh --at 0.5 --gap 0.2 --format csv | cut -d, -f 3 | sort | uniq -c | sed 's/^ *//'
cat >plan.json <<'P'
{"defaults": {"gap": "6f", "method": "dead-two-sided", "before": ["9f", 0.1], "blend_time": 0.1},
 "jobs": [{"name": "{before}", "out": "{before}.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.5}]}]}
P
dbtool batch -n plan.json >lines.json
cat lines.json
dbtool batch -q plan.json --metrics a.csv
# what -n prints is a plan that makes the same
mkdir read && { echo "["; paste -sd, lines.json; echo "]"; } >read/plan.json
cp walk.bvh run.bvh read
dbtool batch -n read/plan.json | sed 's/read\///g' | diff - lines.json && echo "reads back"
ls ./*.bvh
cat >bad.json <<'P'
{"defaults": {"gap": "12f", "method": ["dead-two-sided", "crossfade"]},
 "jobs": [
  {"name": "{method}", "out": "{method}.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "30f"},
   {"clip": "kick.bvh", "at": "42f"}, {"clip": "kick.bvh", "at": "43f"}]},
  {"name": "a", "out": "a.bvh", "method": "bridge-linear", "gap": 0.2, "cuts": [{"clip": "walk.bvh"},
   {"clip": "run.bvh", "at": 0.5, "gap": 0},
   {"clip": "run.bvh", "at": 0.6, "gap": -0.1},
   {"clip": "run.bvh", "at": 0.7, "gap": "end"},
   {"clip": "run.bvh", "at": 0.8, "before": 0.1},
   {"clip": "run.bvh", "at": 0.9, "method": "crossfade:before=0.1"},
   {"clip": "run.bvh", "at": 1.0, "method": "inertialize-two-sided", "before": "-1f"},
   {"clip": "run.bvh", "at": 1.1, "method": "inertialize-two-sided"}]},
  {"name": "b", "out": "b.bvh", "method": "bridge-linear", "gap": 0.2, "cuts": [{"clip": "walk.bvh"},
   {"clip": "run.bvh", "at": 0.5}, {"clip": "run.bvh", "at": 0.7}, {"clip": "run.bvh", "at": 0.9001}]}]}
P
tries dbtool batch bad.json
tries dbtool report bad.json -o bad.html
ls
