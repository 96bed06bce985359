# Into a file, into standard output under its name, from standard input.
take walk run
for format in text markdown csv json; do
    dbtool compare walk.bvh run.bvh --at 1 --format $format >1
    dbtool compare walk.bvh run.bvh --at 1 --format $format -o - >2
    dbtool compare walk.bvh run.bvh --at 1 --format $format -o 3 --sync
    COLUMNS=60 dbtool compare walk.bvh run.bvh --at 1 --format $format -o 4
    dbtool compare - run.bvh --at 1 --format $format --name walk+run -q <walk.bvh >5
    same 1 2
    same 1 3
    same 1 4
    same 1 5
done
dbtool compare walk.bvh run.bvh --at 1 | head -n 0
tries into /dev/full dbtool compare walk.bvh run.bvh --at 1
