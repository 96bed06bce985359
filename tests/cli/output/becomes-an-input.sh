# While a batch runs, the place of an output becomes an input's, or another output's: it is checked
# again before it is replaced.
take walk run
mkfifo pipe
cp walk.bvh before
cat >plan.json <<'END'
[{"name": "one", "out": "one.bvh", "cuts": [{"clip": "run.bvh"}]},
 {"name": "waits", "out": "waits.bvh", "cuts": [{"clip": "pipe"}]},
 {"name": "as an input", "out": "later/../two.bvh", "cuts": [{"clip": "run.bvh"}]},
 {"name": "as an output", "out": "three.bvh", "cuts": [{"clip": "run.bvh"}]},
 {"name": "reads", "out": "four.bvh", "cuts": [{"clip": "walk.bvh"}]}]
END
dbtool batch -q -j 1 plan.json --memory 0 --metrics all.csv &
until_true test -e one.bvh
ln -s walk.bvh two.bvh
ln -s one.bvh three.bvh
ln plan.json all.csv # whose temporary has been there from the start
cat run.bvh >pipe
wait $! || echo "exit $?"
same walk.bvh before
same all.csv plan.json
cmp one.bvh waits.bvh
same four.bvh before
ls -A
