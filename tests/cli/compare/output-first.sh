# If the table cannot be written, nothing is blended: the job whose clip is missing does not come to fail.
take walk
echo '{"defaults": {"method": ["cut", "crossfade"]}, "jobs": [{"name": "{method}", "cuts": [
    {"clip": "gone.bvh"}, {"clip": "walk.bvh", "at": 1}]}]}' >plan.json
mkdir folder
dbtool compare plan.json -o folder
echo "status $?"
dbtool compare plan.json
echo "status $?"
