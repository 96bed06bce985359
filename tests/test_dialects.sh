#!/usr/bin/env bash
# test_dialects.sh DBTOOL: reads every file of testdata/bvh/dialects.tsv and files at the reader's limits with
# 'dbtool info', and checks exit status, messages and the positions that they name.
#
# dialects.tsv has the columns file, verdict, line, column, phrases, options. Verdicts: ok is accepted in silence, warn with
# one warning, bad is refused. Lines and columns count from 1, columns in bytes; '-': any. Phrases, separated by ';', must
# all occur in the message, ignoring case and the commas of thousands; '-' for none. Options are passed to the command.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
data=$root/testdata/bvh

# report WHAT PROBLEM: counts a check; an empty problem is a pass.
report() {
    [ -z "$2" ]
    count $? "$1: $2"
}

# run ARGUMENT...: sets status, errors (standard error) and n_lines (of it).
run() {
    "$dbtool" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
    status=$?
    errors=$(tr -d '\000' <"$scratch/stderr")
    n_lines=$(wc -l <"$scratch/stderr")
}

# has_phrases PHRASES: does $errors hold each of 'one;two;...'?
has_phrases() {
    [ "$1" = - ] && return
    local phrase text=${errors,,} phrases
    IFS=';' read -r -a phrases <<<"$1"
    for phrase in "${phrases[@]}"; do
        # 1,000 is as good as 1000
        [[ $text == *"${phrase,,}"* || ${text//,/} == *"${phrase,,}"* ]] || return 1
    done
}

# The checks below print what is wrong, or nothing.

check_ok() {
    if [ "$status" -ne 0 ]; then
        echo "exit status $status, expected 0: $errors"
    elif [ -n "$errors" ]; then
        echo "expected silence, got: $errors"
    fi
}

check_message() { # STATUS KIND PATH LINE COLUMN PHRASES: one line, 'dbtool: KINDPATH:LINE:COLUMN: ' and the phrases
    local position="dbtool: $2$3:"
    [ "$4" != - ] && position+="$4:$5: "
    if [ "$status" -ne "$1" ]; then
        echo "exit status $status, expected $1: $errors"
    elif [ "$n_lines" -ne 1 ]; then
        echo "$n_lines lines, expected 1: $errors"
    elif [[ $errors != "$position"* ]]; then
        echo "expected '$position...', got: $errors"
    elif ! has_phrases "$6"; then
        echo "expected '$6' in: $errors"
    fi
}

check_warn() { # PATH LINE COLUMN PHRASES
    check_message 0 'warning: ' "$@"
}

check_bad() { # PATH LINE COLUMN PHRASES
    check_message 2 '' "$@"
}

# check_manifest FOLDER: every row of its dialects.tsv.
check_manifest() {
    local file verdict line column phrases options path what
    local -a opts
    while IFS=$'\t' read -r file verdict line column phrases options; do
        path=$1/$file
        opts=()
        what=$file
        if [ "$options" != - ]; then
            read -r -a opts <<<"$options"
            what="$file $options"
        fi
        run info "$path" ${opts[@]+"${opts[@]}"}
        case $verdict in
        ok)
            report "$what" "$(check_ok)"
            run info "$path" ${opts[@]+"${opts[@]}"} --strict
            report "$what --strict" "$(check_ok)"
            ;;
        warn)
            report "$what" "$(check_warn "$path" "$line" "$column" "$phrases")"
            run info "$path" ${opts[@]+"${opts[@]}"} -q
            report "$what -q" "$(check_ok)"
            run info "$path" ${opts[@]+"${opts[@]}"} --strict
            report "$what --strict" "$(check_bad "$path" "$line" "$column" "$phrases")"
            ;;
        bad)
            report "$what" "$(check_bad "$path" "$line" "$column" "$phrases")"
            ;;
        *)
            report "$what" "unknown verdict '$verdict'"
            ;;
        esac
    done < <(tail -n +2 "$1/dialects.tsv")
}

# A clip without frames can be looked at but not played.
check_zero_frames() {
    local clip=$data/ok_zero_frames.bvh out=$scratch/out.bvh
    local command
    for command in "blend $clip $clip --at 0 -o $out" "compare $clip $clip --at 0 -o $out" \
        "metrics $clip --at 0 -o $out"; do
        # shellcheck disable=SC2086 # words; no blank in the paths
        run $command
        report "${command%% *} of 0 frames" "$(check_bad "$clip" - - "no frames")"
        report "${command%% *} of 0 frames: output" "$([ -e "$out" ] && echo 'left a file')"
    done
}

# The motion clips are read in silence, too.
check_clips() {
    local clip
    for clip in "$data"/ok_*.bvh; do
        grep -q "^${clip##*/}" "$data/dialects.tsv" && continue
        run info "$clip" --strict
        report "${clip##*/} --strict" "$(check_ok)"
    done
}

# joints N CHAIN EXTRA: a file of N joints, all in a chain or all under ROOT. The last name, J and a number, is EXTRA longer.
joints() {
    awk -v n="$1" -v chain="$2" -v extra="$3" 'BEGIN {
        print "HIERARCHY"
        for (i = 0; i < n; i++) {
            name = "J" i
            if (i == n - 1) for (k = 0; k < extra; k++) name = name "x"
            printf "%s %s\n{\nOFFSET 0 1 0\n%s\n", i ? "JOINT" : "ROOT", name, i ? "CHANNELS 0" : "CHANNELS 3 Zrotation Xrotation Yrotation"
            if (i == n - 1 || !chain && i) print "End Site\n{\nOFFSET 0 1 0\n}"
            if (!chain && i) print "}"
        }
        for (i = 0; i < (chain ? n : 1); i++) print "}"
        print "MOTION\nFrames: 1\nFrame Time: 0.0333333\n0 0 0"
    }'
}

# The files at the limits of nesting, joints and names, and just past them, which are too large to keep.
check_limits() {
    joints 1000 1 0 >"$scratch/ok_nesting_1000.bvh"
    joints 1001 1 0 >"$scratch/bad_nesting_1001.bvh"
    joints 65536 0 0 >"$scratch/ok_joints_65536.bvh"
    joints 65537 0 0 >"$scratch/bad_joints_65537.bvh"
    joints 2 1 4094 >"$scratch/ok_name_4096.bvh"
    joints 2 1 4095 >"$scratch/bad_name_4097.bvh"
    # A chain has four lines a joint, ROOT's name on line 2; joints below ROOT have nine.
    tr ' ' '\t' >"$scratch/dialects.tsv" <<END
file verdict line column phrases options
ok_nesting_1000.bvh ok - - - -
bad_nesting_1001.bvh bad $((4 * 1000 + 2)) 1 1000 -
ok_joints_65536.bvh ok - - - -
bad_joints_65537.bvh bad $((9 * 65535 + 6)) 7 65536 -
ok_name_4096.bvh ok - - - -
bad_name_4097.bvh bad 6 7 4096 -
END
    check_manifest "$scratch"
}

check_manifest "$data"
check_zero_frames
check_clips
check_limits

total
