# Cuts may drop or rename the joints of one file in different ways, but each way reads it again.
take walk
plan() { # WAYS
    python3 - "$1" <<'P'
import json, sys
cuts = [{"clip": "walk.bvh", "drop": "Head" + "*" * k, **({"at": "%df" % k} if k else {})} for k in range(int(sys.argv[1]))]
print(json.dumps([{"name": "n", "out": "out.bvh", "method": "cut", "cuts": cuts}]))
P
}
stat -c %s walk.bvh
for ways in 14 15; do # 13 times the size is within 0.9 MB and three times the size; 14 times is not
    plan $ways >plan.json
    tries dbtool batch -q plan.json
done
grep -c Head out.bvh
# One way under many names is one way, and so is that of the whole job.
for i in {1..40}; do
    printf '{"clip": "%*swalk.bvh", "at": "%df", "drop": ["Head"]},' $((i % 9 * 2)) '' "$i" | sed 's|  |./|g'
done | sed 's/^/[{"name": "n", "out": "one.bvh", "method": "cut", "cuts": [{"clip": "walk.bvh", "drop": "Head"},/; s/,$/]}]/' >plan.json
dbtool batch -q plan.json
sed -i 's/, "drop": \["Head"\]//g; s/, "drop": "Head"//; s/"cuts"/"drop": "Head", "cuts"/; s/one/all/' plan.json
dbtool batch -q plan.json
same one.bvh all.bvh
