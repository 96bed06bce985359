# Pairs of the clips of a folder: all ordered ones, each with the next, or a random choice.
mkdir clips
for name in a b c d e; do cp "$DATA/bvh/ok_idle.bvh" clips/$name.bvh; done
names() { # TAKE [MORE]: the jobs' names
    echo "[{\"out\": \"o/{name}.bvh\", \"pairs\": {\"clips\": \"clips/*.bvh\"$1}${2-}}]" >plan.json
    dbtool batch -n plan.json >lines || { echo "exit $?"; return; }
    sed 's/.*"name": "\([^"]*\)".*/\1/' lines | tr '\n' ' '
    echo
}
names ''
names ', "take": "all"'
names ', "take": "chain"'
names ', "take": "random:6:1"'
names ', "take": "random:6:1"'
names ', "take": "random:6:2"'
names ', "take": "random:19:2"'
names ', "take": "random:20:2"'
# a number of pairs by chance: all different, each as likely as another
for seed in $(seq 40); do
    names ", \"take\": \"random:3:$seed\""
done >drawn
awk 'NF != 3 || $1 == $2 || $2 == $3 { bad++ } { for (i = 1; i <= 3; i++) n[$i]++ }
    END { for (p in n) { k++; if (n[p] < 1 || n[p] > 15) off++ } print k, bad + 0, off + 0 }' drawn
# cuts say what comes with the clips, which may be a list
names ', "take": "chain"' ', "name": "{clip}-{clip2}.{at2}.{method}", "method": ["cut", "crossfade"],
  "cuts": [{"from": 0.1}, {"at": [0.5, 1]}]'
echo '{"out": "{name}.bvh", "pairs": {"clips": ["clips/c.bvh", "clips/[ab].bvh"], "take": "chain"}}' >plan.json
dbtool batch plan.json 2>&1 | sed 's/, [0-9.e-]* s$//'
ls ./*.bvh
# what does not fit
names ', "take": "random:21:2"'
names ', "take": "random:0:2"'
names ', "take": "random:2"'
names ', "take": "random:2:-1"'
names ', "take": "some"'
names ', "take": 3'
names ', "tkae": "all"'
names '' ', "cuts": [{}, {}, {}]'
names '' ', "cuts": [{}, {"clip": "clips/a.bvh"}]'
names '' ', "cuts": 3'
echo '[{"out": "{name}.bvh", "pairs": {"take": "all"}}, {"out": "{name}.bvh", "pairs": "clips/*.bvh"},
  {"out": "{name}.bvh", "pairs": {"clips": "clips/a*"}}, {"out": "{name}.bvh", "pairs": {"clips": "x/*"}}]' >plan.json
tries dbtool batch plan.json
# more than may be are counted
echo '{"out": "{name}.bvh", "pairs": {"clips": "clips/*.bvh"}}' >plan.json
tries dbtool batch -n --max-jobs 19 plan.json
dbtool batch -n --max-jobs 20 plan.json | wc -l
