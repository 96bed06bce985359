# A job that is done in the journal runs again if its output has changed.
take walk run
cat >plan.json <<'END'
{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]}
{"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.3}]}
{"name": "c", "out": "c.bvh", "cuts": [{"clip": "run.bvh"}]}
END
resume() {
    tries dbtool batch -j 1 plan.json --metrics out.csv --journal journal --resume "$@" 2>&1 |
        sed 's/, [0-9.e-]* s$//'
}
resume
mkdir once
cp ./?.bvh out.csv once
check() { # WHAT: what is done then
    echo "== $1"
    resume
    for name in a.bvh b.bvh c.bvh out.csv; do
        cmp $name once/$name
    done
}
: >a.bvh
check 'empty'
head -c 1000 once/a.bvh >a.bvh
check 'cut off'
echo >>b.bvh
check 'longer'
sed '$ s/[0-9]$/x/' once/b.bvh >b.bvh
check 'one byte'
cp once/a.bvh b.bvh
cp once/b.bvh a.bvh
: >c.bvh
check 'all three'
rm a.bvh
check 'removed: no word'
ln -s once/a.bvh link.bvh
mv link.bvh a.bvh
check 'a link to the same'
cp --remove-destination once/b.bvh a.bvh
resume -q
cmp a.bvh once/a.bvh
