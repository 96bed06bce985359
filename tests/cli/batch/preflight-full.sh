# --preflight full reads all clips and places every job, on all processors, before the first job
# runs. Jobs whose clips cannot be read are not reported again.
take walk run
head -c 3000 walk.bvh >cut_off.bvh
sed 's/LeftArm/LinkerArm/' run.bvh >other.bvh
{ sed -n '1,/Frame Time/p' walk.bvh | sed 's/Frames:.*/Frames: 1/'; sed -n '$p' walk.bvh; } >one_frame.bvh
cut='{"clip": "walk.bvh"}, {"clip":'
cat >plan.json <<END
{"defaults": {"out": "{name}.bvh"}, "jobs": [
{"name": "cut off", "cuts": [$cut "cut_off.bvh", "at": 1}]},
{"name": "cut off too", "cuts": [{"clip": "cut_off.bvh"}]},
{"name": "good", "cuts": [$cut "run.bvh", "at": 1}]},
{"name": "late", "cuts": [$cut "run.bvh", "at": 9}]},
{"name": "joints", "cuts": [$cut "other.bvh", "at": 1}]},
{"name": "from", "cuts": [$cut "one_frame.bvh", "at": 1, "from": 1}]},
{"name": "profile", "cuts": [$cut "run.bvh", "at": 1, "profile": {"RightHnad": 2}}]},
{"name": "limits", "limits": "no.json", "cuts": [$cut "run.bvh", "at": 1}]},
{"name": "best", "cuts": [$cut "run.bvh", "at": "best:5..6"}]}]}
END
tries dbtool batch --validate plan.json
tries dbtool batch --validate --preflight full -j 1 plan.json
dbtool batch --preflight full -j 8 plan.json --metrics m.csv 2>eight || echo "status $?"
dbtool batch --validate --preflight full -j 1 plan.json 2>one
same one eight
ls
# Nothing of the look stays with the jobs: the journal knows them with and without it.
cat >good.json <<END
[{"name": "{at}.{method}", "out": "{name}.bvh", "at": "best", "up": "auto", "method": ["auto", "cut"],
  "candidates": "cut,crossfade:blend_time=0.1", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"}]}]
END
dbtool batch --preflight full good.json --journal j 2>&1 | sed 's/, [0-9.e-]* s$//'
dbtool batch --resume good.json --journal j 2>&1 | sed 's/, [0-9.e-]* s$//'
# a warning is given once, and is an error where warnings are
sed 's/Frame Time:/Frame Time :/' run.bvh >blank.bvh
echo "[{\"out\": \"o.bvh\", \"cuts\": [$cut \"blank.bvh\", \"at\": 1}]}]" >warned.json
dbtool batch --preflight full warned.json 2>&1 | sed 's/, [0-9.e-]* s$//'
tries dbtool batch --preflight full --strict warned.json
