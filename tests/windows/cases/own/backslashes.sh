# Backslashes separate folders in arguments and plans, and become '/' in all that dbtool writes.
mkdir clips
take walk run
mv walk.bvh run.bvh clips
dbtool blend 'clips\walk.bvh' 'clips\run.bvh' --at 1 -q -o 'new\deep\one.bvh' --metrics 'new\one.csv'
dbtool blend clips/walk.bvh clips/run.bvh --at 1 -q -o two.bvh --metrics two.csv
cmp new/deep/one.bvh two.bvh && cmp new/one.csv two.csv && echo 'the same'
cat >plan.json <<'END'
{"jobs": [{"out": "out\\{name}.bvh", "cuts": [{"clip": "clips\\walk.bvh"}, {"clip": "clips/run.bvh", "at": 1}]}]}
END
dbtool batch -q plan.json --metrics - | cut -d , -f 1,2 | uniq
ls out
dbtool batch -n plan.json | grep -o '"out": "[^"]*"'
dbtool info "$(wine winepath -w clips/walk.bvh 2>/dev/null | tr -d '\r')" | grep -c joints
