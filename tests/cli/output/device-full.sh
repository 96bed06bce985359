take walk run
tries dbtool blend walk.bvh run.bvh -a 1 -o /dev/full
tries into /dev/full dbtool blend walk.bvh run.bvh -a 1
tries dbtool blend -q walk.bvh run.bvh -a 1 -o /dev/full
tries into /dev/full dbtool metrics walk.bvh --at 1
tries into /dev/full dbtool info walk.bvh
tries into /dev/full dbtool methods
tries into /dev/full dbtool methods cut --format json
tries into /dev/full dbtool methods dead-decay --response x0=1
tries into /dev/full dbtool help
tries into /dev/full dbtool blend -h
tries into /dev/full dbtool --version
