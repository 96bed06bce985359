# A step between still poses, 0.5 s on either side of it: an eighth of the peak jerk and half the
# greatest deviation of the one-sided ease of 0.5 s.
still() { # POSE: 1.5 s of it
    mapfile -t frames < <(yes "$1" | head -n 1501)
    point 0.001 "${frames[@]}"
}
still '0 90 0 0 0 0' >a.bvh
still '10 90 0 0 80 0' >b.bvh
cat >step.py <<'P'
import csv, subprocess, sys

def measure(method):
    """Peak jerk and greatest deviation of position and angle, and the peaks of the figures."""
    subprocess.run([sys.argv[1], "blend", "a.bvh", "b.bvh", "-q", "--align", "none", "--at", "0.75", "--precision", "12",
                    "-m", method, "-o", "out.bvh", "--metrics", "m.csv"], check=True)
    with open("out.bvh") as f:
        rows = [x.split() for x in f.read().split("Frame Time: 0.001\n")[1].splitlines()]
    found = []
    for channel, step in ((0, 10.0), (4, 80.0)):
        x = [float(row[channel]) for row in rows]
        jerk = max(abs(x[k] - 3 * x[k - 1] + 3 * x[k - 2] - x[k - 3]) for k in range(3, len(x))) * 1e9
        found += [jerk, max(abs(v - (0.0 if k < 750 else step)) for k, v in enumerate(x))]
    with open("m.csv", newline="") as f:
        row = next(csv.DictReader(f))
    return found + [float(row["lin_jerk_peak_u_s3"]), float(row["ang_jerk_peak_deg_s3"])]

one, two = measure("inertialize-quintic:blend_time=0.5"), measure("inertialize-two-sided:blend_time=0.5,before=0.5")
names = ["jerk, units", "deviation, units", "jerk, degrees", "deviation, degrees", "figure, units", "figure, degrees"]
for name, x, y, share in zip(names, one, two, (1 / 8, 1 / 2, 1 / 8, 1 / 2, 1 / 8, 1 / 8)):
    print("%s: %s" % (name, "1/%d" % round(1 / share) if abs(y / x / share - 1) < 0.03 else y / x))
# the ease itself: 60 steps over the cube of its time
print("peak of the ease:", "as by hand" if abs(one[0] / (60 * 10 / 0.5 ** 3) - 1) < 0.03 else one[0])
P
python3 step.py "$DBTOOL"
