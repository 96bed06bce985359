#!/usr/bin/env bash
# slurm.sh DBTOOL: an array of four shards of a plan under a Slurm of one node, which
# is started for it and stopped again; compared with one run. Needs root, munged,
# slurmctld and slurmd; no systemd, no accounting, no cgroups.
set -u
# shellcheck source=tests/cluster/common.sh
source "$(dirname "$0")/common.sh"
started=()

# Stops the daemons in reverse order, and kills those that do not stop.
stop_all() {
    local i n
    for ((i = ${#started[@]} - 1; i >= 0; i--)); do
        kill "${started[i]}" 2>/dev/null || continue
        for ((n = 0; n < 50; n++)); do
            kill -0 "${started[i]}" 2>/dev/null || break
            sleep 0.1
        done
        kill -9 "${started[i]}" 2>/dev/null
        wait "${started[i]}" 2>/dev/null
    done
    rm -rf "$folder"
}
trap stop_all EXIT
trap 'exit 1' INT TERM

for tool in munged munge slurmctld slurmd sbatch sinfo setpriv; do
    command -v $tool >/dev/null || skip "$tool is not installed"
done
[ "$(id -u)" = 0 ] || skip "Slurm's daemons need root here"
id munge >/dev/null 2>&1 || skip "there is no user munge"

# until_true SECONDS COMMAND...
until_true() {
    local n=$(($1 * 5))
    shift
    for ((; n > 0; n--)); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.2
    done
    return 1
}

start_munge() {
    local d=$folder/munge
    install -d -o munge -g munge -m 0755 "$d" || return 1
    head -c 128 /dev/urandom >"$d/key"
    chown munge:munge "$d/key"
    chmod 400 "$d/key"
    setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --socket="$d/socket" \
        --key-file="$d/key" --pid-file="$d/pid" --log-file="$d/log" --seed-file="$d/seed" \
        >"$d/out" 2>&1 &
    started+=($!)
    until_true 10 munge_works
}

munge_works() {
    munge -n -S "$folder/munge/socket" | unmunge -S "$folder/munge/socket"
}

write_conf() {
    local h=$1 d=$folder/slurm memory port
    memory=$(slurmd -C 2>/dev/null | sed -n 's/.*RealMemory=\([0-9]*\).*/\1/p')
    port=$((16000 + $$ % 8000 * 2))
    mkdir -p "$d/state" "$d/spool" "$d/log"
    cat >"$SLURM_CONF" <<CONF
ClusterName=local
SlurmctldHost=$h(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$d/state
SlurmdSpoolDir=$d/spool
SlurmctldPidFile=$d/slurmctld.pid
SlurmdPidFile=$d/slurmd.pid
SlurmctldLogFile=$d/log/slurmctld.log
SlurmdLogFile=$d/log/slurmd.log
SlurmctldPort=$port
SlurmdPort=$((port + 1))
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
NodeName=$h NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$((${memory:-1000} * 9 / 10)) State=UNKNOWN
PartitionName=main Nodes=$h Default=YES MaxTime=INFINITE State=UP
CONF
}

# start NAME: a daemon in the foreground of its own, as a child of this script.
start() {
    "$1" -D >"$folder/slurm/log/$1.out" 2>&1 &
    started+=($!)
}

node_is_idle() {
    sinfo -h -o %T | grep -qx idle
}

last_words() { # LOG...
    tail -q -n 1 "$@" 2>/dev/null | tail -n 1
}

run_array() {
    (cd "$folder/shards" && timeout 60 sbatch --wait --array=1-$shards -o log.%a --wrap \
        "'$dbtool' batch plan.json -q -j 1 --shard \$SLURM_ARRAY_TASK_ID/$shards \
--metrics m.\$SLURM_ARRAY_TASK_ID.csv --journal j.\$SLURM_ARRAY_TASK_ID --resume") ||
        { cat "$folder"/shards/log.* "$folder"/slurm/log/*.log; return 1; }
}

search_array() {
    timeout 60 sbatch --wait --array=1-$shards -o search.%a --wrap "'$dbtool' suggest -q clips/*.bvh --top 50 -j 1 \
--shard \$SLURM_ARRAY_TASK_ID/$shards -o part.\$SLURM_ARRAY_TASK_ID"
}

# A shard whose plan is not there ends with status 2, and so does the array.
run_array_in_vain() {
    (cd "$folder/shards" && timeout 60 sbatch --wait --array=1-2 -o vain.%a --wrap \
        "'$dbtool' batch none.json -q --shard \$SLURM_ARRAY_TASK_ID/2")
    [ $? -eq 2 ]
}

export SLURM_CONF=$folder/slurm.conf
start_munge || skip "munged does not start: $(last_words "$folder"/munge/out "$folder"/munge/log)"
write_conf "$(hostname -s)"
start slurmctld
until_true 15 scontrol ping || skip "slurmctld does not start: $(last_words "$folder"/slurm/log/slurmctld.{out,log})"
start slurmd
until_true 20 node_is_idle || skip "slurmd does not start: $(last_words "$folder"/slurm/log/slurmd.{out,log})"

prepare
check "an array of $shards shards" run_array
compare slurm
before=$(state_of_shards)
check "the same array again" run_array
check "slurm: nothing was done twice" test "$before" = "$(state_of_shards)"
check "slurm: a search in parts finds what one run finds" search search_array
check "slurm: a failure reaches sbatch --wait" run_array_in_vain
finish
