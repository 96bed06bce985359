# The jobs of a plan share the work that outputs may take whatever their sizes. By hand: 60 joints that
# turn, 100 cross-fades, one at each frame, each of 200 frames, then 100 frames more. Some 100 of them
# play in each of 200 frames: about 60 * 100 * 150 = 900,000 blends, of which 12 * 60 * 200 = 144,000
# are the output's own. One output may take 5 million more, each of eight 625,000.
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n'
    for i in $(seq 59); do printf 'JOINT j%d\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n' "$i"; done
    printf '}\nMOTION\nFrames: 2\nFrame Time: 0.1\n'
    for frame in 1 2; do printf '%d %s\n' "$frame" "$(seq -s ' ' 59)"; done
} >figure.bvh
cuts=$(for i in $(seq 100); do printf ', {"clip": "figure.bvh", "at": "%df"}' "$i"; done)
job() { # NAME
    printf '{"name": "%s", "out": "%s.bvh", "past_end": "hold", "align": "none", "method": "crossfade", "blend_time": 20,
        "until": "200f", "cuts": [{"clip": "figure.bvh"}%s]}\n' "$1" "$1" "$cuts"
}
job one >plan.json
tries dbtool batch plan.json -q
for i in $(seq 8); do job "$i"; done >plan.json
tries dbtool batch plan.json -q -j 1
# A part of a plan may take no more than the whole.
tries dbtool batch plan.json -q --shard 1/8
ls
