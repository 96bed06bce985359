# slow
# 256 fades may overlap on few joints, 8 on 8192 joints or more, in a sequence and in a layer; and
# 256 windows of metrics.
take walk
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n'
    for i in {1..8200}; do echo "JOINT j$i { OFFSET 0 0 0 CHANNELS 1 Xrotation End Site { OFFSET 0 0 0 } }"; done
    printf '}\nMOTION\nFrames: 2\nFrame Time: 0.1\n'
    for _ in {0..8200}; do printf '0 '; done
    printf '\n'
    for _ in {0..8200}; do printf '1 '; done
    printf '\n'
} >many.bvh
plan() { # CLIP FADES SECONDS FRAMES
    local cuts= fades= i
    for ((i = 1; i <= $2; i++)); do
        cuts+=", {\"clip\": \"$1.bvh\", \"at\": \"${i}f\"}"
        fades+=", {\"clip\": \"$1.bvh\", \"at\": \"${i}f\", \"fade\": $3}"
    done
    echo "{\"defaults\": {\"past_end\": \"hold\", \"align\": \"none\"}, \"jobs\": [
        {\"name\": \"cuts\", \"out\": \"c.bvh\", \"method\": \"crossfade\", \"blend_time\": $3,
         \"until\": \"$4f\", \"cuts\": [{\"clip\": \"$1.bvh\"}$cuts]},
        {\"name\": \"layer\", \"out\": \"l.bvh\", \"until\": \"$4f\", \"cuts\": [{\"clip\": \"$1.bvh\"}],
         \"layers\": [{\"joints\": [\"*\"], \"until\": \"$4f\", \"clips\": [{\"clip\": \"$1.bvh\", \"at\": \"0f\"}$fades]}]},
        {\"name\": \"windows\", \"out\": \"w.bvh\", \"method\": \"cut\", \"window\": $3, \"until\": \"$4f\",
         \"cuts\": [{\"clip\": \"$1.bvh\"}$cuts]}]}"
}
for case in "walk 256 20 300" "walk 257 20 300" "many 8 1 12" "many 9 1 12"; do
    echo "== ${case% * *}"
    plan $case >plan.json
    dbtool batch -q -j 1 plan.json --metrics m.csv
    for f in [clw].bvh; do [ -e "$f" ] && echo "$f"; done
    rm -f [clw].bvh
done
