# Stiff limits at a low rate: the steps of a frame become smaller before they diverge, which they
# would from 4 / (1 / 12 / 4)^2 = 9216 on.
take walk run
for bounce in 9000 10000; do
    dbtool blend -q walk.bvh run.bvh -a 1 --fps 12 --past-end hold --until 4 -t 2 -o out.bvh \
        -m dead-bounce:bounce=$bounce,limit_margin=0 --metrics m.csv
    python3 -c '
import csv, sys
row, = (r for r in csv.DictReader(open("m.csv")) if r["joint"] == "*")
print(sys.argv[1], "stable" if float(row["limit_excess_deg"]) < 5 else row["limit_excess_deg"])' $bounce
done
