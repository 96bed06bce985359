# What is done is done with a model of these bytes, by a dbtool of this version.
take walk run
train() { # SEED
    dbtool train -q walk.bvh run.bvh -o m.safetensors --iterations 2 --hidden 4 --layers 1 --batch 4 \
        --window 0.1 -j 1 --seed "$1"
}
batch() {
    "$@" batch plan.json --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
}
train 1
cat >plan.json <<'PLAN'
[{"out": "o.bvh", "method": "dead-learned:model=m.safetensors",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
PLAN
batch dbtool
batch dbtool
cp o.bvh first.bvh
train 2
batch dbtool
cmp -s o.bvh first.bvh || echo another model, another output
batch dbtool
# The version stands in the program as text.
version=$("$DBTOOL" --version | cut -d' ' -f2)
LC_ALL=C sed "s/${version//./\\.} /${version//[0-9]/9} /g" "$DBTOOL" >other && chmod +x other
batch ./other
batch ./other
