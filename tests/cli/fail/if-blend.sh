# A value beyond its limit is printed with cut and joint, outputs are kept, and the status is 1. The
# worst joint and the values come from the CSV of the same run.
take walk run kick
dbtool blend walk.bvh run.bvh kick.bvh -a 0.9,1.6 -m dead-halflife -q -o out.bvh --metrics m.csv
dbtool blend walk.bvh run.bvh kick.bvh -a 0.9,1.6 -m dead-halflife -q -o same.bvh --metrics same.csv \
    --fail-if 'ang_vel_jump_deg_s > 0' --fail-if 'skate_u>=1e9' 2>told.txt
echo "status $?"
same out.bvh same.bvh
same m.csv same.csv
python3 - <<'END'
import csv
rows = list(csv.DictReader(open("m.csv")))
told = open("told.txt").read().splitlines()
print(len(told))
for cut, line in zip("12", told):
    part = [r for r in rows if r["cut"] == cut]
    worst = max(part[:-1], key=lambda r: float(r["ang_vel_jump_deg_s"]))["joint"]
    star = part[-1]
    expected = "walk+run+kick: cut %s at %s s, dead-halflife: ang_vel_jump_deg_s is %s, fails if > 0, worst joint %s" % (
        cut, star["at"], star["ang_vel_jump_deg_s"], worst)
    print(line == expected or (line, expected))
END
limit=$(sed -n '$p' m.csv | cut -d, -f6)
for op in '>' '>=' '<' '<='; do
    dbtool blend walk.bvh run.bvh kick.bvh -a 0.9,1.6 -m dead-halflife -qn --until 1.8 --fail-if "ang_vel_jump_deg_s$op$limit" 2>/dev/null
    echo "$op the second cut's own: status $?"
done
