# The same bytes for any number of threads, from one sequence and from a plan.
take walk run kick
dbtool report walk.bvh run.bvh kick.bvh --at 0.9,1.3 -o one.html -q -j 1
dbtool report walk.bvh run.bvh kick.bvh --at 0.9,1.3 -o eight.html -q -j 8
cmp one.html eight.html && echo the same
cat >plan.json <<'END'
{"defaults": {"method": ["cut", "dead-decay", "crossfade"]}, "jobs": [
 {"name": "a.{method}", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "b.{method}", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 0.8}, {"clip": "kick.bvh", "at": 1}]},
 {"name": "c.{method}", "cuts": [{"clip": "kick.bvh"}, {"clip": "walk.bvh", "at": 0.5}]},
 {"name": "d.{method}", "cuts": [{"clip": "kick.bvh"}, {"clip": "run.bvh", "at": 0.6}]}]}
END
dbtool report plan.json -o plan.1.html -q -j 1
dbtool report plan.json -o plan.3.html -q -j 3
cmp plan.1.html plan.3.html && echo the same
# more sequences than the threads may run ahead of the first, which takes the longest
python3 - <<'END'
import json
cuts = [{"clip": "walk.bvh"}] + [{"clip": "run.bvh", "at": 1 + i} for i in range(20)]
jobs = [{"name": "long", "past_end": "loop", "cuts": cuts}]
jobs += [{"name": "n%d" % i, "cuts": [{"clip": "kick.bvh"}, {"clip": "run.bvh", "at": 0.02 * i + 0.1}]} for i in range(30)]
json.dump(jobs, open("many.json", "w"))
END
dbtool report many.json -o many.1.html -q -j 1
dbtool report many.json -o many.2.html -q -j 2
cmp many.1.html many.2.html && echo the same
dbtool report - -o - -q <plan.json | sed 's/"title":"-"/"title":"plan"/' | cmp - plan.1.html && echo the same
