# best in a plan: the cut is the same for every method and length of a sweep, {at} is the time as
# written, finished jobs are skipped, and a job runs again after its clip changed.
take walk run
cat >plan.json <<'END'
{"defaults": {"out": "{name}.bvh", "from": "best"},
 "jobs": [{"name": "{method}.{blend_time}.{at}", "method": ["cut", "dead-decay"], "blend_time": [0.1, 0.2],
           "at": "best:0.5..end", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"}]},
          {"name": "two", "at": "best", "play": 0.3,
           "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh"}, {"clip": "walk.bvh"}]}]}
END
dbtool batch -q -j 4 plan.json --metrics m.csv
cut -d, -f1-4 m.csv | sort -u
dbtool batch -n plan.json | sed 's/.*"cuts"/"cuts"/; s/, "method".*//' | sort -u
dbtool batch -n plan.json >lines.json
dbtool batch -q -j 1 lines.json --metrics n.csv && cmp m.csv n.csv
# Threads that want the same cut wait for the first of them.
dbtool batch -v -j 8 plan.json 2>&1 | sed -n 's,.*: \(cut .* best\),\1,p' | sort
# of the candidates of auto those that were chosen
dbtool batch -v plan.json 2>&1 | grep -o 'two: cut.*displacement.*' | sort
dbtool batch plan.json --journal j 2>&1 | sed 's/, [0-9.e-]* s$//'
dbtool batch plan.json --journal j --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
sed '$s/^/ /' run.bvh >new.bvh && mv new.bvh run.bvh
dbtool batch plan.json --journal j --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
# What decides the choice is part of the job.
sed -i 's/"play": 0.3/"play": 0.4/' plan.json
dbtool batch plan.json --journal j --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
