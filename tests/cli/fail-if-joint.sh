# With --joint each joint that matches is looked at, and only those.
take walk run
dbtool blend walk.bvh run.bvh -a 1 -q -o out.bvh --metrics m.csv --fail-if 'ang_vel_jump_deg_s>0' --joint 'Left*Leg' --joint Head
echo "status $?"
dbtool metrics out.bvh --at 1 -o /dev/null --name x --fail-if 'ang_vel_jump_deg_s>1e9' --joint 'Left*Leg'
echo "status $?"
dbtool metrics out.bvh --at 1 -o /dev/null --name x --fail-if 'ang_vel_jump_deg_s>=0' --joint 'Tail*'
echo "status $?"
