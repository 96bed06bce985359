# The likely up axis: found, a warning if another one is used, and used with --up auto.
take walk walk_zup idle
dbtool blend walk_zup.bvh walk_zup.bvh --at 1 -o guess.bvh
tries dbtool blend walk_zup.bvh walk_zup.bvh --at 1 --strict -o strict.bvh
# Who names an axis knows it, whatever letter it is.
for up in z Z auto AUTO; do
    dbtool blend walk_zup.bvh walk_zup.bvh --at 1 --up $up -o $up.bvh 2>&1 | sed "s/.*warning/warning/;t;d"
    cmp $up.bvh z.bvh
done
cmp -s guess.bvh z.bvh || echo "y is another output"
dbtool blend -q walk_zup.bvh walk_zup.bvh --at 1 --up y -o y.bvh
cmp guess.bvh y.bvh
# Clips that are as they should be, and one that stands still: no word. One of each: no choice.
dbtool blend walk.bvh idle.bvh --at 1 --metrics /dev/null -o out.bvh 2>&1 | grep -c warning
dbtool blend -q walk.bvh idle.bvh --at 1 --up auto -o auto-y.bvh
cmp out.bvh auto-y.bvh
tries dbtool blend walk_zup.bvh walk.bvh --at 1 --up auto -o both.bvh
tries dbtool blend walk.bvh walk.bvh --up w -o out.bvh
# Other commands.
dbtool loop -q walk_zup.bvh -o loop.bvh --up auto
dbtool loop -q walk_zup.bvh -o loop-z.bvh --up z
cmp loop.bvh loop-z.bvh
dbtool loop walk_zup.bvh -o loop-y.bvh 2>&1 | grep warning
dbtool suggest walk_zup.bvh walk_zup.bvh --top 1 -o /dev/null
dbtool suggest walk_zup.bvh walk_zup.bvh --top 1 --up auto --format csv -o auto.csv
dbtool suggest walk_zup.bvh walk_zup.bvh --top 1 --up z --format csv -o z.csv
cmp auto.csv z.csv
dbtool metrics out.bvh --at 1 -o plain.csv
dbtool metrics z.bvh --at 1 --source walk_zup.bvh --target walk_zup.bvh -o y.csv
# In a plan.
printf '[{"name": "%s", "out": "%s", "up": "Z", "cuts": [{"clip": "walk_zup.bvh"}, {"clip": "walk_zup.bvh", "at": 1}]},
{"name": "two", "out": "plan-auto.bvh", "up": "auto", "cuts": [{"clip": "walk_zup.bvh"}, {"clip": "walk_zup.bvh", "at": 1}]},
{"name": "bad", "out": "plan-y.bvh", "cuts": [{"clip": "walk_zup.bvh"}, {"clip": "walk_zup.bvh", "at": 1}]}]' \
    one plan-z.bvh >plan.json
dbtool batch -j1 plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
cmp plan-z.bvh z.bvh
cmp plan-auto.bvh z.bvh
cmp plan-y.bvh y.bvh
# What info says.
dbtool info walk_zup.bvh walk.bvh idle.bvh | grep "motion root"
point 0.1 '0 0 0 0 0 0' '1 0 0 0 0 0' >point.bvh
dbtool info --format json walk_zup.bvh point.bvh | grep -o '"up": [^,]*'
# A report of a plan spells settings as the plan does, like a batch.
for strict in --strict -j1; do
    dbtool report $strict plan.json -o report.html -j 1 2>&1 | sed 's/[0-9.]* MB/N MB/'
    echo "exit ${PIPESTATUS[0]}"
done
