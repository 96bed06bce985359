# Every command makes the missing folders of its outputs.
take walk run
walk_run='walk.bvh run.bvh --at 1'
echo '[{"out": "made/by/batch/o.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >plan.json
# shellcheck disable=SC2086 # words
{
    dbtool blend -q $walk_run -o made/by/blend/o.bvh --metrics made/by/blend/o.csv --sync
    dbtool batch -q plan.json --metrics made/metrics/o.csv --journal made/journal/j --gate-report made/gate/g.md \
        --fail-if 'skate_u>999'
    dbtool loop -q walk.bvh -o made/by/loop/o.bvh
    dbtool metrics -q made/by/blend/o.bvh --at 1 -o made/by/metrics/o.csv
    dbtool compare -q $walk_run -m cut --keep made/kept -o made/by/compare/table
    dbtool report -q $walk_run -m cut -o made/by/report/r.html
    dbtool suggest -q walk.bvh run.bvh --format plan -o made/by/suggest/plan.json
    dbtool info walk.bvh -o made/by/info/i.txt
    dbtool diff made/by/blend/o.csv made/by/blend/o.csv -q -o made/by/diff/d.txt
    dbtool train -q walk.bvh run.bvh -o made/by/train/m --hidden 4 --layers 1 --iterations 2 --batch 4 --window 0.1
}
find made -type f | sort
dbtool batch -q made/by/suggest/plan.json --validate && echo valid
(cd made/by/blend && dbtool blend -q ../../../walk.bvh ../../../run.bvh --at 1 -o ../../up/o.bvh && ls ../../up)
dbtool blend -q walk.bvh run.bvh --at 1 -n -o dry/o.bvh
# A failure
mkdir there
for output in '-o new/er/o.bvh --metrics /dev/full' '-o there/new/o.bvh --metrics walk.bvh/m.csv' \
    '-o walk.bvh/new/o.bvh' '-o new/../there/.x.dbtool-tmp'; do
    # shellcheck disable=SC2086 # words
    tries dbtool blend -q walk.bvh run.bvh --at 1 $output
done
tries dbtool compare -q walk.bvh run.bvh --at 1 -m cut,crossfade --keep new/er -o /dev/full
ls -A . there
mkdir closed
chmod 555 closed
chmod 777 .
unprivileged blend walk.bvh run.bvh --at 1 -o closed/new/o.bvh
echo "exit $?"
