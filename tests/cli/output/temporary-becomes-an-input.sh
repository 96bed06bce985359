# While a batch runs, an input gets the name of an output's temporary: it keeps that name.
take walk
mkfifo pipe
cp walk.bvh before
cat >plan.json <<'END'
[{"name": "waits", "out": "waits.bvh", "cuts": [{"clip": "pipe"}]},
 {"name": "fails", "out": "two.bvh", "cuts": [{"clip": "none.bvh"}]},
 {"name": "makes", "out": "three.bvh", "cuts": [{"clip": "walk.bvh"}]}]
END
dbtool batch -q -j 1 plan.json --metrics all.csv &
until_true test -e .all.csv.dbtool-tmp
for out in two three; do
    ln walk.bvh .$out.bvh.dbtool-tmp
done
cat walk.bvh >pipe
wait $! || echo "exit $?"
same walk.bvh before
ls -A
