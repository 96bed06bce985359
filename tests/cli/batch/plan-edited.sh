# A plan is read before the first job. What is edited later counts from the next run on.
take walk run
mkfifo pipe.bvh
plan() { # METHOD
    cat <<P
[{"name": "one", "out": "one.bvh", "cuts": [{"clip": "pipe.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "two", "out": "two.bvh", "method": "$1",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
P
}
batch() {
    "$DBTOOL" batch -j1 --preflight none --journal j --resume plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
}
plan cut >plan.json
batch &
exec 3>pipe.bvh # opens when the first job does: the plan was read
plan crossfade >plan.json
cat walk.bvh >&3
exec 3>&-
wait
for method in cut crossfade; do
    dbtool blend -q walk.bvh run.bvh --at 1 -m $method -o $method.bvh
done
same two.bvh cut.bvh
sed -i 's/pipe/walk/' plan.json
batch
same two.bvh crossfade.bvh
