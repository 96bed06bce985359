# The work of matching patterns with joint names is limited, for profiles, layers and feet. Names
# without wildcards, and the same patterns at another cut, take almost none.
name=$(printf 'a%.0s' $(seq 4000))
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n'
    for i in $(seq 100); do printf 'JOINT %s%d\n{\nOFFSET 0 1 0\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n' "$name" "$i"; done
    printf '}\nMOTION\nFrames: 9\nFrame Time: 0.1\n'
    for i in $(seq 9); do echo "$i 0 0"; done
} >long.bvh
long="*$(printf 'a%.0s' $(seq 1000))b"
plan() { # TEXT...: a job with it
    printf '[{"name": "a", "out": "o.bvh", "past_end": "hold", "align": "none",\n  %s,\n  "cuts": [{"clip": "long.bvh"}, {"clip": "long.bvh", "at": "1f"}, {"clip": "long.bvh", "at": "2f"}]}]\n' "$1" >plan.json
    tries dbtool batch plan.json -q "${@:2}"
}
plan "\"skip\": [\"r\", \"$long\"]"
plan "\"layers\": [{\"joints\": [\"r\", \"$long\"], \"clips\": [{\"clip\": \"long.bvh\", \"at\": 0}]}]"
plan "\"feet\": [\"r\", \"$long\"]" --metrics m.csv
tries dbtool blend long.bvh long.bvh --at 1f --skip "$long" -o o.bvh
joints=$(for i in $(seq 100); do printf '"%s%d", ' "$name" "$i"; done)
plan "\"skip\": [$joints \"*1\"]"
# so many steps at each of two cuts are too many, and taken once
plan "\"skip\": [\"r\", \"*$(printf 'a%.0s' $(seq 300))*\", \"*$(printf 'a%.0s' $(seq 301))*\"]"
