# -m auto in plans: beside other methods, in sweeps, with its own blend_time, candidates and smooth.
# The output has the same bytes for any number of threads, resumed or not. {method} is auto.
take walk run kick
cat >plan.json <<'END'
{"defaults": {"out": "{name}.bvh", "halflife": 0.15},
 "jobs": [
  {"name": "sweep.{method}.{blend_time}", "method": ["auto", "dead-decay"], "blend_time": [0.2, 0.3],
   "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]},
  {"name": "tour", "method": "auto",
   "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.9}, {"clip": "kick.bvh", "at": 1.0},
            {"clip": "walk.bvh", "at": 1.6, "gap": 0.1}, {"clip": "run.bvh", "at": 2.2, "method": "cut"},
            {"clip": "kick.bvh", "at": 2.25, "method": "auto:blend_time=0.15"}]},
  {"name": "few", "method": "auto", "candidates": "cut,dead-linear,dead-decay:halflife=0.1", "smooth": 1.02,
   "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]}]}
END
tries dbtool batch plan.json -j 1 --metrics one.csv 2>&1 | sed 's/, [0-9.e-]* s$//'
grep ',\*,' one.csv | python3 -c '
import csv, sys
for r in csv.reader(sys.stdin):
    print(*r[:3], r[-3].split(",curve")[0])'
mkdir one
mv ./*.bvh one
cp one/* . 2>/dev/null
take walk run kick
for n in 1 3; do
    dbtool batch plan.json -q -j $n --metrics $n.csv --journal journal.$n
    same one.csv $n.csv
    for f in sweep.auto.0.2 sweep.auto.0.3 tour few; do same one/$f.bvh $f.bvh; done
done
echo '== resumed, the tour again'
sed -i '/"tour"/d' journal.3
dbtool batch plan.json -j 2 --metrics 3.csv --journal journal.3 --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
same one.csv 3.csv
echo '== other candidates, or another limit, are other jobs'
sed 's/1\.02/1.03/; s/cut,dead-linear/dead-linear,cut/' plan.json >other.json
dbtool batch other.json --metrics 3.csv --journal journal.3 --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
echo '== what a dry run prints is a plan for the same'
dbtool batch plan.json -n >lines.json
dbtool batch lines.json -q --metrics again.csv
same one.csv again.csv
sed -n 1p lines.json
sed -n '$p' lines.json
echo '== mistakes'
for job in '"candidates": "cut,nonsense"' '"candidates": "dead-learned:model=m"' '"candidates": "auto"' \
    '"candidates": 3' '"smooth": -1' '"halflife": 0.2' '"gap": 0.2, "candidates": "cut"'; do
    echo "[{\"name\": \"a\", \"method\": \"auto\", $job, \"out\": \"a.bvh\",
        \"cuts\": [{\"clip\": \"walk.bvh\"}, {\"clip\": \"run.bvh\", \"at\": 1}]}]" >bad.json
    tries dbtool batch bad.json
done 2>&1
