# Failures are in the order of the jobs, also for jobs from a journal; the batch continues.
take walk run
cat >plan.json <<'END'
[{"name": "go.{method}", "out": "{name}.bvh", "method": ["cut", "crossfade", "dead-linear"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool batch plan.json -j 3 --journal j --metrics first.csv -q --fail-if 'target_error_rms_deg<=1e-6' 2>first.txt
echo "status $?"
dbtool batch plan.json -j 1 --journal j --resume --metrics second.csv -q --fail-if 'target_error_rms_deg<=1e-6' 2>second.txt
echo "status $?"
same first.csv second.csv
same first.txt second.txt
cut -d: -f1-2 first.txt
ls ./*.bvh
dbtool batch plan.json -q --fail-if 'ang_vel_jump_deg_s>1e9'
echo "status $?"
dbtool batch plan.json --fail-if 'ang_vel_jump_deg_s>0' 2>&1 | sed -n '$s/, [0-9.e-]* s$//p'
