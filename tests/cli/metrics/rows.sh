# Rows for the joints in the order of the hierarchy, then for all joints, at each cut.
take walk run
dbtool blend -q walk.bvh run.bvh walk.bvh -a 1,1.5 -m dead-halflife -o out.bvh --metrics out.csv
python3 - <<'END'
import csv, math
rows = list(csv.DictReader(open("out.csv", newline="", encoding="utf-8")))
words = open("walk.bvh").read().split()
joints = [words[i + 1] for i, w in enumerate(words) if w in ("ROOT", "JOINT")] + ["*"]
assert [r["joint"] for r in rows] == joints * 2
assert [r["cut"] for r in rows] == ["1"] * len(joints) + ["2"] * len(joints)
print({(r["sequence"], r["cut"], r["method"], r["at"], r["source"], r["target"]) for r in rows} ==
      {("walk+run+walk", "1", "dead-halflife", "1.000002", "walk.bvh", "run.bvh"),
       ("walk+run+walk", "2", "dead-halflife", "1.500003", "run.bvh", "walk.bvh")})
for cut in "12":
    *each, total = [r for r in rows if r["cut"] == cut]
    for name, value in total.items():
        if name.endswith("_ratio") and name != "seam_ratio":
            expected = float(total[name[:-6] + "_deg_s3"]) / float(total[name[:-6] + "_ref_deg_s3"]) \
                if name.startswith("ang") else \
                float(total[name[:-6] + "_u_s3"]) / float(total[name[:-6] + "_ref_u_s3"])
        elif "rms" in name:
            expected = math.sqrt(sum(float(r[name]) ** 2 for r in each) / len(each))
        elif "_deg" in name or "_u" in name or name == "seam_ratio":
            expected = max(float(r[name]) for r in each)
        else:
            continue
        assert math.isclose(float(value), expected, rel_tol=1e-8), name
END
head -1 out.csv | tr -d '\r'
