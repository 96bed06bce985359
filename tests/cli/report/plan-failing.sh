# If a sequence fails, the error names it and the others are shown; if all fail there is no report,
# and the old file does not change.
take walk run
cat >plan.json <<'END'
[{"name": "good", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "gone", "cuts": [{"clip": "walk.bvh"}, {"clip": "gone.bvh", "at": 1}]},
 {"name": "late", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 100}]},
 {"name": "limits", "limits": "none.json", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool report plan.json -o report.html -j 1 2>&1 | sed 's/[0-9.]* MB/so many MB/'
echo "exit ${PIPESTATUS[0]}"
python3 "$TESTS/report_oracle.py" json report.html | python3 -c '
import json, sys
print([c["sequence"] for c in json.load(sys.stdin)["cuts"]])'
echo before >report.html
sed -i '/good/d; s/^ {"name": "gone"/[{"name": "gone"/' plan.json
dbtool report plan.json -o report.html -j 1
echo "exit $?"
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
