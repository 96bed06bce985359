take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics out.csv --name 'walk, "fast"'
dbtool metrics out.bvh --at 1 --name $'two\nlines; =1+1' -o lines.csv
python3 - <<'END'
import csv
for name in "out.csv", "lines.csv":
    print({row["sequence"] for row in csv.DictReader(open(name, newline=""))})
END
grep -c '^"walk, ""fast""",1,' out.csv
cp walk.bvh 'a,b.BVH'
dbtool blend -q a,b.BVH run.bvh -a 1 -o out.bvh --metrics - | sed -n 2p | cut -d, -f 1-3
