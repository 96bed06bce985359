# While a batch runs, a pipe takes the place of its table: it is checked again, and the pipe stays.
take walk
mkfifo clip
echo '[{"name": "waits", "out": "out.bvh", "cuts": [{"clip": "clip"}]}]' >plan.json
dbtool batch -q -j 1 plan.json --metrics all.csv &
until_true test -e .all.csv.dbtool-tmp
mkfifo all.csv
cat walk.bvh >clip
wait $! || echo "exit $?"
same out.bvh walk.bvh
[ -p all.csv ] && echo "the pipe is there"
ls -A
