#!/usr/bin/env bash
# test_memory.sh DBTOOL
#
# Six bounds of memory: reading a file of 100 MB takes at most 2.5 times its size, for the text and
# the values; a batch and a search of clips that are larger than --memory; locked feet of 2,000 cuts,
# and of 100 that overlap; a report of 600 sequences that wait for a slow one.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
size_mb=100

skip() {
    echo "SKIP $1"
    exit 0
}

if ! grep -q "^RssAnon:" /proc/self/status 2>/dev/null; then
    skip "no RssAnon in /proc/PID/status"
fi
grep -q __asan_init "$dbtool" && skip "the address sanitizer takes memory of its own"
free_mb=$(df -Pm "$scratch" | awk 'NR == 2 { print $4 }')
[ "$free_mb" -ge 500 ] || skip "$free_mb MB free in $scratch, 500 are needed"

# Thirty joints; 500 different frames over and over.
make_file() {
    awk -v frames="$1" 'BEGIN {
        print "HIERARCHY"
        for (j = 0; j < 30; j++) {
            print (j ? "JOINT" : "ROOT"), "Joint" j "\n{\nOFFSET 0 1 0"
            print "CHANNELS", (j ? "3" : "6 Xposition Yposition Zposition"), "Zrotation Xrotation Yrotation"
        }
        print "End Site\n{\nOFFSET 0 1 0\n}"
        for (j = 0; j < 30; j++) print "}"
        print "MOTION\nFrames: " frames "\nFrame Time: 0.0083333"
    }'
    awk 'BEGIN {
        srand(1)
        for (f = 0; f < 500; f++) {
            line = ""
            for (c = 0; c < 93; c++) line = line sprintf("%.6f ", 360 * rand() - 180)
            print line
        }
    }' >"$scratch/block"
    local i
    for ((i = 0; i < $1 / 500; i++)); do
        cat "$scratch/block"
    done
}

# status_of PID KEY: kilobytes; 0 where the process is gone.
status_of() {
    local key value rest
    while read -r key value rest; do
        [ "$key" = "$2:" ] && echo "$value" && return
    done 2>/dev/null <"/proc/$1/status"
    echo 0
}

line_bytes=1000 # about
make_file $((size_mb * 1024 * 1024 / line_bytes / 500 * 500)) >"$scratch/big.bvh"
size_kb=$(($(stat -c %s "$scratch/big.bvh") / 1024))
[ $size_kb -gt $((size_mb * 1024 * 9 / 10)) ] || { echo "FAILED a file of only $size_kb KB"; exit 1; }

# The result goes to a pipe that is opened late: until then dbtool keeps the clip in memory.
mkfifo "$scratch/fifo"
"$dbtool" info --format json "$scratch/big.bvh" -o "$scratch/fifo" &
pid=$!
waiting=0
while [ $waiting -lt 20 ] && kill -0 $pid 2>/dev/null; do
    # asleep twenty times, with the clip read: dbtool waits for the pipe's reader
    if [ "$(status_of $pid State)" = S ] && [ "$(status_of $pid VmRSS)" -gt $((size_kb / 4)) ]; then
        waiting=$((waiting + 1))
    else
        waiting=0
    fi
done
peak=$(status_of $pid VmHWM)
n_frames=$(python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["n_frames"])' <"$scratch/fifo")
wait $pid || { echo "FAILED dbtool info: exit status $?"; exit 1; }

limit=$((size_kb * 5 / 2))
expected=$(awk '/^Frames:/ { print $2; exit }' "$scratch/big.bvh")
echo "file $size_kb KB, $n_frames frames; $peak KB in memory, limit $limit KB"
if [ "$n_frames" != "$expected" ] || [ $peak -eq 0 ] || [ $peak -gt $limit ]; then
    echo "1 failed"
    exit 1
fi
rm "$scratch/big.bvh"

# 40 clips of 5 MB each, values included. A running job may exceed --memory by its two clips.
make_file 3000 >"$scratch/clip.bvh"
for ((i = 0; i < 40; i++)); do
    cp "$scratch/clip.bvh" "$scratch/clip$i.bvh"
done
python3 - "$dbtool" "$scratch" <<'END' || exit 1
import json, os, subprocess, sys
dbtool, scratch = sys.argv[1:]
clip = lambda i: os.path.join(scratch, "clip%d.bvh" % (i % 40))
jobs = [{"name": str(i), "out": os.path.join(scratch, "out.%d" % i), "method": "cut",
         "until": 0.2,
         "cuts": [{"clip": clip(i)}, {"clip": clip(i + 1), "at": 0.1}]} for i in range(80)]
plan = os.path.join(scratch, "plan.json")
json.dump(jobs, open(plan, "w"))
peaks = []
for memory in ("0", "30M", "1G"):
    _, status, used = os.wait4(subprocess.Popen([dbtool, "batch", "-q", "-j", "1", plan, "--memory", memory]).pid, 0)
    peaks.append(used.ru_maxrss)
    if status:
        sys.exit("FAILED dbtool batch: status %d" % status)
one = os.path.getsize(clip(0)) * 1.8 / 1024
print("batch: %d KB in memory with --memory 0, %d KB with 30M, %d KB with 1G" % tuple(peaks))
if peaks[0] > 2.5 * one + 8192 or peaks[1] > 30 * 1024 + 2.5 * one + 8192 or peaks[2] < 30 * one:
    print("1 failed")
    sys.exit(1)
END
rm "$scratch"/*.bvh "$scratch"/out.*

# A search of 120 clips whose frames take 30 MB.
here=$(cd "$(dirname "$0")/../testdata/bvh" && pwd)
python3 - "$dbtool" "$here" "$scratch" <<'END' || exit 1
import os, subprocess, sys
dbtool, clips, scratch = sys.argv[1:]
head, frames = open(os.path.join(clips, "ok_walk.bvh")).read().split("Frame Time:")
rate, *frames = frames.strip().split("\n")
paths = [os.path.join(scratch, "walk%d.bvh" % k) for k in range(120)]
for k, path in enumerate(paths):
    with open(path, "w") as f:
        f.write("%sFrame Time:%s\n" % (head, rate))
        f.writelines(" ".join("%.5f" % (float(x) * (1 + k / 500)) for x in line.split()) + "\n" for line in frames)
peaks, lists = [], []
for memory in ("3G", "6M"):
    out = os.path.join(scratch, "list")
    argv = [dbtool, "suggest", *paths, "--per-clip", "3", "-q", "-j", "2", "--memory", memory, "-o", out]
    _, status, used = os.wait4(subprocess.Popen(argv).pid, 0)
    if status:
        sys.exit("FAILED dbtool suggest: status %d" % status)
    peaks.append(used.ru_maxrss)
    lists.append(open(out).read())
print("suggest: %d KB in memory, %d KB with --memory 6M" % tuple(peaks))
if peaks[1] > 6 * 1024 + 12288 or peaks[0] < 20 * 1024 or lists[0] != lists[1]:
    print("1 failed")
    sys.exit(1)
END
rm "$scratch"/*.bvh

# The locked feet of a cut take 15 KB, which are freed before the cut after the next.
python3 - "$dbtool" "$here" <<'END' || exit 1
import os, subprocess, sys
dbtool, clips = sys.argv[1:]
names = ["%s/ok_%s.bvh" % (clips, ("walk", "idle")[i % 2]) for i in range(2001)]
argv = [dbtool, "blend", *names, "--at", ",".join("%.1f" % (0.3 + 0.2 * i) for i in range(2000)),
        "--from", ",".join(["0.1"] * 2000), "-q", "-o", "/dev/null"]
peaks = []
for more in ([], ["--plant"]):
    _, status, used = os.wait4(subprocess.Popen(argv + more).pid, 0)
    peaks.append(used.ru_maxrss)
    if status:
        sys.exit("FAILED dbtool blend: status %d" % status)
print("2000 cuts: %d KB in memory, %d KB with planted feet" % tuple(peaks))
if peaks[1] > peaks[0] + 1024:
    print("1 failed")
    sys.exit(1)
END

# Locked feet of a hundred transitions that overlap share one budget of 40 MB.
python3 - "$dbtool" "$here" "$scratch" <<'END' || exit 1
import json, os, subprocess, sys
dbtool, clips, scratch = sys.argv[1:]
clip = lambda name: {"clip": "%s/ok_%s.bvh" % (clips, name)}
cuts = [clip("walk")] + [{**clip(("idle", "walk")[i % 2]), "at": "%df" % (3 * (i + 1)), "from": "10f"} for i in range(100)]
plan = os.path.join(scratch, "overlap.json")
json.dump([{"name": "overlap", "out": os.path.join(scratch, "overlap.bvh"), "method": "crossfade", "blend_time": 1.5,
            "plant": True, "cuts": cuts}], open(plan, "w"))
_, status, used = os.wait4(subprocess.Popen([dbtool, "batch", "-q", plan]).pid, 0)
print("100 overlapping cuts with locked feet: %d KB in memory" % used.ru_maxrss)
if status or used.ru_maxrss > 72 * 1024:
    print("1 failed")
    sys.exit(1)
END

"$dbtool" report x 2>&1 | grep -q "built without" && { echo "SKIP reports: no Chart.js"; exit 0; }
python3 - "$dbtool" "$here" "$scratch" <<'END' || exit 1
import json, os, resource, subprocess, sys
dbtool, clips, scratch = sys.argv[1:]
walk, run, kick = ({"clip": "%s/ok_%s.bvh" % (clips, name)} for name in ("walk", "run", "kick"))
jobs = [{"name": "long", "past_end": "loop", "until": 4000, "cuts": [walk, {**run, "at": 1}]}]
jobs += [{"name": "n%d" % i, "cuts": [kick, {**run, "at": 0.1 + 0.0025 * i}]} for i in range(600)]
plan, report = (os.path.join(scratch, name) for name in ("plan.json", "report.html"))
json.dump(jobs, open(plan, "w"))
subprocess.run([dbtool, "report", plan, "-q", "-j", "4", "--methods", "cut,crossfade,dead-halflife,inertialize-spring",
                "-o", report], check=True)
peak, size = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, os.path.getsize(report) // 1024
print("report of %d KB: %d KB in memory" % (size, peak))
if peak > size // 3:
    print("1 failed")
    sys.exit(1)
END
echo "6 passed, 0 failed"
