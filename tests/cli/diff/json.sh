# The JSON is complete: every row of one side, every member that the manual names.
cat >old.csv <<'END'
sequence,cut,method,at,joint,ang_vel_jump_deg_s,skate_u,overshoot_u,mood
a,1,cut,1,*,10,1,3,x
a,1,crossfade,1,*,0,1,3,x
b,1,cut,1,*,0,1,3,x
b,2,cut,1,*,0,1,3,x
END
cat >new.csv <<'END'
sequence,cut,method,at,joint,ang_vel_jump_deg_s,skate_u,overshoot_deg
a,1,cut,1,*,5,1.5,3
a,1,crossfade,1,*,7,,3
c,x,cut,1,*,0,1,3
END
tries dbtool diff old.csv new.csv --format json --fail-above 12.5 --floor u=0.25 -o report.json
cat report.json
python3 - <<'END'
import json
r = json.load(open("report.json"))
print(sorted(r))
print({c["name"]: (c["compared"], c["worse"], c["better"], c["failing"], c["floor"]) for c in r["columns"]})
END
dbtool diff old.csv old.csv --format json | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["ok"], r["fail_above"], [c["worst"] for c in r["columns"]])'
