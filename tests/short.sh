#!/usr/bin/env bash
# short.sh: runs the targets that .ci/run has no time for, shortened, on a few clips of testdata. It
# measures nothing: it shows that they still run. Also fails if a target of tests/README.md is run
# neither here nor by a stage of jobs.mk.
set -u
clips=$(mktemp -d) || exit 2
trap 'rm -rf "$clips"' EXIT
for name in walk run kick idle turn; do # the seventh, by name, is for the test of what is trained
    cp "testdata/bvh/ok_$name.bvh" "$clips/a_$name.bvh"
done
cp testdata/bvh/ok_walk.bvh "$clips/b_walk.bvh"
cp testdata/bvh/ok_run.bvh "$clips/c_run.bvh"
passed=0 failed=0

# short TARGET VARIABLE...: makes it.
ran=' '
short() {
    local begin=$SECONDS status
    ran+="$1 "
    make --no-print-directory -s "$@" BENCH_SHORT=1 CORPUS="$clips" >"$clips/log" 2>&1
    status=$?
    printf '%-14s %s in %d s\n' "$1" "$([ $status -eq 0 ] && echo passed || echo FAILED)" $((SECONDS - begin))
    grep '^SKIP' "$clips/log"
    [ $status -eq 0 ] && passed=$((passed + 1)) && return
    failed=$((failed + 1))
    tail -n 40 "$clips/log"
}

short bench
short bench-search
short score SCORE_PAIRS=2
short claims PAIRS=1
short bench-bridge
short bench-learned
# Only what this fuzzer needs of the library.
short fuzz TIME=2 TARGET=bvh LIB="$(printf 'build/fuzz/%s ' src/base/*.c src/bvh/*.c | sed 's/\.c /.o /g')" CFLAGS='-O0 -g0 -fno-sanitize=address,undefined,float-cast-overflow'
short mutants MUTANTS=1 IN=src/base/number.c
short corpus-check PAIRS=1

# The names of all stages, and the targets that their recipes make.
stages=$({
    grep '^CI_' tests/jobs.mk
    grep -v '^#' tests/jobs.mk | grep -oE '\$\(SUBMAKE\) -s [a-z-]+'
} | tr ' ' '\n')
for target in $(grep -o '`make [a-z-]*' tests/README.md | cut -d ' ' -f 2 | sort -u); do
    case "$ran ci " in *" $target "*) continue ;; esac
    name=${target%-check}
    grep -qxE "ci-${name#check-}|$target" <<<"$stages" && continue
    echo "FAILED: make $target is in tests/README.md, but neither a stage of tests/jobs.mk nor tests/short.sh makes it"
    failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
