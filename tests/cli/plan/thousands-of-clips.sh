# slow
# 2,900 clips of one folder in a plan: each with the next, or 2,000 random pairs. All 8,407,100
# pairs are refused at once. Links replace copies.
mkdir clips
cp "$DATA/bvh/ok_idle.bvh" idle.bvh
{ sed -n '1,/Frame Time/p' idle.bvh | sed 's/Frames:.*/Frames: 2/'; tail -n 2 idle.bvh; } >clips/0000.bvh
for i in $(seq -w 2899); do echo "clips/$i.bvh"; done | xargs -n 500 python3 -c '
import os, sys
for name in sys.argv[1:]:
    os.link("clips/0000.bvh", name)'
pairs() {
    echo "{\"out\": \"o/{name}.bvh\", \"pairs\": {\"clips\": \"clips/*.bvh\", \"take\": \"$1\"}, \"method\": \"cut\"}"
}
pairs chain >chain.json
dbtool batch chain.json --metrics m.csv 2>&1 | sed 's/, [0-9.e-]* s$//'
grep -c ',\*,' m.csv
ls o | sed -n '1p; $p'
pairs random:2000:7 >random.json
dbtool batch --validate random.json
pairs all >all.json
tries dbtool batch --validate all.json
