# If both times are in seconds, or both in frames, a cut that is not after the one before is an
# error of the plan. Otherwise the job finds it.
take walk run
jobs() {
    cat >plan.json <<END
[$1]
END
    tries dbtool batch --validate plan.json
}
cuts() { # FIRST SECOND: a job with cuts at these times
    jobs '{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": '"$1"'},
  {"clip": "walk.bvh", "at": '"$2"'}]}'
}
cuts 1.2 1.1
cuts 1.2 1.2
cuts 1.2 1.2001
cuts '"1200ms"' '"1.1s"'
cuts '"72f"' '"72f"'
cuts '"72f"' '"73f"'
cuts '"72f"' 1
cuts 1.2 '"end-3"'
cuts 0 0
jobs '{"name": "a", "out": "a.bvh", "at": 1, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"},
  {"clip": "walk.bvh"}]}'
tries dbtool batch plan.json
ls
