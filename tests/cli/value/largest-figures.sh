# Values near the largest number: no metric is infinite, also in sums over joints and cuts.
clip() { # VALUE...
    printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    printf 'End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: %d\nFrame Time: 0.1\n' $#
    for x in "$@"; do printf '%s 0 0 0 0 0\n' "$x"; done
}
clip 0 0 0 0 0 0 0 0 >a.bvh
clip 0 9e307 0 -9e307 0 9e307 0 0 >b.bvh
dbtool blend a.bvh b.bvh a.bvh -a 0.3,0.6 -m cut --align none --metrics m.csv -o o.bvh -q
dbtool compare a.bvh b.bvh a.bvh -a 0.3,0.6 --methods cut,crossfade --align none --format json -o c.json -q
dbtool compare a.bvh b.bvh a.bvh -a 0.3,0.6 --methods cut,crossfade --align none --format csv -o c.csv -q
grep -c 'e+308' m.csv
grep -ciE '\b(inf|nan)' m.csv c.json c.csv
python3 -c 'import json; json.load(open("c.json"), parse_constant=exit)' && echo JSON
dbtool diff m.csv m.csv
