# An input that has the name of an output's temporary keeps its bytes and its name, for every option
# that names an input, and before any clip is read.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv
dbtool info --limits walk.bvh -o limits.json
echo '{"Nothing": "Else"}' >names.json
dbtool train -q walk.bvh run.bvh -o m.safetensors --hidden 4 --layers 1 --iterations 2 --batch 4 --window 0.1
cuts='"cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]'
echo "[{$cuts, \"out\": \"a.bvh\"}]" >plan.json

# refused FILE WORD...: runs a command in which IN stands for FILE, with the name of the temporary of
# OUT, the output, in all places of the command.
refused() {
    local file=$1 word status
    local -a command=()
    shift
    mkdir now
    cp walk.bvh run.bvh out.bvh old.csv limits.json names.json m.safetensors plan.json now
    cp "$file" now/.r.md.dbtool-tmp
    for word; do
        word=${word//IN/.r.md.dbtool-tmp}
        command+=("${word//OUT/r.md}")
    done
    (cd now && "$DBTOOL" "${command[@]}" >../stdout 2>../stderr </dev/null)
    status=$?
    printf '%s: ' "$*"
    if ! cmp "$file" now/.r.md.dbtool-tmp; then
        echo LOST
    elif [ $status -ne 2 ] || ! grep -qE "is also an input|is an input, and" stderr || [ -e now/r.md ]; then
        echo "status $status: $(cat stderr)"
    else
        echo refused
    fi
    rm -r now
}

model=dead-learned:model=IN
for output in '-o OUT' '--metrics OUT' '--gate-report OUT --fail-if skate_u>9' '--extrapolation OUT -m dead-linear'; do
    # shellcheck disable=SC2086 # words
    refused walk.bvh blend IN run.bvh -a 1 $output
done
refused limits.json blend walk.bvh run.bvh -a 1 -m dead-clamp --limits IN -o OUT
refused names.json blend walk.bvh run.bvh -a 1 --rename IN -o OUT
refused m.safetensors blend walk.bvh run.bvh -a 1 -m $model -o OUT
refused m.safetensors blend walk.bvh run.bvh -a 1 -m dead-learned --model IN -o OUT
for output in '-o OUT' '--metrics OUT' '--report OUT' '--gate-report OUT --fail-if skate_u>9'; do
    # shellcheck disable=SC2086 # words
    refused walk.bvh loop IN $output
done
for output in '-o OUT' '--gate-report OUT --fail-if ang_jerk_peak_deg_s3>9'; do
    # shellcheck disable=SC2086 # words
    {
        refused out.bvh metrics IN --at 1 $output
        refused out.bvh metrics out.bvh IN --at 1 $output
        refused walk.bvh metrics out.bvh --at 1 --source IN --target run.bvh $output
        refused run.bvh metrics out.bvh --at 1 --source walk.bvh --target IN $output
        refused m.safetensors metrics out.bvh --at 1 --source walk.bvh --target run.bvh -m $model $output
    }
done
for command in 'compare -m cut' 'report -m cut'; do
    # shellcheck disable=SC2086 # words
    {
        refused run.bvh $command walk.bvh IN --at 1 -o OUT
        refused out.bvh $command walk.bvh run.bvh --at 1 --with IN -o OUT
        refused out.bvh $command walk.bvh run.bvh --at 1 --with game=IN -o OUT
        refused m.safetensors $command walk.bvh run.bvh --at 1 -m $model -o OUT
        refused limits.json $command walk.bvh run.bvh --at 1 -m dead-clamp --limits IN -o OUT
    }
done

refused plan.json report IN -o OUT
refused plan.json batch IN --metrics OUT
refused plan.json batch IN --journal OUT
for key in clip limits rename model; do
    case $key in
    clip) file=walk.bvh settings='"name": "x"' ;;
    limits) file=limits.json settings='"limits": "IN", "method": "dead-clamp"' ;;
    rename) file=names.json settings='"rename": "IN"' ;;
    model) file=m.safetensors settings='"method": "dead-learned", "model": "IN"' ;;
    esac
    job="{\"out\": \"a.bvh\", $settings, $cuts}"
    [ $key = clip ] && job=${job/walk.bvh/IN}
    echo "[${job//IN/.r.md.dbtool-tmp}]" >plan.json
    refused $file report plan.json -o OUT
    refused $file batch plan.json --metrics OUT
    echo "[${job//IN/.r.md.dbtool-tmp}]" | sed 's/a\.bvh/r.md/' >plan.json
    refused $file batch plan.json
done
refused walk.bvh suggest IN run.bvh -o OUT
refused walk.bvh graph run.bvh IN -o OUT
refused walk.bvh info IN -o OUT
refused walk.bvh info --limits run.bvh IN -o OUT
for output in '-o OUT' '-o model --log OUT'; do
    # shellcheck disable=SC2086 # words
    refused walk.bvh train run.bvh IN $output --hidden 4 --layers 1 --iterations 2 --batch 4 --window 0.1
done
refused old.csv diff old.csv IN -o OUT

