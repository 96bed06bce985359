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
echo '-- a step is mended where it is longest, not where it begins'
awk '/^Frame Time/ { print; at = NR; next } at && NR - at - 1 >= 68 { $2 += 8 } { print }' takes/hard.bvh >two.bvh
dbtool pops -q two.bvh --format csv | cut -d, -f3,5-7
dbtool pops -q two.bvh --format plan | grep -o '"at": .*"from": [^,]*'
