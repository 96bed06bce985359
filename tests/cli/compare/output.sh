# The table goes to a file or to standard output; clips come from standard input.
take walk run
for format in text markdown csv json; do
    dbtool compare walk.bvh run.bvh --at 1 --format $format >out1
    dbtool compare walk.bvh run.bvh --at 1 --format $format -o - >out2
    dbtool compare walk.bvh run.bvh --at 1 --format $format -o out3 --sync
    COLUMNS=60 dbtool compare walk.bvh run.bvh --at 1 --format $format -o out4
    dbtool compare - run.bvh --at 1 --format $format --name walk+run -q <walk.bvh |
        sed s/,-,run.bvh/,walk.bvh,run.bvh/ >out5 # the source column
    same out1 out2
    same out1 out3
    same out1 out4
    same out1 out5
done
dbtool compare walk.bvh run.bvh --at 1 | head -n 0
tries into /dev/full dbtool compare walk.bvh run.bvh --at 1
