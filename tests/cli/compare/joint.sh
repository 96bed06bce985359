# --joint combines blend's rows of the joints that match: the maximum, the root mean square, and the
# ratios of jerk from the results.
take walk run kick
cat >check.py <<'PY'
import csv, math, os, subprocess, sys
dbtool = os.environ["DBTOOL"]
def run(*args):
    return subprocess.run([dbtool, *args], stdout=subprocess.PIPE, check=True).stdout.decode()
dt = 0.0166667
def add_up(rows):
    out = {}
    for name in list(rows[0])[5:-3]:
        values = [float(r[name]) for r in rows]
        if "_rms_" in name and not name.endswith("_ratio"):
            out[name] = math.sqrt(sum(v * v for v in values) / len(values))
        elif name == "seam_ratio" or not name.endswith("_ratio"):
            out[name] = max(values)
    for kind, unit in ("ang", "deg_s3"), ("lin", "u_s3"):
        for figure in "peak", "rms":
            level = out["%s_jerk_%s_ref_%s" % (kind, figure, unit)]
            out["%s_jerk_%s_ratio" % (kind, figure)] = (
                out["%s_jerk_%s_%s" % (kind, figure, unit)] / max(level, 4e-6 / dt**3))
    return out
def check(names, *globs):
    joint = [option for g in globs for option in ("--joint", g)]
    common = ["walk.bvh", "run.bvh", "kick.bvh", "--at", "0.9,1.6", "--window", "0.3"]
    for method in "cut", "dead-halflife", "inertialize-spring":
        run("blend", *common, "-m", method, "-q", "-o", "/dev/null", "--metrics", "blend.csv")
        rows = list(csv.DictReader(open("blend.csv")))
        table = run("compare", *common, "-m", method, *joint, "--format", "csv").splitlines()
        for found in csv.DictReader(table):
            if found["joint"] != " ".join(globs):
                print("row of", found["joint"])
            chosen = [r for r in rows if r["cut"] == found["cut"] and r["joint"] in names]
            assert len(chosen) == len(names)
            for name, wanted in add_up(chosen).items():
                if not math.isclose(float(found[name]), wanted, rel_tol=1e-8, abs_tol=1e-12):
                    print(method, found["cut"], name, found[name], wanted)
    print(*globs)
check(["LeftLeg"], "LeftLeg")
check(["LeftFoot", "RightFoot"], "*Foot")
check(["LeftArm", "LeftForeArm", "LeftHand", "RightHand", "Head"], "LeftArm", "LeftForeArm", "*Hand",
      "Head")
PY
python3 check.py
dbtool compare walk.bvh run.bvh -a 1 -m cut --joint '*Foot' --joint 'Hea?' --columns '' | head -n 1
dbtool compare walk.bvh run.bvh -a 1 -m cut --joint '*Foot' --joint 'Hea?' --format json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["joint"])'
