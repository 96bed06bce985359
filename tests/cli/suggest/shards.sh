# Parts of a search, put together in any order, are what one run lists, byte for byte: in each format, for
# each kind of list, with rates mixed. Parts that do not belong together are refused.
take walk run idle walk_30fps turn
mkdir library && mv ./*.bvh library
clips=(library/walk.bvh library/run.bvh library/walk_30fps.bvh library/idle.bvh library/turn.bvh)
compares() { # N ARGUMENT...: a search in N parts
    local n=$1 k format
    shift
    rm -f part.*
    for ((k = n; k >= 1; k--)); do
        dbtool suggest "$@" --shard $k/"$n" -o "part.$k" -q
    done
    for format in text csv json plan; do
        dbtool suggest "$@" -q --format $format -o whole
        dbtool suggest --merge part.* -q --format $format -o merged
        cmp whole merged
    done
    wc -l <whole
}
compares 2 "${clips[@]}" --top 30
compares 3 "${clips[@]}" --top 1
compares 7 "${clips[@]}" --per-clip 3
compares 4 "${clips[@]}"
compares 2 "${clips[@]}" --per-pair 2 --top 9 --fps 50 --up auto --interpolate linear --weight '*Arm*=2'
compares 3 "${clips[@]}" --top 9 --drop '*Hand*' --fit library/idle.bvh --root Hips --velocity-weight 0 --play 0.3 --apart 0
compares 1 "${clips[@]}" --top 9 --at 1..2 --from 0..1 --index lib.index
mkdir out
for k in 1 2; do
    dbtool suggest "${clips[@]}" --top 3 --fit library/idle.bvh --shard $k/2 -o part.$k
done
dbtool suggest "${clips[@]}" --top 3 --fit library/idle.bvh -q --format plan -o out/whole.json
dbtool suggest --merge part.2 part.1 --format plan -o out/merged.json
cmp out/whole.json out/merged.json
echo '-- mistakes'
tries dbtool suggest --merge part.1
tries dbtool suggest --merge part.1 part.1
tries dbtool suggest --merge part.1 part.2 part.2
dbtool suggest "${clips[@]}" --top 3 --fit library/idle.bvh --apart 0.3 --shard 2/2 -o other
tries dbtool suggest --merge part.1 other
edit library/walk.bvh
dbtool suggest "${clips[@]}" --top 3 --fit library/idle.bvh --shard 2/2 -o other
tries dbtool suggest --merge part.1 other
tries dbtool suggest --merge part.1 library/run.bvh
tries dbtool suggest --merge library/run.bvh
tries dbtool suggest --merge
tries dbtool suggest --merge part.1 part.2 --top 3
tries dbtool suggest --merge part.1 part.2 --play 3
tries dbtool suggest --merge part.1 part.2 --format html
tries dbtool suggest --merge part.1 part.2 -o part.2
tries dbtool suggest "${clips[@]}" --top 3 --shard 3/2
tries dbtool suggest "${clips[@]}" --top 3 --shard 1/2 --format csv
tries dbtool suggest library/walk.bvh library/run.bvh --shard 1/2
tries dbtool suggest "${clips[@]}" --graph --shard 1/2
TESTS=$TESTS python3 - "$DBTOOL" <<'PYTHON'
import os, random, struct, subprocess, sys

sys.path.append(os.environ["TESTS"] + "/faults")
from xxh64 import xxh64

whole = open("part.1", "rb").read()
random.seed(2)
right = subprocess.run([sys.argv[1], "suggest", "--merge", "part.1", "part.2"], capture_output=True).stdout
for k in range(40):
    damaged = bytearray(whole)
    if k % 2:
        damaged = damaged[:random.randrange(len(whole))]
    else:
        damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    open("damaged", "wb").write(damaged)
    for order in (["damaged", "part.2"], ["part.2", "damaged"]):
        run = subprocess.run([sys.argv[1], "suggest", "--merge", *order], capture_output=True)
        if run.returncode != 2 or run.stdout or b"damaged" not in run.stderr:
            print(k, order, run.returncode, run.stderr)
for k in range(100):  # a part that somebody forged
    forged = bytearray(whole[:-8])
    for _ in range(random.randrange(1, 4)):
        at = random.choice([random.randrange(22, len(forged)), random.randrange(22, 90), len(forged) - random.randrange(1, 80)])
        forged[at] = random.choice([0, 1, 255, random.randrange(256)])
    open("damaged", "wb").write(bytes(forged) + xxh64(bytes(forged)).to_bytes(8, "little"))
    for order in (["damaged", "part.2"], ["part.2", "damaged"]):
        run = subprocess.run([sys.argv[1], "suggest", "--merge", *order, "--format", "csv"], capture_output=True)
        if run.returncode not in (0, 2) or (run.returncode == 2) != (run.stdout == b""):
            print("forged", k, order, run.returncode, run.stderr)
def forge(name, at, changed):  # bytes of the last cut
    forged = bytearray(whole[:-8])
    at += len(forged) - 56
    forged[at:at + len(changed)] = changed
    open(name, "wb").write(bytes(forged) + xxh64(bytes(forged)).to_bytes(8, "little"))
forge("fast", 24, struct.pack("<d", 9e-7))
forge("slow", 24, struct.pack("<d", 1e300))
forge("endless", 24, struct.pack("<d", float("inf")))
forge("late", 8, b"\377" * 4)
forge("far", 16, b"\377" * 8)
forge("cheap", 32, struct.pack("<d", -1.0))
PYTHON
for forged in fast slow endless late far cheap; do
    tries dbtool suggest --merge $forged part.2
done
