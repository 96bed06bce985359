# The next run removes what a crash left.
set -m
take walk run
mkfifo wait
"$DBTOOL" blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics wait &
until_true has_leftovers
interrupt KILL
stale=$(leftovers)
head -c 1000000 /dev/zero >"$stale"
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh
leftovers
dbtool blend -q walk.bvh run.bvh -a 1 >right.bvh
same out.bvh right.bvh
