# What the cases share. Sourced by run.sh.
# shellcheck shell=bash

dbtool() {
    "$DBTOOL" "$@"
}

# take NAME...: testdata/bvh/ok_NAME.bvh as NAME.bvh here.
take() {
    local name
    for name; do
        cp "$DATA/bvh/ok_$name.bvh" "$name.bvh"
    done
}

# motion FRAME_TIME LINE...: the motion of a clip, to standard output.
motion() {
    printf 'MOTION\nFrames: %d\nFrame Time: %s\n' $(($# - 1)) "$1"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@"
}

# point FRAME_TIME LINE...: a clip of one joint, to standard output. A line is
# x y z, then the turns about z, x and y.
point() {
    cat <<'END'
HIERARCHY
ROOT Point
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	End Site
	{
		OFFSET 0 1 0
	}
}
END
    motion "$@"
}

# slide X...: a clip of one joint, ten frames a second, that is at each x in turn.
slide() {
    local x
    local -a lines=()
    for x; do
        lines+=("$x 0 0 0 0 0")
    done
    point 0.1 "${lines[@]}"
}

# pair LAYOUT_OF_LEFT LAYOUT_OF_RIGHT FRAME_TIME LINE...: a clip of a joint Body
# with six channels and two children; a layout is what follows CHANNELS.
pair() {
    cat <<END
HIERARCHY
ROOT Body
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Left
	{
		OFFSET 1 0 0
		CHANNELS $1
		End Site
		{
			OFFSET 1 0 0
		}
	}
	JOINT Right
	{
		OFFSET -1 0 0
		CHANNELS $2
		End Site
		{
			OFFSET -1 0 0
		}
	}
}
END
    shift 2
    motion "$@"
}

# anew CLIP.bvh OUT.bvh CHANGE...: the clip on another rig, see rigs.py.
anew() {
    python3 "$TESTS/rigs.py" "$@"
}

# What a name may hold at worst: quotes, controls, the end of a script, bytes that are no text.
odd_name=$'a"b\\c\x01\x1b\x7f<\\/script>\xe2\x80\xa8\xff\xed\xa0\x80\xc3\xa9'

# extreme SIZE NAME: a clip of three joints, one of that name, in which every number is of that
# size.
extreme() {
    local i
    local -a lines=() sign=('' - - '' - '' '')
    for i in {1..40}; do
        lines+=("$(printf -- "%s$1 " '' - "${sign[i % 7]}" '' '' - "${sign[i % 5]}" '' - "${sign[i % 6]}" - '')")
    done
    pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.05 "${lines[@]}" |
        sed "s/OFFSET [-0-9].*/OFFSET $1 -$1 $1/; s/JOINT Left/JOINT $2/"
}

# frames FILE: its lines of numbers.
frames() {
    sed '1,/^[[:space:]]*Frame Time/d' "$1"
}

# column FILE N: the N-th number of each frame.
column() {
    frames "$1" | awk -v n="$2" '{ print $n }'
}

# same A B: prints 'A = B' where the files hold the same bytes.
same() {
    cmp "$1" "$2" && echo "$1 = $2"
}

# tries COMMAND...: runs it, prints its exit status where that is not 0.
tries() {
    "$@"
    local status=$?
    [ $status -eq 0 ] || echo "exit $status"
}

# into FILE COMMAND...: its standard output goes to the file.
into() {
    local file=$1
    shift
    "$@" >"$file"
}

# leftovers: temporaries and other hidden files here.
leftovers() {
    find . -name '.?*' ! -name . | sort
}

# until_true COMMAND...: waits for it, at most five minutes: the machine may be slow.
until_true() {
    local end=$((SECONDS + 300))
    while ((SECONDS < end)); do
        "$@" && return
        sleep 0.02
    done
    echo "waited in vain for: $*"
    return 1
}

# has_leftovers: true while a temporary is there.
has_leftovers() {
    [ -n "$(leftovers)" ]
}

# interrupt SIGNAL: sends it to the last command in the background ("$DBTOOL"
# itself, not the function dbtool) and prints how that ended. 'set -m' must be on,
# else the shell lets background commands ignore SIGINT.
interrupt() {
    kill -"$1" $!
    local status
    wait $! 2>/dev/null
    status=$?
    [ $status -gt 128 ] && echo "died of $(kill -l $status)" || echo "exit $status"
}

# unprivileged ARGUMENT...: dbtool as a user whom permissions bind; a copy of it,
# where that user may go.
unprivileged() {
    [ -e ../program ] || cp "$DBTOOL" ../program
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups ../program "$@"
    else
        ../program "$@"
    fi
}

# drain PIPE: reads it until the last command in the background has ended, and prints its exit
# status where that is not 0. The command may fail before it opens the pipe.
drain() {
    local command=$! reader
    cat "$1" >/dev/null &
    reader=$!
    wait $command || echo "exit $?"
    kill $reader
    wait $reader
} 2>/dev/null

# edit FILE: writes over a byte in its middle, as an editor that saves in place would.
edit() {
    local half=$(($(stat -c %s "$1") / 2)) digit
    digit=$(tail -c +$((half + 1)) "$1" | grep -abo '[0-8]' | head -n 1)
    printf 9 | dd of="$1" bs=1 seek=$((half + ${digit%%:*})) conv=notrunc status=none
}

# take_old NAME...: clips whose times are not those of a file just written.
take_old() {
    local name
    take "$@"
    for name; do
        touch -d '2001-01-01' "$name.bvh"
    done
}
