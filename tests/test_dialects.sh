#!/usr/bin/env bash
# test_dialects.sh DBTOOL [MAKE_CLIPS MAKE_DIALECTS]
#
# Reads every file of testdata/bvh/dialects.tsv with 'dbtool info' and checks
# exit status, messages and the places they name. Given the two generators,
# also checks that they still write the committed bytes, and reads the files
# at the limits, which are made on the spot. See make_dialects.c for the
# manifest's columns.
set -u
export LC_ALL=C

if [ $# -ne 1 ] && [ $# -ne 3 ]; then
    echo "usage: $0 DBTOOL [MAKE_CLIPS MAKE_DIALECTS]" >&2
    exit 2
fi
dbtool=$1
make_clips=${2-}
make_dialects=${3-}

data=$(dirname "$0")/../testdata/bvh
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# report WHAT PROBLEM: counts a check; an empty problem is a pass.
report() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s: %s\n' "$1" "$2"
    fi
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

check_warn() { # PATH LINE COLUMN PHRASES
    local place="dbtool: warning: $1:"
    [ "$2" != - ] && place+="$2:$3: "
    if [ "$status" -ne 0 ]; then
        echo "exit status $status, expected 0: $errors"
    elif [ "$n_lines" -ne 1 ]; then
        echo "$n_lines lines of warnings, expected 1: $errors"
    elif [[ $errors != "$place"* ]]; then
        echo "expected '$place...', got: $errors"
    elif ! has_phrases "$4"; then
        echo "expected '$4' in: $errors"
    fi
}

check_bad() { # PATH LINE COLUMN PHRASES
    local place="dbtool: $1:" # 'dbtool: PATH:LINE:COLUMN: ', or up to what is known
    [ "$2" != - ] && place+="$2:$3: "
    if [ "$status" -ne 2 ]; then
        echo "exit status $status, expected 2: $errors"
    elif [ "$n_lines" -ne 1 ]; then
        echo "$n_lines lines of errors, expected 1: $errors"
    elif [[ $errors != "$place"* ]]; then
        echo "expected '$place...', got: $errors"
    elif ! has_phrases "$4"; then
        echo "expected '$4' in: $errors"
    fi
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

# The motion clips are plain: read in silence.
check_clips() { # FOLDER of them
    local clip
    for clip in "$1"/*.bvh; do
        run info "$data/${clip##*/}" --strict
        report "${clip##*/} --strict" "$(check_ok)"
    done
}

# check_committed FOLDER: are its files those of testdata/bvh?
check_committed() {
    local made
    for made in "$1"/*; do
        report "${made##*/} regenerated" "$(cmp "$made" "$data/${made##*/}" 2>&1)"
    done
}

check_generators() {
    mkdir "$scratch/clips" "$scratch/dialects" "$scratch/limits"
    report "$make_clips" "$("$make_clips" "$scratch/clips" 2>&1 || echo failed)"
    report "$make_dialects" "$("$make_dialects" "$scratch/dialects" 2>&1 || echo failed)"
    report "$make_dialects --limits" "$("$make_dialects" --limits "$scratch/limits" 2>&1 || echo failed)"
    check_committed "$scratch/clips"
    check_committed "$scratch/dialects"
    check_clips "$scratch/clips"
    check_manifest "$scratch/limits"
}

check_manifest "$data"
check_zero_frames
[ -n "$make_clips" ] && check_generators

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
