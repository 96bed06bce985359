# Warnings name the job, and are printed once for all jobs of the same clips.
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
# With any number of threads the first job of the plan has the warning, though it ends last. So it is
# with the line on frame rates.
sed 's/Frame Time:.*/Frame Time: 0.05/' b.bvh >quick.bvh
sed 's/Frame Time:.*/Frame Time: 0.05/' c.bvh >swift.bvh
cat >slow.json <<'END'
{"defaults": {"out": "{name}.bvh", "past_end": "loop"}, "jobs": [
  {"name": "slow", "until": 6000, "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh"}, {"clip": "quick.bvh", "at": 1}]},
  {"name": "{clip2}", "cuts": [{"clip": "a.bvh"}, {"clip": ["quick.bvh", "swift.bvh"]}], "out": "{name}.out"},
  {"name": "{blend_time}", "blend_time": [0.1, 0.2, 0.3],
   "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh"}, {"clip": "quick.bvh", "at": 1}]}]}
END
warnings() { dbtool batch "$@" slow.json 2>&1 | grep -v '^[0-9]* jobs'; }
warnings -j1 >one
warnings -j4 >four
warnings -j4 --preflight full >full
cat one
same one four
grep 'bones' one >bones
grep 'bones' full >full.bones
same bones full.bones
