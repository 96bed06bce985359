# With a model, auto tries bridge-learned first over a gap; a list of candidates may name methods
# that need the model.
take walk run kick
dbtool train --bridge -q walk.bvh run.bvh kick.bvh -o m.safetensors --iterations 20 --hidden 8 --layers 1 -j 1
cut=(walk.bvh run.bvh --at 1 --gap 0.3)
tried() { # what was tried, without values
    sed -n 's/.*units\*s: //p; s/.*\(best with\)/\1/p' | cut -d, -f1,2
}
echo 'first of the default list, with the seam that it has alone'
dbtool blend "${cut[@]}" --model m.safetensors -v -o auto.bvh 2>said
tried <said
dbtool blend "${cut[@]}" -m bridge-learned --model m.safetensors -o alone.bvh 2>&1 | sed 's/.*\(seam [0-9.]*\).*/\1/' | head -1
sed -n '1s/.*\(seam [0-9.]*\),.*/\1/p' said
echo 'not without a gap, nor without a model'
dbtool blend walk.bvh run.bvh --at 1 --model m.safetensors -v -o with.bvh 2>&1 | tried | grep -c bridge
dbtool blend walk.bvh run.bvh --at 1 -q -o without.bvh
same with.bvh without.bvh
dbtool blend "${cut[@]}" -v -o without.bvh 2>&1 | tried | grep -c bridge
echo 'in a list, in a word of -m, and in a plan'
list='bridge-linear,bridge-learned'
dbtool blend "${cut[@]}" -q --candidates $list --model m.safetensors -o list.bvh
same list.bvh alone.bvh
dbtool compare "${cut[@]}" -q -m auto:model=m.safetensors,bridge-linear --candidates $list --keep kept -o table
ls kept
mkdir plans
cp m.safetensors plans
cat >plans/plan.json <<'END'
[{ "name": "two", "out": "two.bvh", "candidates": "bridge-linear,bridge-learned", "model": "m.safetensors",
  "cuts": [ {"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": 1, "gap": 0.3} ] }]
END
dbtool batch -q plans/plan.json --metrics - | tail -1 | sed 's/.*"\(bridge-learned:model=\).*\(m.safetensors\)".*/\1...\2/; s/.*,\(bridge-learned:model=\).*\(m.safetensors\),.*/\1...\2/'
same plans/two.bvh alone.bvh
dbtool methods auto:model=m.safetensors | sed -n '/^Over a gap/,$p' | sed -n '2,3p' | cut -d, -f1
echo '== mistakes'
tries dbtool blend "${cut[@]}" -q --candidates bridge-learned -o no.bvh
tries dbtool blend "${cut[@]}" -q --candidates bridge-learned:model=m.safetensors -o no.bvh
tries dbtool blend "${cut[@]}" -q --model absent.safetensors -o no.bvh
dbtool train -q walk.bvh run.bvh -o dead.safetensors --iterations 20 --hidden 8 --layers 1 -j 1
tries dbtool blend "${cut[@]}" -q --model dead.safetensors -o no.bvh
[ -e no.bvh ] || echo "nothing was made"
