# One line on standard error sums up; the joint with the highest seam_ratio is named.
take walk run
dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh --metrics out.csv 2>summary
python3 - <<'END'
import csv
rows = list(csv.DictReader(open("out.csv")))
worst = max(rows[:-1], key=lambda r: float(r["seam_ratio"]))
print(open("summary").read().replace("seam %.3g (%s)" % (float(worst["seam_ratio"]), worst["joint"]), "seam WORST"), end="")
END
ls -A
