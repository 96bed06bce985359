# --fail-if sets the status; mistakes are named.
take walk run
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == 100 { $4 += 40 } { print }' walk.bvh >spike.bvh
dbtool pops -q spike.bvh --fail-if 'pop>3' >list
echo "status $?"
dbtool pops -q run.bvh --fail-if 'pop>3' >list
echo "status $?"
for form in xml md; do
    tries dbtool pops -q spike.bvh run.bvh --fail-if 'pop>3' --gate-report gate.$form -o list
    cat gate.$form
done
python3 "$TESTS/junit_schema.py" gate.xml
tries dbtool pops -q spike.bvh run.bvh --fail-if 'pop>0.6' --gate-report github -o list
tries dbtool pops -q run.bvh --fail-if 'pop>3' --gate-report github
tries dbtool pops -q run.bvh --gate-report gate.xml
rm gate.*
sed 's/^Frames: .*/Frames: 19/' walk.bvh | awk 'n > 0 && n++ > 19 { exit } /^Frame Time/ { n = 1 } 1' >short.bvh
tries dbtool pops -q short.bvh --fail-if 'pop>3'
tries dbtool pops
tries dbtool pops -q run.bvh --fail-if 'pop<3'
tries dbtool pops -q run.bvh --fail-if 'seam_ratio>3'
tries dbtool pops -q run.bvh --limit 0
tries dbtool pops -q run.bvh --out x.bvh
tries dbtool pops -q run.bvh --model m.safetensors
tries dbtool pops -q - --format plan <run.bvh
tries dbtool pops -q gone.bvh run.bvh
tries dbtool pops -q 'gone*.bvh'
mkdir empty
tries dbtool pops -q empty
tries dbtool pops -q spike.bvh -o spike.bvh
tries dbtool pops -q gone.bvh spike.bvh -o list.txt
tries dbtool pops -q gone.bvh spike.bvh -o -
ls
