# Jobs write files, and not to standard output.
take walk
echo '[{"name": "one", "out": "-", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
tries dbtool batch plan.json
