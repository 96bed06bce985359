# An output that is an input by a hard or symbolic link, for every command that writes: it is
# refused, or the other name keeps its contents.
take walk run kick
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv
dbtool info --limits walk.bvh -o limits.json
for file in walk.bvh run.bvh old.csv limits.json; do
    cp $file before.$file
    ln $file hard.$file
    ln -s $file soft.$file
done
cat >job.json <<'END'
[{"out": "OUT", "limits": "limits.json", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}],
  "method": "dead-clamp"}]
END
cp job.json before.job.json
for kind in hard soft; do
    tries dbtool metrics walk.bvh --at 1 -o $kind.walk.bvh
    tries dbtool metrics out.bvh --at 1 --source walk.bvh --target run.bvh -o $kind.run.bvh
    tries dbtool compare walk.bvh run.bvh --at 1 -m cut -o $kind.run.bvh
    tries dbtool compare walk.bvh run.bvh --at 1 -m cut --limits limits.json -o $kind.limits.json
    tries dbtool diff old.csv old.csv -o $kind.old.csv
    tries dbtool info walk.bvh -o $kind.walk.bvh
    tries dbtool info --limits walk.bvh -o $kind.walk.bvh
    for file in walk.bvh run.bvh; do
        sed "s/OUT/$kind.$file/" before.job.json >job.json
        tries dbtool batch -q job.json
    done
    sed "s/OUT/b.bvh/" before.job.json >job.json
    ln job.json hard.job.json
    ln -s job.json soft.job.json
    for file in walk.bvh job.json; do
        tries dbtool batch -q job.json --journal $kind.$file
        same job.json hard.job.json
    done
    rm hard.job.json soft.job.json
done
for file in walk.bvh run.bvh old.csv limits.json; do
    same $file before.$file
    readlink soft.$file
done
# A file of something else that was never cut into lines is no journal, and stays.
printf 'one line without an end' >notes
tries dbtool batch -q job.json --journal notes
tr '\n' '\r' <walk.bvh >cr.bvh
cp cr.bvh before.cr.bvh
tries dbtool batch -q job.json --journal cr.bvh
same cr.bvh before.cr.bvh
cat notes
leftovers
