# rename and drop in plans: for all clips of a job, or for a cut's own; the file is a part of the
# job's key.
take walk run idle
sed -E 's/(ROOT|JOINT) /&mixamorig:/' run.bvh >mixamo.bvh
mkdir plans
echo '{"mixamorig:*": "*"}' >plans/names.json
echo '{"*": "mixamorig:*"}' >plans/back.json
cat >plans/plan.json <<'END'
{"defaults": {"out": "../{name}.bvh", "rename": "names.json"}, "jobs": [
  {"name": "all", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../mixamo.bvh", "at": 1}]},
  {"name": "own", "cuts": [{"clip": "../mixamo.bvh", "rename": "none.json"},
                           {"clip": "../walk.bvh", "at": 1, "rename": "back.json"}]},
  {"name": "dropped", "drop": "*Hand", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../mixamo.bvh", "at": 1}],
   "layers": [{"joints": "*Arm", "clips": [{"clip": "../mixamo.bvh", "at": 0.5, "fade": 0.2}]}]},
  {"name": "other", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../idle.bvh", "at": 1}]}]}
END
run() { dbtool batch "$@" plans/plan.json --journal journal --metrics m.csv 2>&1 | sed 's/, [0-9.e-]* s$//'; }
run -j1 # a file is missing
echo '{}' >plans/none.json
run --resume
run --resume
dbtool blend -q walk.bvh run.bvh --at 1 -o expected.bvh && same all.bvh expected.bvh
sed -E 's/(ROOT|JOINT) /&mixamorig:/' walk.bvh >mixamo_walk.bvh
dbtool blend -q mixamo.bvh mixamo_walk.bvh --at 1 -o expected.bvh && same own.bvh expected.bvh
dbtool info dropped.bvh | sed -n 1p
# other bytes in the file of one cut: that job runs again; of all: all jobs
echo '{"nobody": "x"}' >plans/none.json
run --resume
echo '{"mixamorig:*":  "*"}' >plans/names.json
run --resume
# what -n prints is the same plan
dbtool batch -n plans/plan.json >lines.json
grep -o '"\(rename\|drop\)": [^,]*' lines.json
sed -i 's/"out": "[^"]*\//"out": "again./' lines.json
dbtool batch -q lines.json && for job in all own dropped other; do same $job.bvh again.$job.bvh; done
# a renaming file is an input of the batch
tries dbtool batch plans/plan.json --metrics plans/names.json
wrong() { # JOB
    echo "[{\"out\": \"o.bvh\", $1}]" >wrong.json
    tries dbtool batch wrong.json 2>&1 | sed 's/, [0-9.e-]* s$//'
}
wrong '"cuts": [{"clip": "walk.bvh", "drop": "Hed"}, {"clip": "run.bvh", "at": 1}]'
wrong '"drop": [], "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]'
wrong '"drop": 3, "rename": {}, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]'
wrong '"cuts": [{"clip": "walk.bvh"}, {"clip": "mixamo.bvh", "at": 1}]'
wrong '"drop": "Hips", "cuts": [{"clip": "walk.bvh"}]'
