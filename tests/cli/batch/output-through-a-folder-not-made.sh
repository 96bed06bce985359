# An output through a folder that the batch makes ("new/../walk.bvh") overwrites no input and no other
# output.
take walk run
dbtool info --limits walk.bvh run.bvh -o limits.json
mkdir folder
ln -s folder linked
ln -s later/deep dangling
ln -s "$PWD/later/deep" absolute
cp walk.bvh before.walk.bvh
cp run.bvh before.run.bvh
cp limits.json before.limits.json
cuts='"limits": "limits.json", "method": "dead-clamp",
    "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.5}]'
check() { # OUT OPTION...
    echo "[{\"out\": \"$1\", $cuts}]" >plan.json
    cp plan.json before.plan.json
    shift
    dbtool batch -q plan.json "$@" 2>&1 | sed "s|$PWD|PWD|"
    cmp walk.bvh before.walk.bvh
    cmp run.bvh before.run.bvh
    cmp limits.json before.limits.json
    cmp plan.json before.plan.json
    rm -rf new later folder/new
}
for clip in new/../walk.bvh new/.././walk.bvh new//..//walk.bvh new/a/../../walk.bvh "$PWD/new/../walk.bvh" \
    folder/new/../../walk.bvh linked/new/../../walk.bvh dangling/../../walk.bvh absolute/../../walk.bvh; do
    check "$clip"
done
check new/../limits.json
check new/../plan.json
check new/../journal --journal journal
check new/../all.csv --metrics all.csv
check out.bvh --metrics new/../walk.bvh
check out.bvh --journal new/../walk.bvh
check new/a/../../folder/out.bvh --metrics linked/out.bvh
two() { # OUT OUT
    echo "[{\"name\": \"one\", \"out\": \"$1\", $cuts}, {\"name\": \"two\", \"out\": \"$2\", $cuts}]" |
        dbtool batch -q -j 1 - 2>&1
    rm -rf new later
}
two new/../out.bvh out.bvh
two dangling/out.bvh later/deep/out.bvh
ln -s later.bvh link.bvh
two link.bvh later.bvh
ls -A
