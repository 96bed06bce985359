# Ended by SIGINT, training keeps what it has: a model that works.
take walk run
trains() { # two seconds of work: the clips have long been read
    local ticks
    ticks=$(awk '{ print $14 + $15 }' "/proc/$!/stat")
    ((ticks >= 2 * $(getconf CLK_TCK)))
}
set -m
"$DBTOOL" train -q walk.bvh run.bvh -o m.safetensors --iterations 100000000 --hidden 8 --layers 1 -j 1 &
until_true trains
interrupt INT
dbtool blend -q walk.bvh run.bvh --at 1.2 -m dead-learned:model=m.safetensors -o out.bvh
dbtool info out.bvh | head -1
leftovers
