# With --joint each joint that matches is checked, and no other.
take walk run
dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -q -o out.bvh --metrics m.csv --fail-if 'ang_vel_jump_deg_s>0' --joint 'Left*Leg' --joint Head
echo "status $?"
dbtool metrics out.bvh --at 1 -o /dev/null --name x --fail-if 'ang_vel_jump_deg_s>1e9' --joint 'Left*Leg'
echo "status $?"
dbtool metrics out.bvh --at 1 -o /dev/null --name x --fail-if 'ang_vel_jump_deg_s>=0' --joint 'Tail*'
echo "status $?"
# The row over all joints, by the pattern that diff has for it.
dbtool metrics out.bvh --at 1 -o /dev/null --name x --fail-if 'ang_vel_jump_deg_s>=0' --joint '\*'
echo "status $?"
# One pattern of two that matches nothing; a blend that is not made.
dbtool blend walk.bvh run.bvh -a 1 -m dead-halflife -q -o never.bvh --fail-if 'ang_vel_jump_deg_s>0' --joint Head --joint LeftHnd
echo "status $?"
[ ! -e never.bvh ] && echo "nothing written"
# A shard without jobs has nothing to say.
echo '[{"name": "go", "out": "go.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >plan.json
dbtool batch plan.json -q --shard 2/2 --fail-if 'skate_u>1' --joint Head
echo "status $?"
dbtool batch plan.json -q --fail-if 'skate_u>1' --joint Head --joint 'Tail*'
echo "status $?"
