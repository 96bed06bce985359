# The same bytes from any number of threads, of one sequence and of a plan's.
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
for n in 1 2 3 8; do
    dbtool report plan.json -o "$n.html" -q -j $n
    cmp 1.html $n.html && echo the same
done
dbtool report - -o - -q <plan.json | sed 's/"title":"-"/"title":"plan"/' | cmp - 1.html && echo the same
