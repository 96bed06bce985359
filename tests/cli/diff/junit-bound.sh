# A cut lists 20 of its failures and counts all, missing rows too.
rows() { # FIGURES JOINT...
    local figures=$1 joint
    shift
    for joint; do echo "a,1,$joint,$figures"; done
}
head=sequence,cut,joint,ang_vel_jump_deg_s,skate_u,overshoot_u
{ echo $head && rows 1,1,1 {1..10}; } >ten.csv
{ echo $head && rows 3,2,1 {1..10}; } >ten-worse.csv
{ echo $head && rows 1,1,1 {1..300}; } >old.csv
{ echo $head && rows 3,2, {1..5} && rows 3,1,1 {6..200}; } >new.csv
shown() {
    tries dbtool diff -q "$@" --fail-above 5 --format junit -o report.xml
    grep '<failure' report.xml
    grep -cE '(^|>)[0-9]+: ' report.xml
    grep '^and ' report.xml
    python3 "$DATA/../tests/junit_schema.py" report.xml
}
shown ten.csv ten-worse.csv
shown old.csv new.csv --fail-missing
shown old.csv new.csv
shown old.csv ten.csv --fail-missing
