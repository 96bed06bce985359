# The table goes to a file or to standard output; clips come from standard input.
take walk run
compare() { dbtool compare "$@" --at 1 -m cut,crossfade,dead-halflife; }
for format in text markdown csv json; do
    compare walk.bvh run.bvh --format $format >out1
    compare walk.bvh run.bvh --format $format -o - >out2
    compare walk.bvh run.bvh --format $format -o out3 --sync
    COLUMNS=60 compare walk.bvh run.bvh --format $format -o out4
    compare - run.bvh --format $format --name walk+run -q <walk.bvh |
        sed s/,-,run.bvh/,walk.bvh,run.bvh/ >out5 # the source column
    same out1 out2
    same out1 out3
    same out1 out4
    same out1 out5
done
compare walk.bvh run.bvh | head -n 0
tries into /dev/full dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade
