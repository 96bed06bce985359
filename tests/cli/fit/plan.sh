# `fit` in plans: for all clips of a job, for one cut, in defaults; true, false or a file.
take walk run idle
mkdir plans
anew run.bvh smpl.bvh names=smpl a-pose
anew idle.bvh daz.bvh names=daz metres
anew walk.bvh plans/rig.bvh --frames 0:1
cat >plans/plan.json <<'END'
{"defaults": {"out": "../{name}.bvh", "fit": true, "method": "cut"}, "jobs": [
  {"name": "all", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../smpl.bvh", "at": 1}, {"clip": "../daz.bvh", "at": 2}]},
  {"name": "one", "fit": false, "cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": 1},
                                         {"clip": "../daz.bvh", "at": 2, "fit": true}]},
  {"name": "rig", "fit": "rig.bvh", "cuts": [{"clip": "../daz.bvh"}, {"clip": "../smpl.bvh", "at": 1}]},
  {"name": "first", "cuts": [{"clip": "../daz.bvh", "fit": "rig.bvh"}, {"clip": "../smpl.bvh", "at": 1}]},
  {"name": "layer", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": 1}],
   "layers": [{"joints": "*Arm", "clips": [{"clip": "../daz.bvh", "at": 0.5, "fade": 0.2}]}]}]}
END
run() { dbtool batch -j1 "$@" plans/plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'; }
run
dbtool blend -q walk.bvh smpl.bvh daz.bvh -m cut --at 1,2 --fit -o expected.bvh && same all.bvh expected.bvh
dbtool blend -q daz.bvh smpl.bvh -m cut --at 1 --fit=plans/rig.bvh -o expected.bvh && same rig.bvh expected.bvh
same first.bvh rig.bvh
# what -n prints is the same plan
dbtool batch -n plans/plan.json >lines.json
grep -o '"fit": [^,}]*' lines.json
sed -i 's/"out": "[^"]*\//"out": "again./' lines.json
dbtool batch -q lines.json && for job in all one rig first layer; do same $job.bvh again.$job.bvh; done
# the rig is an input: other bytes, and the jobs that use it run again
run --journal journal >/dev/null
run --journal journal --resume
sed -i 's/Frame Time: 0.0/Frame Time: 0.00/' plans/rig.bvh
run --journal journal --resume
tries dbtool batch plans/plan.json --metrics plans/rig.bvh
wrong() { # JSON
    echo "[{\"clip\": \"walk.bvh\"}, {\"clip\": \"smpl.bvh\", \"at\": 1, \"fit\": $1}]" >wrong.json
    tries dbtool batch wrong.json -o no.bvh 2>&1 | sed 's/, [0-9.e-]* s$//'
}
wrong 1
wrong '""'
wrong '"none.bvh"'
wrong false
