# slow
# If SIGINT or SIGTERM ends training, it writes a model that works. Before, training that takes long
# has said how long.
take walk run
trains() { # two seconds of work: the clips have long been read
    local ticks
    ticks=$(awk '{ print $14 + $15 }' "/proc/$!/stat")
    ((ticks >= ${1-200} * $(getconf CLK_TCK) / 100))
}
endless=(walk.bvh run.bvh -o m.safetensors --iterations 100000000 --hidden 8 --layers 1 -j 1)
set -m
"$DBTOOL" train -q "${endless[@]}" &
until_true trains
interrupt INT
dbtool blend -q walk.bvh run.bvh --at 1.2 -m dead-learned:model=m.safetensors -o out.bvh
dbtool info out.bvh | head -1
rm m.safetensors
: >said
"$DBTOOL" train -v "${endless[@]}" 2>said &
until_true grep -q about said
interrupt TERM
sed 's/[0-9]\{4,\} s/many s/' said | grep -o '^training: about.*\|stopping.*\|interrupted'
dbtool train walk.bvh run.bvh -o m.safetensors --iterations 10 --hidden 8 --layers 1 2>&1 | grep -c '^training' # short
ls m.safetensors
# one that was started to ignore interrupts goes on
(trap '' INT && exec "$DBTOOL" train -q "${endless[@]}") &
until_true trains 50
kill -INT $!
sleep 0.3
kill -0 $! && echo 'goes on'
interrupt TERM
leftovers
