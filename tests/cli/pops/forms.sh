# All forms of the list say the same.
take walk run
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == 100 { $4 += 40 } { print }' walk.bvh >'a,b%.bvh'
sed 's/^Frames: .*/Frames: 19/' walk.bvh | awk 'n > 0 && n++ > 19 { exit } /^Frame Time/ { n = 1 } 1' >short.bvh
dbtool pops run.bvh
dbtool pops short.bvh
dbtool pops 'a,b%.bvh' run.bvh short.bvh
dbtool pops 'a,b%.bvh' run.bvh --format csv
dbtool pops 'a,b%.bvh' short.bvh --format json >list.json
python3 "$TESTS/strict_json.py" list.json && python3 -c '
import json
for f in json.load(open("list.json")):
    print(f["file"], f["n_frames"], f["largest"], [(p["frame"], p["kind"], p["joints"]) for p in f["pops"]])'
dbtool pops 'a,b%.bvh' run.bvh --format github
dbtool pops run.bvh --format github
dbtool pops 'a,b%.bvh' run.bvh short.bvh --format junit >list.xml
cat list.xml
python3 "$TESTS/junit_schema.py" list.xml
dbtool pops run.bvh --format csv
dbtool blend -q walk.bvh run.bvh walk.bvh --at 0.8,2 -m cut -o two.bvh
dbtool pops -q two.bvh --format csv | cut -d, -f3,4
echo '-- the largest'
dbtool pops -q two.bvh --top 1 --format csv | cut -d, -f3,4
dbtool pops -q - --top 1 --format csv <two.bvh | cut -d, -f1,3
