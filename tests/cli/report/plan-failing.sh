# If a sequence fails, the error names it and the others are shown; if all fail there is no report,
# and the old file does not change.
take walk run
cat >plan.json <<'END'
[{"name": "good", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "gone", "cuts": [{"clip": "walk.bvh"}, {"clip": "gone.bvh", "at": 1}]},
 {"name": "late", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 100}]},
 {"name": "limits", "limits": "none.json", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool report plan.json -o report.html -j 1 2>&1 | sed 's/[0-9.]* MB/N MB/'
echo "exit ${PIPESTATUS[0]}"
python3 "$TESTS/report_oracle.py" json report.html | python3 -c '
import json, sys
print([c["sequence"] for c in json.load(sys.stdin)["cuts"]])'
echo before >report.html
sed -i '/good/d; s/^ {"name": "gone"/[{"name": "gone"/' plan.json
dbtool report plan.json -o report.html -j 1
echo "exit $?"
cat report.html
# If some methods of a sequence fail, the error names the first of them.
cat >plan.json <<'END'
[{"name": "swept.{model}", "method": "dead-learned", "model": ["none1.st", "none2.st"], "blend_time": 0.1,
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "model.{method}", "method": ["cut", "dead-learned:model=none.st"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.1}]},
 {"name": "first.{method}", "method": ["dead-learned:model=none.st", "cut"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]},
 {"name": "late.{method}", "method": ["crossfade", "cut"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 100}]}]
END
dbtool report plan.json -o report.html -j 1
echo "exit $?"
cat >plan.json <<'END'
[{"name": "gap", "method": "bridge-linear", "gap": 0.2, "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
for methods in bridge-linear,cut cut,bridge-linear cut,crossfade; do
    dbtool report plan.json -o report.html -j 1 -m $methods
    echo "exit $?"
done
cat report.html
# a clip of a job among others would be replaced
cat >plan.json <<'END'
[{"name": "other", "cuts": [{"clip": "run.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "good", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool report plan.json -o walk.bvh -j 1
echo "exit $?"
cmp walk.bvh "$DATA/bvh/ok_walk.bvh"
ls -A
