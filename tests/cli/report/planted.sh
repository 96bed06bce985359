# Methods of a plan that differ in alignment or planting have different labels.
take walk idle
cat >plan.json <<'P'
[{"name": "{method}", "out": "{name}.bvh",
  "method": ["cut", "dead-halflife", "dead-halflife:plant=true", "dead-halflife:plant=true,align=foot", "cut:align=none"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "idle.bvh", "at": 0.5}]}]
P
dbtool report plan.json -q -o report.html
python3 - <<'END'
import os, sys
sys.path.insert(0, os.environ["TESTS"])
import report_oracle
for cut in report_oracle.read("report.html").data["cuts"]:
    for method in cut["methods"]:
        print(method["label"], method["settings"])
END
