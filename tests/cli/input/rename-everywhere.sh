# Every command that reads clips takes --rename and --drop: its results are those of the clips as
# they are meant.
take walk run
sed -E 's/(ROOT|JOINT) /&mixamorig:/' run.bvh >mixamo.bvh
echo '{"mixamorig:*": "*"}' >names.json
both() { # OUTPUT COMMAND...: for run.bvh, and for mixamo.bvh under its name
    local out=$1
    shift
    "$@" >one
    cp run.bvh kept
    cp mixamo.bvh run.bvh
    "$@" --rename names.json >two
    cp kept run.bvh
    same one two >answer
    echo "$out: $(cat answer)"
}
both info dbtool info run.bvh --format json
both limits dbtool info --limits walk.bvh run.bvh
both suggest dbtool suggest walk.bvh run.bvh --top 3 --format csv
both graph dbtool graph walk.bvh run.bvh --format json
both compare dbtool compare walk.bvh run.bvh --at 1 --methods cut,crossfade,dead-clamp --format csv
both loop dbtool loop -q run.bvh -o -
dbtool blend -q walk.bvh run.bvh --at 1 -o cut.bvh
both metrics dbtool metrics cut.bvh --at 1 --source walk.bvh --target run.bvh
both train dbtool train -q walk.bvh run.bvh -o - -j 1 --hidden 4 --layers 1 --window 0.1 --iterations 2 --batch 4
dbtool info walk.bvh --drop '*Arm' --drop '*Leg' | sed -n 1p
dbtool report -q walk.bvh mixamo.bvh --at 1 --rename names.json --drop '*Hand' -o page.html --methods cut,crossfade
grep -c 'RightHand' page.html
# what suggest writes as a plan knows of it
dbtool suggest walk.bvh mixamo.bvh --rename names.json --drop Head --top 1 --format plan >plan.json
dbtool batch -q plan.json && ls ./*.bvh
# a pattern that matches in no clip is a mistake in each
for command in "info walk.bvh run.bvh" "info --limits walk.bvh run.bvh" "suggest walk.bvh run.bvh" "metrics run.bvh --at 1" \
    "compare walk.bvh run.bvh --at 1" "loop run.bvh -o l.bvh" "train -q walk.bvh run.bvh -o m.safetensors --iterations 1" \
    "report walk.bvh run.bvh --at 1 -o r.html" "blend walk.bvh run.bvh --at 1 -o b.bvh"; do
    # shellcheck disable=SC2086 # words
    tries dbtool $command --drop 'LeftHnd' >/dev/null
done
# one that matches in some does not
sed 's/LeftHand/LeftPaw/' run.bvh >paw.bvh
for command in "info walk.bvh paw.bvh" "suggest --top 1 walk.bvh paw.bvh" "metrics run.bvh paw.bvh --at 1" "blend -q walk.bvh paw.bvh --at 1 -o b.bvh"; do
    # shellcheck disable=SC2086 # words
    dbtool $command --drop LeftHand --drop LeftPaw >/dev/null
done
