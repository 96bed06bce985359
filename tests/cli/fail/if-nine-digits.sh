# A limit is compared with the nine digits that the CSV shows. So no value is above or below its own
# number there, and each equals it: in every command, for every metric, and for jobs that a journal
# lists as done.
take walk run
blend=(blend -q walk.bvh run.bvh -a 1 -m dead-halflife)
loop=(loop -q walk.bvh)
dbtool "${blend[@]}" -o walk+run.bvh --metrics blend.csv
dbtool "${loop[@]}" -o loop.bvh --metrics loop.csv
cat >plan.json <<'END'
[{"name": "walk+run", "out": "batch.bvh", "method": "dead-halflife",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
against() { # FILE.csv COMMAND...: with each metric of the file's last row as a limit
    local file=$1 names values limits=() i
    shift
    IFS=, read -ra names <"$file"
    IFS=, read -ra values < <(tail -n 1 "$file")
    for i in {5..31}; do limits+=(--fail-if "${names[i]}$op${values[i]}"); done
    dbtool "$@" "${limits[@]}" 2>said
    echo "$1: status $?, $(grep -c 'fails if' said) failures"
}
for op in '>' '<' '>=' '<='; do
    echo "-- $op"
    rm -f journal
    against blend.csv "${blend[@]}" -n
    against blend.csv batch plan.json --journal journal --metrics live.csv
    against blend.csv batch plan.json --journal journal --metrics resumed.csv --resume
    grep -o '(1 before)' said
    same live.csv resumed.csv
    against blend.csv metrics walk+run.bvh --source walk.bvh --target run.bvh --at 1 \
        -m dead-halflife -o measured.csv
    cmp blend.csv live.csv && cmp blend.csv measured.csv
    against loop.csv "${loop[@]}" -n
done
