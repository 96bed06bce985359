# A plan may be named by another path: a job is the same if its paths are, from the plan's folder.
# The rows name the clips as the later run does.
mkdir sub
take walk run
mv walk.bvh run.bvh sub
cat >sub/plan.json <<'END'
{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}], "fit": "run.bvh"}
{"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}], "layers": [{"joints": ["*Arm"], "clips": [{"clip": "run.bvh", "at": 0.1}]}]}
END
resume() { # COMMAND...
    "$@" --metrics out.csv --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
}
(cd sub && resume dbtool batch plan.json --journal journal)
resume dbtool batch sub/plan.json --journal sub/journal
resume dbtool batch ./sub/plan.json --journal sub/journal
resume dbtool batch "$PWD/sub/plan.json" --journal sub/journal
resume dbtool batch sub/plan.json --journal sub/journal
dbtool batch -q sub/plan.json --metrics right.csv
same out.csv right.csv
cp -r sub other # another clip of the same name
cp other/walk.bvh other/run.bvh
resume dbtool batch other/plan.json --journal other/journal
