# A clip from a pipe that never ends.
set -m
take walk run
echo old >out.bvh
mkfifo endless
sleep 60 >endless &
writer=$!
"$DBTOOL" blend -q walk.bvh endless -a 1 -o out.bvh &
sleep 0.1
interrupt TERM
{
    kill $writer
    wait $writer
} 2>/dev/null
cat out.bvh
ls -A
