# Inputs are only read: same bytes, same file, same time.
take walk run
before=$(stat -c '%i %Y %s' walk.bvh run.bvh)
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics out.csv
dbtool metrics walk.bvh --at 1 >/dev/null
dbtool info walk.bvh run.bvh >/dev/null
[ "$(stat -c '%i %Y %s' walk.bvh run.bvh)" = "$before" ] && cmp walk.bvh "$DATA/bvh/ok_walk.bvh" && echo untouched
