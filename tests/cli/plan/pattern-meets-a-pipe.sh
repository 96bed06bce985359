# Only regular files match a pattern. A pipe or a device among them would be waited for without end;
# it is left out with a warning, and so is a link that leads nowhere.
take walk run
mkdir clips
cp walk.bvh clips/a.bvh
ln -s ../run.bvh clips/b.bvh
mkfifo clips/c.bvh
ln -s /dev/zero clips/d.bvh
ln -s gone.bvh clips/e.bvh
echo '[{"name": "{clip}", "out": "{name}.out", "cuts": [{"clip": "clips/*.bvh"}, {"clip": "run.bvh", "at": 0.5}]}]' >plan.json
tries timeout 600 "$DBTOOL" batch plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
ls ./*.out
tries timeout 600 "$DBTOOL" batch -q -n plan.json | cut -c1-14
tries timeout 600 "$DBTOOL" batch -n --strict plan.json
echo '[{"name": "{clip}", "out": "{name}.out", "cuts": [{"clip": "clips/[cd].bvh"}]}]' >plan.json
tries timeout 600 "$DBTOOL" batch -n plan.json
tries timeout 600 "$DBTOOL" report plan.json -o report.html
