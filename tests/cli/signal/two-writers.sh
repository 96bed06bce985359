# While one process writes a file, another cannot.
take walk run
mkfifo wait
"$DBTOOL" blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics wait &
until_true has_leftovers
# its temporary is there a moment before its lock: until then the other may be done first
is_refused() {
    dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh 2>refusal
    [ $? -eq 2 ]
}
until_true is_refused
cat refusal
cat wait >out.csv
wait $!
grep -c HIERARCHY out.bvh
leftovers
