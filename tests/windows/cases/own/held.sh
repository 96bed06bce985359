# A target that another program has open is tried for two seconds and then left as it was.
take walk run
cp walk.bvh target.bvh
hold() { # SECONDS
    wine "$HELPER" hold target.bvh "$1" </dev/null 2>/dev/null | { read -r _; echo held; cat >/dev/null; }
}
hold 8 >held &
while [ ! -s held ]; do sleep 0.1; done
dbtool blend walk.bvh run.bvh --at 1 -q -o target.bvh || echo "exit $?"
dbtool info target.bvh || echo "exit $?"
wait
cmp walk.bvh target.bvh && ls -A
: >held
hold 1 >held &
while [ ! -s held ]; do sleep 0.1; done
dbtool blend walk.bvh run.bvh --at 1 -q -o target.bvh && echo 'written once it is closed'
wait
