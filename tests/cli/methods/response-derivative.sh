# Of a step from rest, s = t / T: the cubic is 1 - 3 s^2 + 2 s^3, its derivative 6 (s^2 - s) / T.
# The derivative of the text's x, at the begin, in the middle and at the end of the curve.
dbtool methods inertialize-cubic --response x0=1,v0=0 -t 0.5 >response.csv
python3 -c '
import csv
for row in csv.DictReader(open("response.csv")):
    t, x, v = (float(row[k]) for k in "txv")
    s = min(t / 0.5, 1)
    far = max(abs(x - (1 - 3 * s ** 2 + 2 * s ** 3)), 0.5 * abs(v - 6 * (s * s - s) / 0.5))
    if far > 1e-6:
        print(row)
print("the derivative of the cubic")'
