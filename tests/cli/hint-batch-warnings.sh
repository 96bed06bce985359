# Warnings name the job, and come once for all jobs of the same clips.
layout='3 Zrotation Xrotation Yrotation'
line='0 0 0 0 0 0  0 0 0  0 0 0'
pair "$layout" "$layout" 0.1 "$line" "$line" >a.bvh
sed 's/OFFSET -1 0 0/OFFSET -1.02 0 0/' a.bvh >b.bvh
sed 's/OFFSET -1 0 0/OFFSET -1.03 0 0/' a.bvh >c.bvh
cat >plan.json <<'END'
{"defaults": {"out": "{name}.bvh"}, "jobs": [
  {"name": "ab.{method}", "method": ["cut", "crossfade", "dead-decay"],
   "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh"}]},
  {"name": "ac", "cuts": [{"clip": "a.bvh"}, {"clip": "c.bvh"}]},
  {"name": "ab-again", "blend_time": 0.1, "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh"}]}]}
END
tries dbtool batch -j1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
# As errors they fail each job.
tries dbtool batch -j1 --strict plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
dbtool batch -q plan.json
