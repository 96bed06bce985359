take walk run
cat >good.json <<'END'
[{"out": "o.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
cat >bad.json <<'END'
[{"out": "o.bvh", "precision": 3.5,
  "cuts": [{"clip": "walk.bvh"},
           {"clip": "run.bvh", "att": 1}]}]
END
tries dbtool batch --validate good.json
tries dbtool batch --validate -q good.json
tries dbtool batch --validate bad.json
tries dbtool batch --validate good.json bad.json
tries dbtool batch bad.json
tries dbtool batch --validate missing.json
echo '[{"out": "o.bvh", "cuts": [{"clip": "gone.bvh"}]}]' >gone.json
tries dbtool batch --validate --dry-run gone.json
ls -A
