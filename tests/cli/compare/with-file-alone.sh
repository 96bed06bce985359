# A file is measured over its own transition, also beside methods that only jump, and one that never
# shows the new clip ranks last, whatever ranks.
take walk run kick
table() {
    dbtool compare walk.bvh run.bvh --at 1 -q "$@" --format json | python3 -c '
import json, sys
table = json.load(sys.stdin)
print("window", table["window_frames"], "frames")
for m in table["methods"]:
    figures = m["figures"]
    print(m["rank"], m["method"], m.get("missed_cuts"), "%.4g %.4g" % (figures["seam_ratio"], figures["displacement_u_s"]))'
}
echo 'beside a jump the window is what the file takes, 0.2 s at least'
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-linear -t 0.1 -o short.bvh
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-linear -t 0.5 -o long.bvh
dbtool blend walk.bvh run.bvh -q --at 1 -m crossfade -t 0.5 -o fade.bvh
dbtool blend walk.bvh run.bvh -q --at 1 -m cut -o jump.bvh
table -m cut --with short.bvh
table -m cut --with long.bvh
table -m cut --with fade.bvh
table -m cut --with jump.bvh
echo 'it begins where the file leaves the old clip'
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-two-sided:blend_time=0.3,before=0.3 -o sides.bvh
dbtool compare walk.bvh run.bvh --at 1 -q -m cut --with sides.bvh --format csv >rows.csv
dbtool compare walk.bvh run.bvh --at 1 -q -m cut,dead-two-sided:blend_time=0.3,before=0.3 --with sides.bvh --format csv >both.csv
python3 - <<'END'
import csv
alone, both = ({r["method"]: r for r in csv.DictReader(open(name))} for name in ("rows.csv", "both.csv"))
made = next(r for r in both.values() if r["method"].startswith("dead-two-sided"))
for column in "seam_ratio", "displacement_u_s":
    share = float(alone["sides"][column]) / float(made[column])
    print(column, "of the method's: whole" if 0.9 < share <= 1 else share)
END
echo 'with a window of the user, that one'
table -m cut --with long.bvh --window 0.25
echo 'files that never show the new clip: only the old one, another one, the old one held'
cp walk.bvh old.bvh
cp kick.bvh another.bvh
dbtool blend walk.bvh kick.bvh -q --at 1 -m dead-linear -o wrong.bvh
awk '/^Frame Time/ { n = NR } n && NR == n + 61 { held = $0 } n && NR > n + 61 { print held; next } 1' walk.bvh >held.bvh
for rank in '' '--rank lin_jerk_peak_u_s3'; do
    # shellcheck disable=SC2086
    table $rank -m cut,dead-linear --with long.bvh --with old.bvh --with another.bvh --with wrong.bvh --with held.bvh
done
dbtool compare walk.bvh run.bvh --at 1 -q -m cut --with old.bvh --columns '' | fold -s -w 100
dbtool compare walk.bvh run.bvh --at 1 -q -m cut --with old.bvh --columns '' --format markdown | head -1 | fold -s -w 100
echo 'of several cuts, the first that it misses'
dbtool blend walk.bvh run.bvh kick.bvh -q --at 1,1.6 -m dead-linear -o three.bvh
dbtool blend walk.bvh run.bvh walk.bvh -q --at 1,1.6 -m dead-linear -o two.bvh
dbtool compare walk.bvh run.bvh kick.bvh --at 1,1.6 -q -m cut --with three.bvh --with two.bvh --columns '' | fold -s -w 100
echo 'a clip that it shows only after the next cut is one that it misses'
{ awk '/^Frame Time/ { n = NR } n && NR > n + 60 { exit } 1' walk.bvh
  awk '/^Frame Time/ { n = NR } n && NR > n && NR <= n + 36' kick.bvh
  awk '/^Frame Time/ { n = NR } n && NR > n + 96' jump.bvh; } >after.bvh
dbtool compare walk.bvh run.bvh kick.bvh --at 1,1.6 -q -m cut --with after.bvh --format json | grep -o 'missed_cuts.*\]'
echo 'a file that plays the new clip a frame late shows it'
awk '/^Frame Time/ { n = NR } n && NR > n + 60 { print last } n { last = $0; if (NR > n + 60) next } 1' jump.bvh >late.bvh
table -m cut --with late.bvh
echo 'where the clips do not differ, any file shows the new one'
dbtool compare walk.bvh walk.bvh --at 1 --from 1.01667 --align none -q -m cut --with walk.bvh --format json | grep -o 'missed_cuts.*\]'
