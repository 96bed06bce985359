# Ctrl-C removes temporaries, leaves what an output replaces, and ends with 130, as a shell of Linux says. A batch
# first finishes the running job.
take walk run
echo old >out.bvh
echo old >m.csv
python3 "$TESTS/windows/interrupt.py" .out.bvh.dbtool-tmp "$DBTOOL" blend -q walk.bvh run.bvh -a 1 --past-end loop --until 9e5 \
    --max-frames 100000000 -o out.bvh
for i in {1..2000}; do
    echo '{"name": "'$i'", "out": "new/{name}.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}'
done >plan.json
python3 "$TESTS/windows/interrupt.py" new "$DBTOOL" batch -q -j 1 plan.json --metrics m.csv --journal j
cat out.bvh m.csv
ls -A
find new -name '.*'
[ "$(dbtool info new | grep -c joints)" = "$(find new -type f | wc -l)" ] && echo 'what was written is whole'
