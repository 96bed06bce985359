# With an index of clips a search finds what it finds without one, byte for byte: for any settings, after
# clips were changed, removed or named in another order, and whatever happened to the index.
take walk run idle walk_30fps
clips=(walk.bvh run.bvh walk_30fps.bvh idle.bvh)
compares() { # ARGUMENT...: whether both are equal, and what the second says
    "$DBTOOL" suggest "$@" --format csv -o plain.csv -q
    "$DBTOOL" suggest "$@" --index lib.index --format csv -o with.csv && cmp plain.csv with.csv
}
is_kept() { # ARGUMENT...: nothing is written, so nothing needed reading
    local before
    before=$(stat -c %i-%y lib.index)
    compares "$@"
    [ "$before" = "$(stat -c %i-%y lib.index)" ] || echo "written again: $*"
}
compares "${clips[@]}" --top 9
is_kept "${clips[@]}" --top 9
is_kept "${clips[@]}" --per-clip 2 -j 1
is_kept "${clips[@]}" --top 9 --fps 47 --root Hips --velocity-weight 0.3 --weight '*Arm*=0' --up z
is_kept idle.bvh walk.bvh run.bvh --per-pair 2 --memory 1K --up auto
is_kept walk.bvh run.bvh --drop '*Hand*' --fit run.bvh
compares "${clips[@]}" --top 9 --assume-fps 50
is_kept "${clips[@]}" --top 9
echo '-- a clip changes, and keeps its size and times'
touch -r walk.bvh times
edit walk.bvh
touch -r times walk.bvh
compares "${clips[@]}" --top 9
is_kept "${clips[@]}" --top 9
echo '-- a clip goes, another is a copy'
rm idle.bvh
cp run.bvh idle.bvh
is_kept "${clips[@]}" --top 9
echo '-- files with equal bytes are one clip, which stays while one of them is as it was'
cp run.bvh one.bvh
cp run.bvh other.bvh
copies() { "$DBTOOL" suggest one.bvh other.bvh walk.bvh --top 3 --index copies.index -j 1 -o list; }
copies
copies
edit one.bvh
copies
copies
echo '-- damage'
for clip in walk run walk_30fps; do
    "$DBTOOL" blend $clip.bvh --until 30f -q -o short_$clip.bvh
done
for rate in 30 50; do # as short as can be searched: it is done some hundred times
    "$DBTOOL" suggest short_*.bvh --assume-fps $rate --top 9 --index short.index -q -o /dev/null
done
python3 - "$DBTOOL" <<'PYTHON'
import os, random, struct, subprocess, sys

clips = ["short_walk.bvh", "short_run.bvh", "short_walk_30fps.bvh", "--assume-fps", "50"]
whole = open("short.index", "rb").read()
heads, at = [], 40
while at < len(whole):
    heads.append(at)
    at += 64 + struct.unpack_from("<Q", whole, at)[0]
assert at == len(whole), "entries follow each other"


def run(*more):
    return subprocess.run([sys.argv[1], "suggest", *clips, "--top", "9", "--format", "csv", *more],
                          capture_output=True, text=True)


plain = run("-q").stdout


def check(name, bytes_now, says):
    open("short.index", "wb").write(bytes_now)
    done = run("--index", "short.index")
    again = run("--index", "short.index")
    if done.returncode or done.stdout != plain or again.stdout != plain:
        print(name, "another answer:", done.stderr)
    if says is not None and ("warning: short.index" in done.stderr) != says:
        print(name, "says", done.stderr)
    if "warning" in again.stderr:
        print(name, "was not mended:", again.stderr)


random.seed(1)
cuts = sorted({0, 1, 19, 39, 40, len(whole) - 1} | {h + k for h in heads for k in (0, 1, 63, 64, 100)})
for cut in cuts:  # a file that ends between entries is a smaller index
    check(f"cut at {cut}", whole[:cut], cut not in (0, 40, *heads))
for _ in range(40):
    at = random.randrange(18, len(whole))
    flipped = bytearray(whole)
    flipped[at] ^= 1 << random.randrange(8)
    check(f"flip at {at}", bytes(flipped), None)
for head in heads:
    flipped = bytearray(whole)
    flipped[head + 64 + 30] ^= 1
    check(f"record of {head}", bytes(flipped), None)
other = bytearray(whole)
other[20:25] = b"0.1.0"
check("a head whose hash is wrong", bytes(other), True)
check("bytes behind", whole + b"x", True)
check("whole", whole, False)
for _ in range(15):
    open("short.index", "wb").write(whole[:heads[1]])
    process = subprocess.Popen([sys.argv[1], "suggest", *clips, "--top", "9", "-q", "-o", "/dev/null", "--index", "short.index"])
    try:
        process.wait(random.uniform(0.0, 0.03))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    now = open("short.index", "rb").read()
    if now not in (whole, whole[:heads[1]]) and len(now) <= heads[1]:
        print("a part was written:", len(now))
    done = run("--index", "short.index")
    if done.stdout != plain or "warning" in done.stderr:
        print("after a kill:", done.stderr)
for name in range(150):
    open(f"copy{name}.bvh", "w").write(open("run.bvh").read() + " " * name)  # other bytes
many = sorted(f for f in os.listdir() if f.startswith("copy"))
command = [sys.argv[1], "suggest", "-q", *many, "--top", "1", "--index", "many.index", "-o"]
os.mkfifo("pipe.bvh")  # it is read before all clips but the first one
process = subprocess.Popen([*command, "out", "pipe.bvh", "-j", "1"])
with open("pipe.bvh", "w") as pipe:
    pipe.write(open("run.bvh").read())
process.send_signal(2)
os.remove("pipe.bvh")
if process.wait() != -2 or os.path.exists("out") or not os.path.exists("many.index"):
    print("an interrupt:", process.returncode, os.listdir())
n = os.path.getsize("many.index")
done = subprocess.run([*command, "-"], capture_output=True, text=True)
if done.returncode or done.stderr or not n <= os.path.getsize("many.index"):
    print("after an interrupt:", done.stderr)
os.remove("many.index")
runs = [subprocess.Popen([command[0], "suggest", "-q", *many[k::4], *many[:3], *command[-5:], "/dev/null"]) for k in range(4)]
if any(run.wait() for run in runs):
    print("runs at once:", [run.returncode for run in runs])
n = os.stat("many.index").st_ino
done = subprocess.run([*command, "-"], capture_output=True, text=True)
if done.returncode or done.stderr or n != os.stat("many.index").st_ino:
    print("runs at once have lost clips:", done.stderr)
print(len(os.listdir(".")) - len([f for f in os.listdir(".") if not f.startswith(".")]), "files left behind")
PYTHON
echo '-- what is no index, and what cannot be written'
cp run.bvh other
tries dbtool suggest "${clips[@]}" --top 1 --index other
cmp run.bvh other
tries dbtool suggest "${clips[@]}" --top 1 --index walk.bvh
tries dbtool suggest "${clips[@]}" --top 1 --index .
tries dbtool suggest "${clips[@]}" --top 1 --index -
tries dbtool suggest "${clips[@]}" --top 1 --index x -o ./x
mkfifo pipe
tries dbtool suggest "${clips[@]}" --top 1 --index pipe
: >empty
tries dbtool suggest "${clips[@]}" --top 1 --index empty
mkdir locked
chmod 777 . && chmod 555 locked
tries unprivileged suggest "${clips[@]}" --top 1 --index locked/lib.index
echo '-- standard input and bad clips'
tries dbtool suggest - run.bvh --top 1 --index lib.index <walk.bvh
echo no >bad.bvh
tries dbtool suggest run.bvh bad.bvh --index lib.index
tries dbtool suggest run.bvh missing.bvh --index lib.index
