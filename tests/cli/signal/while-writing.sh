# An output of hours takes long enough to be interrupted.
set -m
take walk run
echo old >out.bvh
is_growing() { [ -n "$(find . -name '.*' -type f -size +100k)" ]; }
"$DBTOOL" blend -q walk.bvh run.bvh -a 1 --past-end loop --until 9e5 --max-frames 100000000 -o out.bvh &
until_true is_growing
interrupt TERM
cat out.bvh
ls -A
