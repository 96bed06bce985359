# The plan of pops mends spikes and steps; no other frame changes, and a file without pops is left out.
take walk run
mkdir takes plans
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 == 100 { $4 += 40 } { print }' walk.bvh >takes/spike.bvh
dbtool blend -q walk.bvh run.bvh --at 1.2 -m cut --align none -o takes/hard.bvh
cp run.bvh takes
dbtool pops -q takes --format plan -o plans/mend.json
dbtool batch -q plans/mend.json
(cd plans && ls)
dbtool pops -q plans/spike.mended.bvh --limit 1.5 | sed 's/;.*//'
python3 - <<'END'
def frames(path):
    text = open(path).read()
    return text[text.index("Frame Time"):].splitlines()[1:]
before, after, clean = frames("takes/spike.bvh"), frames("plans/spike.mended.bvh"), frames("walk.bvh")
changed = [k for k, (a, b) in enumerate(zip(before, after)) if a != b]
print(len(before) == len(after), changed)
value = lambda line: float(line.split()[3])
off = max(abs(value(after[k]) - value(clean[k])) for k in changed)
print("nearer than the spike" if off < 1 else off)
END
dbtool pops -q takes --format plan --out 'clean/{name}.bvh' -o mend.json
grep -o '"out": "[^"]*"' mend.json
dbtool pops run.bvh --format plan -o none.json
cat none.json
jumps_at() { # FRAME ...: of hard.bvh, whose cut is at frame 72, for good
    awk -v frames="$*" '/^Frame Time/ { print; at = NR; n = split(frames, first); next }
        at { for (i = 1; i <= n; i++) if (NR - at - 1 >= first[i]) $2 += 8 } { print }' takes/hard.bvh
}
mend() { # FILE
    dbtool pops -q "$1" --format csv | cut -d, -f3,5-7
    dbtool pops -q "$1" --format plan -o mend.json
    grep -o '"at": .*"from": [^,]*' mend.json
    dbtool batch -q mend.json
}
echo '-- a step that jumps twice is bridged from before the first jump to after the last'
jumps_at 68 >two.bvh
mend two.bvh
dbtool pops -q two.mended.bvh | sed 's/;.*//'
echo '-- one too long for that is mended where it is longest, not where it begins'
jumps_at 60 66 >three.bvh
mend three.bvh
echo '-- files of one name in two folders have two jobs'
mkdir other both
cp takes/hard.bvh other
dbtool pops -q takes/hard.bvh other/hard.bvh --format plan -o both/mend.json
dbtool batch -q both/mend.json
(cd both && ls)
echo '-- with a model, a spike is filled by the network; the plan, in another folder, finds it'
dbtool train --bridge -q walk.bvh run.bvh -o m.safetensors --iterations 10 --hidden 8 --layers 1 -j 1
dbtool pops -q takes/spike.bvh takes/hard.bvh --model m.safetensors --format plan -o plans/model.json
grep -o '"method": "[^"]*"' plans/model.json
dbtool batch -q plans/model.json --metrics plans/model.csv
cut -d, -f1-5 plans/model.csv | grep ',\*'
