set -m
take walk run
echo old >out.bvh
mkfifo wait
"$DBTOOL" blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics wait &
until_true has_leftovers
interrupt INT
cat out.bvh
ls -A
