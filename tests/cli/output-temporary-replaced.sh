# A temporary that somebody replaced while the output was made is not put in its place.
take walk run
echo before >out.bvh
mkfifo table
dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics table &
for _ in $(seq 200); do # until it waits for a reader of the pipe
    [ ! -e .out.bvh.dbtool-tmp ] || break
    sleep 0.02
done
mv .out.bvh.dbtool-tmp taken
echo other >.out.bvh.dbtool-tmp
cat table >/dev/null
wait $!
echo "exit $?"
cat out.bvh
ls -A
