# An option that would do nothing beside the others is an error.
take walk run
for command in 'info --limits --roles walk.bvh' 'info --limits --format list walk.bvh' 'info --limits --format text walk.bvh' \
    'info --roles --format list walk.bvh' 'methods dead-decay --response x0=1 --format json' \
    'methods dead-decay --response x0=1 --format text' 'methods dead-decay --halflife 0.2' \
    'suggest walk.bvh run.bvh --per-pair 3' 'suggest walk.bvh run.bvh --min 1' 'suggest walk.bvh run.bvh --seed 2' \
    'suggest walk.bvh run.bvh --below 2' 'blend walk.bvh run.bvh --at 1 -o out.bvh --joint Head' \
    'blend walk.bvh run.bvh --at 1 -o out.bvh --gate-report g.md' 'batch -n plan.json --seed 2'; do
    # shellcheck disable=SC2086 # its words
    tries dbtool $command
done
ls
