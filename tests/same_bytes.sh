#!/usr/bin/env bash
# same_bytes.sh BUILD: tests that output files do not depend on compiler, optimisation,
# word size, byte order and number of threads.
#
# The dbtool of BUILD runs most commands on the bundled clips: every method with the plan of
# testdata/golden and with every clip joined to itself, layers, metrics, compare, diff, and
# info on good and bad files. Then dbtool is built with other compilers and for other
# machines, and runs the same commands. All output files must be equal.
# A build that is not possible here prints SKIP and the reason.
set -u
export LC_ALL=C
unset NO_COLOR
cd "$(dirname "$0")/.." || exit 2
root=$PWD
build=$1
case $build in /*) ;; *) build=$root/$build ;; esac
work=$build/same-bytes
data=$root/testdata/bvh
corpus=${CORPUS:-../shared/corpus} # real clips for dbtool.exe, if this folder exists
mkdir -p "$work" || exit 2
passed=0 failed=0 skipped=0
jobs=-j$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
case ${MAKEFLAGS:-} in *--jobserver*) jobs='' ;; esac # the make that runs this script limits the jobs

# check WHAT COMMAND...: passes if the command's status is 0. Otherwise prints the end of its output.
check() {
    local what=$1
    shift
    if "$@" >"$work/check.log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $what"
        tail -n 20 "$work/check.log"
    fi
}

# skip VARIANT REASON: prints SKIP. It is a failure if tests/skips.sh does not allow it.
skip() {
    echo "SKIP $1: $2" | tee "$work/skipped"
    skipped=$((skipped + 1))
    sh tests/skips.sh "$work/skipped" || failed=$((failed + 1))
}

# ---- the commands that every build runs ----

few='' # '-few' under an emulator: each clip is joined by one method in turn, methods have a part of the options

# plan_of_clips: prints a plan that joins every readable clip to itself, by every method.
plan_of_clips() {
    local clip name comma='' k=0 list
    IFS=', ' read -r -a list <<<"$methods"
    printf '{"defaults": {"out": "{name}.bvh", "align": "none", "method": [%s]}, "jobs": [' "$methods"
    for clip in "$data"/ok_*.bvh; do
        name=${clip##*/}
        printf '%s\n  {"name": "%s.{method}", "cuts": [{"clip": "%s"}, {"clip": "%s", "at": "end"}]%s}' "$comma" \
            "${name%.bvh}" "bvh/$name" "bvh/$name" "${few:+, \"method\": ${list[k++ % ${#list[@]}]}}"
        comma=,
    done
    printf '\n]}\n'
}

# work_through OUT THREADS TOOL...: runs all commands with output into OUT. Batches run with each of these numbers of
# threads. Messages and exit statuses of failures are part of the output.
work_through() {
    local out=$1 numbers=$2 threads method options number=0
    shift 2
    rm -rf "$out"
    mkdir -p "$out/blend" || return 2
    ln -s "$data" "$out/bvh"
    for threads in $numbers; do
        mkdir -p "$out/j$threads/golden"
        ln -s "$data" "$out/j$threads/bvh"
        cp testdata/golden/plan.json "$out/j$threads/golden/plan.json"
        plan_of_clips >"$out/j$threads/clips.json"
        for plan in golden/plan.json clips.json; do
            (cd "$out/j$threads" && "$@" batch "$plan" -q -j $threads --memory 20K \
                --metrics "${plan%.json}.csv" >messages 2>&1
                echo $? >>messages # sorted, because messages come in the order in which jobs end
                sort messages >"${plan%.json}.txt" && rm messages)
        done
        rm "$out/j$threads/bvh"
    done
    cd "$out" || return 2
    for method in $(tr -d '",' <<<"$methods"); do
        for options in '' '--unroll --precision 9' '--align none --window 0.4' \
            '--interpolate linear --from 0.1 --until 2.5 --profile *Arm=2 --skip *Foot'; do
            # Under an emulator every method without options, and every fourth of the rest.
            [ -z "$few" ] || [ -z "$options" ] || [ $((number++ % 4)) -eq 0 ] || continue
            # shellcheck disable=SC2086 # a list of options
            (set -f; "$@" blend bvh/ok_walk.bvh bvh/ok_walk_30fps.bvh bvh/ok_run.bvh --at 0.9,1.05 -m "$method" \
                $options -o "blend/$method${options//[^a-z0-9]/}.bvh" --metrics "blend/$method${options//[^a-z0-9]/}.csv")
        done
        "$@" methods "$method" --response x0=1,v0=-5 >"blend/$method.response.csv"
    done >blend.txt 2>&1
    {
        cp "$work/model.safetensors" .
        "$@" blend bvh/ok_walk.bvh bvh/ok_walk_30fps.bvh bvh/ok_run.bvh --at 0.9,1.5 -m dead-learned:model=model.safetensors \
            -t 0.5 -o learned.bvh --metrics learned.csv
        cp "$work/bridge.safetensors" .
        "$@" blend bvh/ok_walk.bvh bvh/ok_walk_30fps.bvh bvh/ok_run.bvh --at 0.9,1.5 --gap 0.3 \
            -m bridge-learned:model=bridge.safetensors -o bridged.bvh --metrics bridged.csv
        "$@" suggest bvh/ok_walk.bvh bvh/ok_run.bvh --format json -q -o suggest.json
        "$@" graph bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_idle.bvh --format json -q -o graph.json
        "$@" loop bvh/ok_walk.bvh -q -o loop.bvh
        "$@" pops bvh/ok_walk.bvh bvh/ok_kick.bvh blend/cut.bvh --format json -q -o pops.json
        "$@" metrics bvh/ok_walk.bvh bvh/ok_turn.bvh --at 0.7 -o metrics.csv
        "$@" metrics blend/cut.bvh --at 0.9 --source bvh/ok_walk.bvh --target bvh/ok_walk_30fps.bvh -o sources.csv
        "$@" compare bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 --format csv -o compare.csv
        "$@" compare bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 -o compare.txt
        "$@" report bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_kick.bvh --at 0.9,1.2 -q -o report.html
        "$@" diff blend/crossfade.csv blend/dead-linear.csv --methods crossfade,dead-linear --format json -o diff.json
        "$@" diff "$root/testdata/golden/metrics.csv" compare.csv -o diff.txt
        "$@" info --limits bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_kick.bvh -o limits.json
        "$@" blend bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 -m dead-clamp --limits limits.json -o limits.bvh
    } >rest.txt 2>&1
    "$@" info --format json bvh/*.bvh >info.txt 2>info.messages # also of bad files
    echo $? >>info.txt
    rm bvh
    cd "$root" || return 2
}

# same_tree RIGHT OTHER: fails unless both folders have the same files, and OTHER has BVH and CSV files.
same_tree() {
    local kind
    for kind in bvh csv; do
        [ -n "$(find "$2" -name "*.$kind" -print -quit)" ] || { echo "no $kind among the outputs"; return 1; }
    done
    diff -rq "$1" "$2"
}

# ---- builds ----

# build_tool NAME CC CFLAGS LDFLAGS [TARGET...]: builds the targets, or dbtool, into $work/NAME.
build_tool() {
    local dir=$work/$1 cc=$2 cflags=$3 ldflags=$4
    shift 4
    [ $# -gt 0 ] || set -- dbtool
    # shellcheck disable=SC2086 # one word, or none
    make --no-print-directory $jobs BUILD="$dir" CC="$cc" CFLAGS="-g0 $cflags" LDFLAGS="$ldflags" \
        "${@/#/$dir/}" >"$dir.log" 2>&1
}

# same NAME TOOL...: runs all commands with 8 threads and compares the files with the default build's. Those are equal
# with one thread, too.
same() {
    local name=$1 before=$failed
    shift
    work_through "$work/$name.out" 8 "$@"
    check "$name: the default build's files" same_tree "$work/default$few.out" "$work/$name.out"
    [ "$failed" -ne "$before" ] || echo "$name: the same"
}

# variant NAME CC CFLAGS: tests a build with another compiler for this machine.
variant() {
    if ! command -v "$2" >/dev/null; then
        skip "$1" "no $2"
    elif ! build_tool "$1" "$2" "$3" ''; then
        check "$1 is built: $(tail -n 5 "$work/$1.log")" false
    else
        same "$1" "$work/$1/dbtool"
    fi
}

# static_build: tests a build of `make static`, which must need no loader and no library.
static_build() {
    local log=$work/static.log dir=$work/static reason
    if ! reason=$(sh tests/deps.sh build static 2>&1); then
        skip static "$(head -n 1 <<<"$reason")"
    elif ! reason=$(make --no-print-directory -s CONFIG=static BUILD="$dir" "$dir/libcjson.a" 2>&1); then
        skip static "$(head -n 1 <<<"$reason")"
    # Uses the default build's objects, because both builds have the same flags.
    elif ! { cp -rp "$build"/src "$build"/*_page.[co] "$dir" && make --no-print-directory $jobs CONFIG=static BUILD="$dir" "$dir/dbtool"; } >"$log" 2>&1; then
        check "static is built: $(tail -n 5 "$log")" false
    else
        check "static needs no loader and no library" \
            test -z "$(readelf -lWd "$dir/dbtool" | grep -E 'INTERP|NEEDED')"
        same static "$dir/dbtool"
    fi
}

# portable_build: tests a build without optimisation and without calls that only Linux has, as check-portable does.
portable_build() {
    local log=$work/portable.log
    if ! make --no-print-directory $jobs CONFIG=portable build/portable/dbtool >"$log" 2>&1; then
        check "portable is built: $(tail -n 5 "$log")" false
    else
        same portable "$root/build/portable/dbtool"
    fi
}

# long_work OUT TOOL...: runs commands that take too long under an emulator, with output into OUT: training, and, if
# there are real clips, 10 pairs of them by every method.
long_work() {
    local out=$1 folder
    shift
    rm -rf "$out"
    mkdir -p "$out" || return 2
    "$@" train -q "$data"/ok_{walk,run,turn}.bvh -o "$out/model.safetensors" --hidden 16 --iterations 10
    "$@" train --bridge -q "$data"/ok_{walk,run,turn}.bvh -o "$out/bridge.safetensors" --hidden 16 --iterations 10
    [ -d "$corpus" ] || return 0
    folder=$(find -L "$corpus" -name '*.bvh' -printf '%h\n' | sort | uniq -c | sort -n | sed -n '$s/^ *[0-9]* //p')
    ln -s "$(cd "$folder" && pwd)" "$out/clips"
    cat >"$out/pairs.json" <<END
{"defaults": {"out": "{name}.bvh", "method": [$methods]},
 "jobs": [{"name": "{clip}.{clip2}.{method}", "at": "end-0.3", "pairs": {"clips": "clips/*.bvh", "take": "random:10:1"}}]}
END
    (cd "$out" && "$@" batch -q pairs.json --metrics pairs.csv)
    rm "$out/clips"
}

# same_long_work OUT OTHER: fails unless both have the same files, with models, and with pairs if there are real clips.
same_long_work() {
    [ -s "$2/bridge.safetensors" ] && { [ ! -d "$corpus" ] || [ -s "$2/pairs.csv" ]; } && diff -rq "$1" "$2"
}

# windows_build: tests dbtool.exe under Wine, as check-windows does. Its C library, linker and system calls differ.
windows_build() {
    local log=$work/windows.log dir=$work/windows reason
    if ! reason=$(sh tests/deps.sh windows wine 2>&1); then
        skip windows "$(head -n 1 <<<"$reason")"
    elif ! make --no-print-directory $jobs windows >"$log" 2>&1; then
        check "windows is built: $(tail -n 5 "$log")" false
    else
        sh tests/windows/wine.sh "$dir/wine"
        same windows "$dir/wine/run" "$root/build/windows/dbtool.exe"
        long_work "$work/default.long" "$build/dbtool"
        long_work "$work/windows.long" "$dir/wine/run" "$root/build/windows/dbtool.exe"
        check "windows: the default build's models and pairs of real clips" same_long_work "$work"/{default,windows}.long
        rm -r "$work"/{default,windows}.long
        WINEPREFIX=$dir/wine wineserver -k </dev/null
    fi
}

# mips_build: tests a build for a big-endian machine of 32 bits, and runs unit tests there, under an emulator.
mips_build() {
    local log=$work/mips.log dir=$root/build/mips reason test tests=()
    if ! reason=$(sh tests/deps.sh mips 2>&1); then
        skip mips "$(head -n 1 <<<"$reason")"
        return
    fi
    # Only tests of folders whose code depends on byte order or on the size of a pointer. `same` covers the rest.
    for test in tests/{base,bvh,diff,host,net,run}/test_*.c; do
        tests+=("$dir/tests/$(basename "$test" .c)")
    done
    if ! make --no-print-directory $jobs CONFIG=mips CC=mips-linux-gnu-gcc AR=mips-linux-gnu-ar CFLAGS=-g0 \
        "${tests[@]#"$root/"}" build/mips/dbtool >"$log" 2>&1; then
        check "mips is built: $(grep -m 5 -E 'error|warning' "$log")" false
        return
    fi
    few=-few
    work_through "$work/default$few.out" 8 "$build/dbtool"
    same mips qemu-mips-static "$dir/dbtool"
    check "mips: a file beyond its addresses is refused" too_large qemu-mips-static "$dir/dbtool"
    # Two at a time. The readers' tests take the longest.
    printf '%s\n' "${tests[@]}" | xargs -P 2 -I{} sh -c 'qemu-mips-static "$1" >"$1.log" 2>&1; echo $? >"$1.log.status"' sh {}
    for test in "${tests[@]}"; do
        check "mips: ${test##*/}" unit_test "$test"
    done
}

# too_large TOOL...: fails unless a file of 4 GB and 200 bytes is refused. Its zeros take no space on the disk.
too_large() {
    cp "$data/ok_walk.bvh" "$work/large.bvh" && truncate -s 4294967496 "$work/large.bvh" || return 1
    "$@" info "$work/large.bvh" 2>&1 | grep 'large.bvh: cannot read: File too large'
    local told=$?
    rm "$work/large.bvh"
    return $told
}

# unit_test PROGRAM: prints the output of its run. Fails if it failed.
unit_test() {
    cat "$1.log"
    [ "$(cat "$1.log.status")" = 0 ]
}

[ -x "$build/dbtool" ] || { echo "no $build/dbtool" >&2; exit 2; }
methods=$(python3 -c 'import json
print(", ".join(map(json.dumps, json.load(open("testdata/golden/plan.json"))["defaults"]["method"])))')
"$build/dbtool" train -q "$data"/ok_{walk,run,turn}.bvh -o "$work/model.safetensors" --hidden 32 --iterations 100 -j 1 || exit 2
"$build/dbtool" train --bridge -q "$data"/ok_{walk,run,turn}.bvh -o "$work/bridge.safetensors" --hidden 32 --iterations 100 -j 1 || exit 2
work_through "$work/default.out" '1 8' "$build/dbtool"
echo "default: $(find "$work/default.out" -type f | wc -l) files, $(find "$work/default.out" -name '*.bvh' | wc -l) of them BVH"
check "default: -j 8 as -j 1" diff -rq "$work/default.out/j1" "$work/default.out/j8"
rm -r "$work/default.out/j1"

portable_build
variant clang-O3 clang '-O3 -Werror'
static_build
windows_build
if grep -qw fma /proc/cpuinfo 2>/dev/null && [ "$(uname -m)" = x86_64 ]; then
    # As on an older processor, without FMA and AVX2.
    same no-fma env GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 "$build/dbtool"
else
    skip no-fma "no x86-64 processor that has it"
fi
mips_build
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
