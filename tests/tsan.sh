#!/usr/bin/env bash
# tsan.sh BUILD: runs all commands with threads under the thread sanitizer. BUILD is one of
# CONFIG=tsan. Each run must make the same bytes as one thread, without a race.
set -- "$1/dbtool"
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
build=${dbtool%/*}
cd "$scratch" || exit 2
ln -s "$root/testdata/bvh" bvh

# A race gives status 66, for any status of the tool.
export TSAN_OPTIONS="exitcode=66 halt_on_error=0 ${TSAN_OPTIONS:-}"
# The sanitizer cannot run with the address randomisation of some kernels.
run=()
if ! "$dbtool" help >log 2>&1; then
    run=(setarch "$(uname -m)" -R)
    if ! "${run[@]}" "$dbtool" help >log 2>&1; then
        echo "SKIP tsan: $(head -n 1 log)" | tee skipped
        sh "$root/tests/skips.sh" skipped
        exit
    fi
fi

# expect WHAT STATUS COMMAND...
expect() {
    local what=$1 expected=$2 status
    shift 2
    "$@" >log 2>&1
    status=$?
    [ $status -eq "$expected" ] && ! grep -q 'WARNING: ThreadSanitizer' log
    count $? "$what: status $status, expected $expected" || head -n 60 log
}

declare -A ran=() # commands
tool() {
    ran[$1]=yes
    "${run[@]}" "$dbtool" "$@"
}

# Checks that the sanitizer finds a race: otherwise nothing below could fail.
printf '%s\n' '#include <pthread.h>' 'static int shared;' \
    'static void *add(void *p) { for (int i = 0; i < 100000; i++) shared++; return p; }' \
    'int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); pthread_join(t, 0); return shared == 1; }' >race.c
"${CC:-cc}" -g -fsanitize=thread -pthread -o race race.c
"${run[@]}" ./race >log 2>&1
if [ $? -ne 66 ]; then
    echo "FAILED: the sanitizer does not see a race"
    exit 1
fi

# ---- batch: cache, memory, journal, limits of joints, layers ----

# Methods without gap and model; models are tested below.
mapfile -t methods < <("${run[@]}" "$dbtool" methods | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p' | grep -vx -e dead-learned -e bridge-linear -e bridge-learned)
[ ${#methods[@]} -gt 10 ] || { echo "FAILED: few methods: ${methods[*]}"; exit 1; }
clips=(walk run turn kick idle walk_30fps)
{
    printf '{"defaults": {"out": "out/{name}.bvh"}, "jobs": ['
    for ((i = 0; i < 3 * ${#methods[@]}; i++)); do
        [ $i -eq 0 ] || printf ','
        printf '\n{"name": "job%02d", "method": "%s", "cuts": [{"clip": "bvh/ok_%s.bvh"}, ' $i \
            "${methods[i % ${#methods[@]}]}" "${clips[i % 6]}"
        printf '{"clip": "bvh/ok_%s.bvh", "at": 0.%d}]' "${clips[(i / 6 + 1) % 6]}" $((i % 7 + 1))
        [ $((i % 4)) -ne 0 ] ||
            printf ', "layers": [{"joints": ["*Arm"], "clips": [{"clip": "bvh/ok_kick.bvh", "at": 0.2, "fade": 0.1}]}]'
        printf '}'
    done
    # A valid job that fails while the others run.
    printf ',\n{"name": "fails", "cuts": [{"clip": "bvh/ok_walk.bvh"}, {"clip": "bvh/ok_run.bvh", "at": 900}]}]}\n'
} >plan.json

# batch NAME OPTION...: outputs and rows go to NAME.
batch() {
    local name=$1 status
    shift
    tool batch plan.json --metrics out.csv "$@"
    status=$?
    mkdir "$name" && mv out out.csv "$name"
    return $status
}
expect "batch -j 1" 1 batch one -j 1
for options in '-j 4' '-j 4 --memory 20K' '-j 4 --memory 0' '-j 4 --journal journal --memory 1K'; do
    # shellcheck disable=SC2086 # a list of options
    expect "batch $options" 1 batch other $options
    expect "batch $options as -j 1" 0 diff -r one other
    rm -rf other
done

# Half of the journal and of the outputs are there.
cp -r one/out .
head -n 15 journal >half && mv half journal
expect "batch --resume" 1 batch other -j 4 --journal journal --resume
expect "batch --resume as -j 1" 0 diff -r one other
rm -rf other
expect "batch --fail-fast" 1 batch other -j 4 --fail-fast
rm -rf other
# Stopped in the middle: the handler and the threads.
stop_batch() {
    local pid
    "${run[@]}" "$dbtool" batch plan.json -j 4 --metrics out.csv --journal stopped &
    pid=$!
    until [ -s stopped ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -TERM $pid
    wait $pid
}
expect "batch that is stopped" 143 stop_batch
rm -rf out out.csv
expect "batch --fail-if" 1 batch other -j 4 --fail-if 'ang_vel_jump_deg_s>200' --memory 20K

# ---- files and tables that are read by several threads ----

"$build/tests/make_big" 12 >big.bvh
expect "info of a large file" 0 tool info big.bvh
sed '200s/[0-9]/x/' big.bvh >bad.bvh
expect "info of a large file with an error" 2 tool info bad.bvh
expect "blend of large files" 0 tool blend big.bvh big.bvh --at 1 -o blended.bvh --metrics blended.csv

expect "compare -j 1" 0 tool compare bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 -j 1 --format csv -o one.csv
expect "compare -j 4" 0 tool compare bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 -j 4 --format csv -o four.csv --keep kept
expect "compare -j 4 as -j 1" 0 cmp one.csv four.csv

# Threads of sequences, and of the methods of one. One of the jobs fails.
for n in 1 4; do
    expect "report of clips -j $n" 0 tool report bvh/ok_walk.bvh bvh/ok_run.bvh --at 1.2 -j $n -q -o clips$n.html
    expect "report of a plan -j $n" 1 tool report plan.json -j $n -q -o plan$n.html
    expect "report with methods -j $n" 1 tool report plan.json -j $n -q --methods cut,dead-decay -o methods$n.html
done
for report in clips plan methods; do
    expect "report of $report -j 4 as -j 1" 0 cmp ${report}1.html ${report}4.html
done

# ---- the search: rows of a pair, pairs of a chain, jobs whose cuts are at best ----

searched=(bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_turn.bvh)
for n in 1 4; do
    expect "suggest -j $n" 0 tool suggest "${searched[@]}" --top 5 -j $n --format csv -o suggest$n.csv
    expect "graph -j $n" 0 tool graph "${searched[@]}" -j $n -o graph$n.json
    expect "suggest --memory 0 -j $n" 0 tool suggest "${searched[@]}" --top 5 -j $n --memory 0 --format csv -o again$n.csv
    expect "loop -j $n" 0 tool loop bvh/ok_turn.bvh -q -j $n -o loop$n.bvh
done
expect "suggest -j 4 as -j 1" 0 cmp suggest1.csv suggest4.csv
expect "graph -j 4 as -j 1" 0 cmp graph1.json graph4.json
expect "suggest --memory 0 as without" 0 cmp suggest1.csv again4.csv
expect "loop -j 4 as -j 1" 0 cmp loop1.bvh loop4.bvh
sed 's/"at": 0\.[1-7]}/"at": "best"}/' plan.json >best.json
mv plan.json methods.json && mv best.json plan.json
expect "batch at best -j 1" 1 batch one_best -j 1
expect "batch at best -j 4" 1 batch four_best -j 4
expect "batch at best -j 4 as -j 1" 0 diff -r one_best four_best
mv methods.json plan.json

# ---- a network: threads of training, and one model in several jobs ----

for n in 1 4; do
    expect "train -j $n" 0 tool train bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_kick.bvh -q -j $n \
        -o model$n.safetensors --holdout 'ok_kick*' --iterations 30 --hidden 16 --batch 8 --seed 3
    expect "train --bridge -j $n" 0 tool train --bridge bvh/ok_walk.bvh bvh/ok_run.bvh bvh/ok_kick.bvh -q -j $n \
        -o bridge$n.safetensors --holdout 'ok_kick*' --iterations 30 --hidden 16 --batch 8 --seed 3
done
expect "train -j 4 as -j 1" 0 cmp model1.safetensors model4.safetensors
expect "train --bridge -j 4 as -j 1" 0 cmp bridge1.safetensors bridge4.safetensors
mv plan.json methods.json
for learned in '"dead-learned:model=model4.safetensors"' '"bridge-learned:model=bridge4.safetensors", "gap": "6f"'; do
    sed "s/\"method\": \"[a-z-]*\"/\"method\": $learned/" methods.json >plan.json
    rm -rf one_learned four_learned
    expect "batch with a model -j 1" 1 batch one_learned -j 1
    expect "batch with a model -j 4" 1 batch four_learned -j 4
    expect "batch with a model -j 4 as -j 1" 0 diff -r one_learned four_learned
done
mv methods.json plan.json

# ---- pops: files side by side, and chunks of frames of one ----

for n in 1 4; do
    expect "pops of clips -j $n" 0 tool pops bvh/ok_*.bvh -j $n --format csv --limit 0.5 -o pops$n.csv
    expect "pops of a large file -j $n" 0 tool pops big.bvh -j $n --format csv -o big$n.csv
done
expect "pops of clips -j 4 as -j 1" 0 cmp pops1.csv pops4.csv
expect "pops of a large file -j 4 as -j 1" 0 cmp big1.csv big4.csv

# ---- tables ----

"$build/tests/make_metrics_csv" 30000 1 >old.csv
"$build/tests/make_metrics_csv" 30000 2 >new.csv
expect "diff of large tables" 0 tool diff old.csv new.csv
expect "diff of large tables by method" 0 tool diff old.csv new.csv --joint '*' --format json

# Each command that has an option for threads was among these.
for command in $("${run[@]}" "$dbtool" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    if "${run[@]}" "$dbtool" help "$command" | grep -q -- '^ *-j'; then
        expect "$command has run" 0 test "${ran[$command]-}" = yes
    fi
done
total
