# The bytes do not depend on how many methods run at the same time; of several failures the first is
# reported.
take walk run kick
for format in text json; do
    for jobs in 1 4 128; do
        dbtool compare walk.bvh run.bvh kick.bvh --at 0.9,1.6 -j $jobs --format $format --keep kept \
            -m all,dead-decay:halflife=0.1 >$format.$jobs
        cat kept/*.bvh | cksum >kept.$jobs
    done
    same $format.1 $format.4
    same $format.1 $format.128
done
same kept.1 kept.4
same kept.1 kept.128
for jobs in 1 4; do
    (ulimit -f 8; tries "$DBTOOL" compare walk.bvh run.bvh --at 1 --keep new -j $jobs)
done
ls
