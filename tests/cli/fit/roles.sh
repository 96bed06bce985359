# Roles by hand: --roles FILE.json, where neither names nor the tree show what joints are.
take walk run
nameless() { awk '/ROOT|JOINT/ { $2 = "bone" ++n } 1' "$1"; }
# the tree looks for arms of equal lengths; the right forearm of this one is longer
awk '/JOINT RightForeArm/ { arm = 1 } arm && /OFFSET/ { $2 *= 1.2; $3 *= 1.2; $4 *= 1.2; arm = 0 } 1' run.bvh >uneven.bvh
nameless uneven.bvh >bones.bvh
paste -d' ' <(grep -oE '(ROOT|JOINT) .*' uneven.bvh) <(grep -oE '(ROOT|JOINT) .*' bones.bvh) | cut -d' ' -f2,4 >names
cat names
fit() { dbtool blend walk.bvh "$@" --fit --at 1 -m cut --precision 6; }
fit uneven.bvh -o expected.bvh
tries fit bones.bvh -o no.bvh
role() { # NAME ROLE: "BONE": "ROLE"
    printf '"%s": "%s"' "$(awk -v name="$1" '$1 == name { print $2 }' names)" "$2"
}
{
    echo '{'
    for side in Left:left Right:right; do
        for part in Shoulder:collar Arm:shoulder ForeArm:elbow Hand:wrist UpLeg:hip Leg:shin Foot:ankle ToeBase:toe; do
            role ${side%:*}${part%:*} "${side#*:} ${part#*:}"
            echo ,
        done
    done
    role Head head
    echo '}'
} >roles.json
fit bones.bvh --roles roles.json -o out.bvh && same out.bvh expected.bvh
fit bones.bvh --roles 2:roles.json -o out.bvh && same out.bvh expected.bvh
dbtool info --roles roles.json bones.bvh | sed -n '/leg/p; / by /p; /elbow/p; /head/p'
echo '-- what info prints is accepted back'
dbtool info --roles=roles.json --format json bones.bvh >listed.json
fit bones.bvh --roles listed.json -o out.bvh && same out.bvh expected.bvh
dbtool info --roles listed.json --format json bones.bvh >again.json && same again.json listed.json
echo '-- the mirror and foot locking go by roles, too'
dbtool blend uneven.bvh --mirror -q -o expected.bvh
dbtool blend bones.bvh --roles roles.json --mirror -q -o out.bvh
same <(sed 1,/MOTION/d out.bvh) <(sed 1,/MOTION/d expected.bvh)
nameless run.bvh >plain.bvh
dbtool blend run.bvh --mirror -q -o expected.bvh
dbtool blend plain.bvh --mirror -q -o out.bvh
same <(sed 1,/MOTION/d out.bvh) <(sed 1,/MOTION/d expected.bvh)
echo '-- one role alone: names and tree find the others'
sed 's/LeftLeg/strut/' uneven.bvh >strut.bvh
tries fit strut.bvh -o no.bvh
echo '{"strut": "left knee"}' >strut.json
fit strut.bvh --roles strut.json -o out.bvh
fit uneven.bvh -q -o expected.bvh && same out.bvh expected.bvh
dbtool info --roles strut.json strut.bvh | grep -e ' by ' -e strut
echo '{"RightHand": null}' >none.json
dbtool info --roles none.json run.bvh | grep -e ' by ' -e found -e RightHand -e RightForeArm
echo '-- a chosen side counts, whatever toes say'
python3 "$TESTS/rigs.py" run.bvh toeless.bvh no-toes
nameless toeless.bvh >blind.bvh
tries fit blind.bvh -o no.bvh
echo "{$(role LeftUpLeg 'left hip'), $(role LeftArm 'left upper arm')}" >sides.json
fit blind.bvh --roles sides.json -o out.bvh
fit toeless.bvh -q -o expected.bvh && same out.bvh expected.bvh
echo '-- in plans'
echo '[{"clip": "walk.bvh"}, {"clip": "strut.bvh", "at": 1, "method": "cut", "fit": true, "roles": "strut.json"}]' >plan.json
dbtool batch -q plan.json -o planned.bvh
fit strut.bvh --roles strut.json -q -o out.bvh && same planned.bvh out.bvh
dbtool batch -n plan.json -o planned.bvh | grep -o '"roles": "[^"]*"'
dbtool compare walk.bvh strut.bvh --fit --roles strut.json --at 1 --methods cut --format csv | wc -l
echo '-- the file is an input'
tries fit strut.bvh --roles strut.json -o strut.json
dbtool batch -q plan.json -o planned.bvh --journal journal
dbtool batch plan.json -o planned.bvh --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
echo '{"strut": "left knee" }' >strut.json
dbtool batch plan.json -o planned.bvh --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
echo '-- mistakes'
wrong() { # JSON: the error at its line
    printf '%s\n' "$1" >wrong.json
    tries fit strut.bvh --roles wrong.json -o no.bvh
}
wrong '{"strut": "left knee",
  "Head": "right kneee"}'
wrong '{"strut": "knee"}'
wrong '{"strut": 3}'
wrong '{"strut": "chest"}'
wrong '{"strut": "left knee",
  "LeftFoot": "left shin"}'
wrong '{"strut": "left knee", "strut": null}'
wrong '{"strut": "left knee",
  "Nobody": "left toe"}'
wrong '"strut"'
wrong '[1, 2]'
wrong '[{"joints": [{"name": "strut"}]}]'
wrong '{"strut": "left knee", "LeftFoot": "left elbow", "LeftForeArm": null}'
tries fit strut.bvh --roles 1:strut.json -o no.bvh
tries fit strut.bvh --roles missing.json -o no.bvh
tries dbtool blend walk.bvh --roles
sed 's/JOINT RightLeg/JOINT strut/' strut.bvh >twice.bvh
tries fit twice.bvh --roles strut.json -o no.bvh
