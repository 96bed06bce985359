# A job's key depends on the bytes that it used. If an input is replaced while the batch runs,
# --resume finds it: the outputs equal those of a new batch.
take walk run
cp run.bvh old.bvh
sed '/^Frame Time/,$ { /^Frame Time/! s/\.[0-9]/.7/g }' run.bvh >new.bvh
dbtool info --limits walk.bvh -o walk.json
dbtool info --limits run.bvh -o run.json
clip='{"clip": "walk.bvh"}'
cat >slow.json <<END
{"name": "first", "out": "first.bvh", "cuts": [$clip, {"clip": "x.bvh", "at": 1}]}
{"name": "slow", "out": "slow", "cuts": [$clip]}
END
cat >plan.json <<END
{"name": "two_names", "out": "two_names.bvh", "cuts": [$clip, {"clip": "./x.bvh", "at": 1}]}
{"name": "layer", "out": "layer.bvh", "cuts": [$clip], "layers": [{"joints": ["*Arm"], "clips": [{"clip": "./x.bvh", "at": 0.1}]}]}
{"name": "limits", "out": "limits.bvh", "method": "dead-clamp", "limits": "limits.json", "cuts": [$clip, {"clip": "old.bvh", "at": 1}]}
END
mkfifo slow # waits for a reader, while the inputs are replaced
cp old.bvh x.bvh
cp walk.json limits.json
dbtool batch -q -j 1 slow.json plan.json --journal journal --metrics while.csv 2>messages &
until_true test -e first.bvh
cp new.bvh other && mv other x.bvh
cp run.json other && mv other limits.json
cat slow >/dev/null
wait
dbtool batch -q -j 1 plan.json --journal journal --resume --metrics resumed.csv
mkdir resumed
mv two_names.bvh layer.bvh limits.bvh resumed
dbtool batch -q -j 1 plan.json --metrics right.csv
same right.csv resumed.csv
for name in two_names layer limits; do
    same $name.bvh resumed/$name.bvh
done
cp resumed/*.bvh .
dbtool batch -j 1 plan.json --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
