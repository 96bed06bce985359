#!/bin/sh
# jobs.sh run DIR MAKE...: runs a make whose recipes are jobs. Every 15 seconds it prints which
#     jobs are running, and in the end how many checks passed and failed. Within another such
#     run it only runs the make: its jobs belong to that run. With the variable JOBS_STOP no job
#     begins after one has failed.
# jobs.sh job NAME COMMAND...: runs one of them, and prints how many checks passed and failed, and
#     how many seconds it took and how many core-seconds; of a job that fails, the end of what it
#     printed, too. Succeeds in any case. All that it prints is in DIR/NAME.log. SHOW=all prints all
#     of it, SHOW=stop fails where the job does.
#
# make -j runs as many at a time as there are processors, also where a make runs others.
set -u

# The last line 'N passed, N failed' of a log or what cmocka printed; else it is one check.
count() { # LOG STATUS
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$1" | tail -n 1)
    if [ -z "$counts" ]; then
        p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*$/\1/p' "$1" | tail -n 1)
        f=$(sed -n 's/^\[  FAILED  \] [a-z]*: \([0-9]*\) test.*$/\1/p' "$1" | tail -n 1)
        [ -n "$p$f" ] || { [ "$2" -eq 0 ] && p=1 || f=1; }
        counts="${p:-0} ${f:-0}"
    fi
    passed=${counts% *} failed=${counts#* }
    [ "$2" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
}

job() { # NAME COMMAND...
    # By itself, outside a run, it fails where the job does.
    [ -n "${JOBS_DIR:-}" ] || { JOBS_DIR=build/jobs SHOW=stop; mkdir -p $JOBS_DIR; rm -f $JOBS_DIR/failed; }
    log=$JOBS_DIR/$1.log
    name=$1
    shift
    [ -z "${JOBS_STOP:-}" ] || [ ! -e "$JOBS_DIR/failed" ] || return 0
    show=${SHOW:-}
    unset SHOW
    begin=$(date +%s)
    echo "$begin" >"$JOBS_DIR/$name.running"
    "$@" >"$log" 2>&1 </dev/null
    count "$log" $?
    times >"$JOBS_DIR/$name.times" # of this shell, of its commands; each user and system
    cores=$(awk -F '[ms ]+' 'NR == 2 { printf "%.1f", 60 * $1 + $2 + 60 * $3 + $4 }' "$JOBS_DIR/$name.times")
    skips=$(sh tests/skips.sh "$log") || failed=$((failed + $(echo "$skips" | wc -l)))
    {
        printf '%-24s %5d passed, %d failed, %d s, %s core-s\n' "$name" "$passed" "$failed" \
            $(($(date +%s) - begin)) "$cores"
        if [ "$show" = all ]; then
            cat "$log"
        else
            [ "$failed" -eq 0 ] || tail -n 60 "$log"
            grep '^SKIP' "$log"
        fi
        [ -z "$skips" ] || echo "$skips"
    } >"$JOBS_DIR/$name.result"
    cat "$JOBS_DIR/$name.result"
    echo "$passed $failed $(grep -c '^SKIP' "$log") $cores" >>"$JOBS_DIR/counts"
    [ "$failed" -eq 0 ] || : >"$JOBS_DIR/failed"
    rm "$JOBS_DIR/$name.running"
    [ "$show" != stop ] || [ "$failed" -eq 0 ]
}

# running: the jobs that have begun and not ended, and for how long.
running() {
    now=$(date +%s)
    for file in "$JOBS_DIR"/*.running; do
        read -r begin 2>/dev/null <"$file" || continue
        name=${file##*/}
        printf '%s%s %d s' "$separator" "${name%.running}" $((now - begin))
        separator=', '
    done
}

run() { # DIR MAKE...
    [ -z "${JOBS_DIR:-}" ] || { shift; "$@"; return; }
    JOBS_DIR=$1
    export JOBS_DIR ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1
    shift
    # Of a version manager, python3 is a script that looks for the interpreter, at each of a thousand calls.
    interpreter=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))' 2>/dev/null) && PATH=$interpreter:$PATH
    rm -rf "$JOBS_DIR" && mkdir -p "$JOBS_DIR" && : >"$JOBS_DIR/counts" || return 2
    while sleep 15 >/dev/null 2>&1; do
        separator='running: '
        now=$(running)
        [ -z "$now" ] || echo "$now"
    done &
    teller=$!
    trap 'kill $teller 2>/dev/null' EXIT
    trap 'exit 1' INT TERM
    begin=$(date +%s)
    "$@"
    status=$?
    separator='did not end: '
    running | grep . && status=1
    awk -v seconds=$(($(date +%s) - begin)) '{ p += $1; f += $2; s += $3; c += $4 } END {
        printf "%d jobs, %d s, %.0f core-s%s\n%d passed, %d failed\n", NR, seconds, c, s ? ", " s " skipped" : "", p, f
        exit f > 0 || NR == 0 }' "$JOBS_DIR/counts" && [ $status -eq 0 ]
}

"$@"
