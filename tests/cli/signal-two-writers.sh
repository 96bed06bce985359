# While one writes a file, another cannot.
take walk run
mkfifo wait
"$DBTOOL" blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics wait &
until_true has_leftovers
tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh
cat wait >out.csv
wait $!
grep -c HIERARCHY out.bvh
leftovers
