#!/usr/bin/env bash
# test_batch.sh DBTOOL
#
# Whole batches: the same bytes for any number of threads and any cache; the files after
# SIGKILL, SIGTERM and SIGINT at random moments; which jobs --resume runs again; a disk that
# fills up.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
unset NO_COLOR
data=$root/testdata/bvh
mounted=
trap '[ -z "$mounted" ] || umount "$mounted"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
RANDOM=7

# expect WHAT COMMAND...: a check, by the command's exit status.
expect() {
    local what=$1
    shift
    "$@" >check.log 2>&1
    count $? "$what" || tail -n 20 check.log
}

is() { # A B
    [ "$1" = "$2" ] || { echo "'$1', expected '$2'"; false; }
}

# no_temporaries: none anywhere here.
no_temporaries() {
    ! find . -name '.*dbtool-tmp*' | grep .
}

# same_trees A B
same_trees() {
    diff -rq "$1" "$2"
}

clips=(walk run turn kick idle walk_30fps)
for name in "${clips[@]}"; do
    cp "$data/ok_$name.bvh" "$name.bvh"
done

# make_plan JOBS OUT: that many jobs over all clips and methods.
methods=(cut crossfade cached-pose inertialize-quintic inertialize-cubic inertialize-spring
    dead-linear dead-decay dead-clamp dead-bounce dead-halflife)
make_plan() {
    local i a b c
    printf '{"defaults": {"out": "%s/{name}.bvh"}, "jobs": [' "$2"
    for ((i = 0; i < $1; i++)); do
        a=${clips[i % 6]} b=${clips[(i / 6 + 1) % 6]} c=${clips[(i / 3 + 2) % 6]}
        [ $i -eq 0 ] || printf ','
        printf '\n{"name": "job%03d", "method": "%s", "cuts": [{"clip": "%s.bvh"}, ' \
            $i "${methods[i % 11]}" "$a"
        printf '{"clip": "%s.bvh", "at": 0.%d}, {"clip": "%s.bvh", "at": "end-0.3"}]' \
            "$b" $((i % 7 + 1)) "$c"
        [ $((i % 4)) -ne 0 ] ||
            printf ', "layers": [{"joints": ["*Arm"], "clips": [{"clip": "kick.bvh", "at": 0.2, "fade": 0.1}]}]'
        printf '}'
    done
    printf ']}\n'
}

# ---- threads and memory ----

make_plan 60 out >plan.json
run_whole() { # NAME OPTION...: outputs and rows go to NAME
    local name=$1
    shift
    "$dbtool" batch -q plan.json --metrics out.csv "$@" >"$name.stdout" 2>"$name.stderr"
    echo $? >"$name.status"
    mkdir "$name"
    mv out out.csv "$name"
}
run_whole one -j 1
expect "60 jobs on one thread" is "$(cat one.status one.stdout one.stderr)" 0
expect "60 outputs" is "$(find one/out -name 'job*.bvh' | wc -l)" 60
expect "rows in the order of the plan" is \
    "$(tail -n +2 one/out.csv | cut -d, -f1 | uniq | tr '\n' ' ')" "$(printf 'job%03d ' $(seq 0 59))"
for options in '-j 2' '-j 8' '-j 1 --memory 1K' '-j 8 --memory 1K' '-j 3 --memory 0' \
    '-j 8 --journal threads.journal'; do
    # shellcheck disable=SC2086
    run_whole other $options
    expect "'$options' succeeds" is "$(cat other.status other.stdout other.stderr)" 0
    expect "'$options' makes the same as '-j 1'" same_trees one other
    rm -rf other
done

# ---- killed at random moments ----

# Some of the kills show that a run resumes; many, in `make ci`, strike rare moments.
kills=4 jobs=60
[ -z "${THOROUGH-}" ] || kills=20 jobs=150
make_plan $jobs out >plan.json
batch() {
    "$dbtool" batch -j 4 plan.json --metrics out.csv --journal journal "$@"
}
started=$(date +%s%N)
batch -q
expect "$jobs jobs, undisturbed" is $? 0
took_ms=$((($(date +%s%N) - started) / 1000000))
mkdir right
mv out out.csv right
rm journal

# whole_journal: after the header every line is a JSON object with name, status and check.
whole_journal() {
    [ ! -e journal ] || python3 -c '
import json
text = open("journal", "rb").read()
assert text == b"" or text.endswith(b"\n")
lines = text.splitlines()
assert lines[:1] in ([], [b"{\"dbtool journal\": 2}"]), lines[0]
for line in lines[1:]:
    entry = json.loads(line)
    assert len(entry["check"]) == 16 and entry["name"].startswith("job")
    assert entry["status"] == "done", entry'
}

# each_done_is_there: an output is complete before its job counts as done.
each_done_is_there() {
    local name
    sed -n '/}$/s/.*"name": "\(job[0-9]*\)", "out": "[^"]*", "status": "done".*/\1/p' journal |
        sort -u >done.txt
    while read -r name; do
        cmp "out/$name.bvh" "right/out/$name.bvh" || return
    done <done.txt
}

# disturb SIGNAL: a batch that gets it after up to its whole time. Others' noise
# ('Killed') does not matter.
set -m
disturb() {
    "$dbtool" batch -q -j 4 plan.json --metrics out.csv --journal journal --resume &
    local pid=$!
    sleep "$(awk -v r=$RANDOM -v ms="$took_ms" 'BEGIN { printf "%.4f", r / 32768 * ms / 1000 }')"
    kill -"$1" $pid
    wait $pid
    status=$?
} 2>/dev/null

# Something is left to do each time: all jobs, all but a shard, or those that the journal lost.
bad=0
for ((i = 0; i < kills; i++)); do
    disturb KILL
    each_done_is_there >check.log 2>&1 || bad=$((bad + 1))
    batch -q --resume || bad=$((bad + 1))
    no_temporaries >/dev/null || bad=$((bad + 1))
    diff -rq out right/out >/dev/null && cmp -s out.csv right/out.csv || bad=$((bad + 1))
    whole_journal || bad=$((bad + 1))
    case $((i % 3)) in
    0) rm -rf out journal out.csv ;;
    1) rm -rf out out.csv journal && batch -q --shard 1/3 ;;
    2) head -n 50 journal >j && mv j journal ;;
    esac
done
expect "$kills kills, each resumed to the undisturbed outputs and rows" is $bad 0

# All in a row, and one resuming after them.
rm -rf out journal out.csv
took_ms=$((took_ms / 4))
for ((i = 0; i < kills; i++)); do
    disturb KILL
done
batch -q --resume
expect "the end of $kills kills in a row" is $? 0
expect "$kills kills in a row: outputs" same_trees out right/out
expect "$kills kills in a row: rows" cmp out.csv right/out.csv
expect "$kills kills in a row: no temporary" no_temporaries
expect "$kills kills in a row: journal" whole_journal

for signal in TERM INT; do
    rm -rf out journal out.csv
    bad=0
    for ((i = 0; i < (kills + 4) / 6; i++)); do
        disturb $signal
        case $status in 0 | 130 | 143) ;; *) bad=$((bad + 1)) ;; esac
        no_temporaries || bad=$((bad + 1))
        whole_journal || bad=$((bad + 1))
        { [ ! -e journal ] || each_done_is_there; } || bad=$((bad + 1))
    done
    expect "SIG$signal: dies of it, no temporary, whole journal, whole outputs" is $bad 0
    batch -q --resume
    expect "SIG$signal, resumed" is $? 0
    expect "SIG$signal, resumed: outputs" same_trees out right/out
    expect "SIG$signal, resumed: rows" cmp out.csv right/out.csv
done
set +m

# A crash of a run without --resume leaves a temporary file beside an output that is done in
# the journal: resuming removes it too.
: >out/.job003.bvh.dbtool-tmp
: >.out.csv.dbtool-tmp
batch -q --resume
expect "a temporary beside a finished output is taken away" no_temporaries
find . -name '.*dbtool-tmp' -exec rm {} +

# ---- jobs that run again ----

# redone COMMAND...: which jobs the command makes anew, by their inodes.
redone() {
    find out -name 'job*' -printf '%f %i %C@\n' | sort >before.txt
    "$@" >redone.log 2>&1 || echo "exit $?"
    find out -name 'job*' -printf '%f %i %C@\n' | sort >after.txt
    comm -13 before.txt after.txt | cut -d. -f1 | xargs
}

make_plan 12 out >plan.json
rm -rf out journal out.csv
batch -q
cp -r out once
cp out.csv once.csv
expect "nothing is done again" is "$(redone batch -q --resume)" ""
expect "the CSV is whole all the same" cmp out.csv once.csv
expect "the summary tells" is "$(batch --resume 2>&1 | sed 's/, [0-9.e-]* s$//')" \
    "12 jobs: 12 done (12 before), 0 failed"
expect "without --resume, all is" is "$(redone batch -q | wc -w)" 12
rm out/job004.bvh out.csv
expect "an output removed by hand" is "$(redone batch -q --resume)" job004
expect "... is made again" same_trees out once
expect "... and the CSV" cmp out.csv once.csv
rm -rf out journal
batch -q
head -c -20 journal >torn
cp torn journal
expect "a torn last line: its job only" is "$(redone batch -q --resume | wc -w)" 1
expect "... leaves a whole journal" whole_journal
printf '{"key": "' >>journal
expect "a line that was only begun" is "$(redone batch -q --resume)" ""
expect "... leaves a whole journal" whole_journal
expect "... and the CSV" cmp out.csv once.csv
sed 's/"name": "job007",/& "precision": 4,/' plan.json >changed.json
cp plan.json plan.before
cp changed.json plan.json
expect "a parameter that changed" is "$(redone batch -q --resume)" job007
cp plan.before plan.json
batch -q --resume
expect "a parameter that changed back: the output as the plan has it" same_trees out once
batch -q
# One digit of the last frame.
users=$(grep -n 'turn.bvh' plan.json | sed 's/.*"name": "\(job[0-9]*\)".*/\1/' | xargs)
sed -i '$ s/[0-9]\([^0-9]*\)$/4\1/' turn.bvh
cmp -s turn.bvh "$data/ok_turn.bvh" && sed -i '$ s/[0-9]\([^0-9]*\)$/5\1/' turn.bvh
expect "a clip that changed: the jobs that read it" is "$(redone batch -q --resume)" "$users"
cp "$data/ok_turn.bvh" turn.bvh
batch -q --resume
expect "a clip that changed back: the outputs as it has them" same_trees out once
expect "a layer's clip that changed" is "$(sed -i '$ s/[0-9]\([^0-9]*\)$/4\1/' kick.bvh
    cmp -s kick.bvh "$data/ok_kick.bvh" && sed -i '$ s/[0-9]\([^0-9]*\)$/5\1/' kick.bvh
    redone batch -q --resume | tr ' ' '\n' | grep -c 'job00[048]')" 3
cp "$data/ok_kick.bvh" kick.bvh

# A failed job is tried again, and counts as failed again.
rm -rf out journal out.csv
mv idle.bvh away
batch -q 2>messages
expect "failed jobs" is $? 1
n_failed=$(grep -c idle.bvh messages)
batch -q --resume 2>messages
expect "failed jobs fail again" is "$? $(grep -c idle.bvh messages)" "1 $n_failed"
mv away idle.bvh
expect "failed jobs are done at last" is "$(redone batch -q --resume | wc -w)" "$n_failed"
expect "... as if nothing had been" same_trees out once
expect "... and the CSV" cmp out.csv once.csv

# ---- a full disk ----

# full FOLDER WHY: four jobs into a place that has room for about two of them.
full() {
    local n
    expect "$2: exit status" is "$full_status" 1
    n=$(find "$1" -name 'job*.bvh' | wc -l)
    expect "$2: some jobs are done, others not" test "$n" -ge 1 -a "$n" -lt 12
    expect "$2: what is there is whole" eval \
        "for f in $1/job*.bvh; do cmp \$f once/\${f##*/} || exit; done"
    expect "$2: each failure is told" is "$(grep -c "^dbtool: job 'job0" messages)" $((12 - n))
    expect "$2: with its cause" is "$(grep "^dbtool: job" messages | grep -vic 'space\|too large')" 0
    expect "$2: no temporary" no_temporaries
}

mkdir disk
if mount -t tmpfs -o size=600k tmpfs disk 2>mount.log; then
    mounted=$scratch/disk
    make_plan 12 disk >full.json
    cp once/job000.bvh disk
    "$dbtool" batch -j 1 full.json --metrics full.csv >/dev/null 2>messages
    full_status=$?
    full disk "a full disk"
    umount disk
    mounted=
else
    echo "SKIP a full tmpfs: $(tr '\n' ' ' <mount.log)"
fi
mkdir limited
make_plan 12 limited >full.json
size=$(find once -name 'job*' -printf '%s\n' | sort -n | sed -n 6p)
(
    ulimit -f $((size / 1024))
    exec "$dbtool" batch -j 2 full.json
) >/dev/null 2>messages
full_status=$?
full limited "a file size limit"
expect "a file size limit leaves what was there" is "$(
    echo old >limited/job000.bvh
    (ulimit -f 8 && exec "$dbtool" batch -q -j 2 full.json) 2>/dev/null
    cat limited/job000.bvh)" old

total
