# Signals of faults, which nobody sends on purpose, leave no temporary file either.
set -m
ulimit -c 0
# the sanitizers take these for themselves
export ASAN_OPTIONS="${ASAN_OPTIONS-}:handle_segv=0:handle_sigfpe=0:handle_sigbus=0"
export TSAN_OPTIONS="${TSAN_OPTIONS-}:handle_segv=0:handle_sigfpe=0:handle_sigbus=0:handle_sigill=0:handle_abort=0"
take walk run
echo old >out.bvh
mkfifo wait
for signal in SEGV ILL FPE SYS TRAP BUS USR1 ALRM RTMIN; do
    "$DBTOOL" blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics wait &
    until_true has_leftovers
    interrupt $signal
    leftovers
done
cat out.bvh
ls -A
