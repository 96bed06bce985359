# Ctrl-Break, and closing the window, remove temporaries and leave what an output replaces. A batch first finishes
# the running job; where the window is closed, only if that takes less than the seconds that Windows allows.
take walk run
echo old >out.bvh
event() { # NUMBER FILE ARGUMENT...
    wine "$HELPER" event "$1" "$2" "$EXE" "${@:3}" 2>&1 | tr -d '\r'
}
for number in 1 2; do
    event $number .out.bvh.dbtool-tmp blend -q walk.bvh run.bvh -a 1 --past-end loop --until 9e5 --max-frames 100000000 \
        -o out.bvh
done
plan() { # of a job for each name that is read
    sed 's/.*/{"name": "&", "out": "new\/{name}.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}/'
}
seq 2000 | plan >plan.json
for number in 1 2; do
    event $number new batch -q -j 1 plan.json
    [ "$(dbtool info new | grep -c joints)" = "$(find new -type f | wc -l)" ] && echo 'what was written is whole'
    rm -r new
done
echo long | plan | sed 's/{/&"past_end": "loop", "until": 9e5, /' >plan.json
trap '' XFSZ
(ulimit -f 4000000 && event 2 new/.long.bvh.dbtool-tmp batch -q --max-frames 100000000 plan.json)
cat out.bvh
ls -A . new
