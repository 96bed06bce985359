# No command overwrites an input that an output names: by its own name, another path, a hard link or a
# symbolic link: it is refused before anything is written. OUT is the output, in a command or a plan.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv
dbtool info --limits walk.bvh -o limits.json
plan='[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]'
echo "$plan" >plan.json
mkdir kept
cp walk.bvh kept/cut.bvh

# refused INPUT WORD...: each spelling of INPUT in the place of OUT.
refused() {
    local input=$1 out status said=refused
    shift
    ln -f "$input" hard
    ln -sf "$input" soft
    for out in "$input" "./kept/../$input" "$PWD/$input" hard soft; do
        echo "${plan//OUT/$out}" >plan.json
        cp "$input" before
        "$DBTOOL" "${@//OUT/$out}" >stdout 2>stderr </dev/null
        status=$?
        cmp "$input" before || said=LOST
        [ $status -ne 0 ] && grep -qE 'is also an input|is an input, and' stderr && [ ! -e b.bvh ] ||
            said="$out: exit $status: $(cat stderr)"
    done
    printf '%s%s: %s\n' "$*" "${label:+ ($label)}" "$said"
}

refused walk.bvh blend walk.bvh run.bvh -a 1 -o OUT
refused run.bvh blend walk.bvh run.bvh -a 1 -n -o OUT
refused run.bvh blend walk.bvh run.bvh -a 1 -o b.bvh --metrics OUT
refused walk.bvh blend walk.bvh run.bvh -a 1 -m dead-halflife -o b.bvh --extrapolation OUT
refused limits.json blend walk.bvh run.bvh -a 1 -m dead-clamp --limits limits.json -o OUT
refused walk.bvh metrics walk.bvh --at 1 -o OUT
refused run.bvh metrics out.bvh --at 1 --source walk.bvh --target run.bvh -o OUT
refused run.bvh compare walk.bvh run.bvh --at 1 -m cut -o OUT
refused limits.json compare walk.bvh run.bvh --at 1 -m cut --limits limits.json -o OUT
refused kept/cut.bvh compare kept/cut.bvh run.bvh --at 1 -m cut,crossfade --keep kept
refused old.csv diff old.csv old.csv -o OUT
refused walk.bvh info walk.bvh -o OUT
refused walk.bvh info --limits walk.bvh -o OUT
refused walk.bvh loop walk.bvh -o OUT
refused walk.bvh suggest walk.bvh run.bvh -o OUT
refused walk.bvh batch -q plan.json --metrics OUT
refused plan.json batch -q plan.json --metrics OUT
refused walk.bvh batch -q plan.json --journal OUT
refused plan.json batch -q plan.json --journal OUT
tries dbtool blend - run.bvh -a 1 -o walk.bvh <walk.bvh

layer='"layers": [{"joints": ["Head"], "clips": [{"clip": "walk.bvh", "at": 0}]}]'
run='"cuts": [{"clip": "run.bvh"}]' reads='{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}'
while IFS='|' read -r label plan; do
    refused walk.bvh batch -q -j 1 plan.json
done <<END
its own clip|[{"out": "OUT", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 1}]}]
another job's|[{"out": "OUT", $run}, $reads]
its own layer's|[{"out": "OUT", $run, $layer}]
another job's layer's|[{"out": "OUT", $run}, {"out": "b.bvh", "name": "b", $run, $layer}]
END
label=
plan='[{"out": "OUT", "cuts": [{"clip": "walk.bvh"}]}]' refused plan.json batch -q plan.json

# Two outputs that are one file, and standard output that adds to an input.
echo "[$reads]" >plan.json
tries dbtool batch -q plan.json --metrics b.bvh
tries dbtool batch -q plan.json --metrics j --journal j
tries dbtool batch -q plan.json --journal b.bvh
tries dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade --keep kept -o ./kept/cut.bvh
cp walk.bvh kept/real
ln -s real kept/crossfade.bvh
ln -sf real kept/cut.bvh
tries dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade --keep kept
same kept/real walk.bvh
tries dbtool compare - run.bvh --at 1 -m cut >>walk.bvh <walk.bvh

# A file of something else that was never cut into lines is no journal, and stays.
printf 'one line without an end\n' | tr -d '\n' >notes
tr '\n' '\r' <walk.bvh >cr.bvh
for name in notes cr.bvh; do
    cp $name before
    tries dbtool batch -q plan.json --journal $name
    same $name before
done
leftovers
