# A path through a missing folder is recognised as an input's, or as another output's.
take walk run
mkdir before
cp walk.bvh run.bvh before
tries dbtool blend walk.bvh run.bvh -a 1 -o new/../walk.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -o new/../out.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -o new/../out.bvh --metrics out.bvh
tries dbtool compare walk.bvh run.bvh -a 1 -m cut --keep new -o new/../walk.bvh
tries dbtool compare walk.bvh run.bvh -a 1 -m cut --keep new -o new/cut.bvh
tries dbtool compare walk.bvh run.bvh -a 1 -m cut --keep new -o new/../new/cut.bvh
tries dbtool report walk.bvh run.bvh -a 1 -m cut -o new/../run.bvh
tries dbtool info walk.bvh -o new/../walk.bvh
tries dbtool metrics walk.bvh --at 1 -o new/../walk.bvh
same walk.bvh before/walk.bvh
same run.bvh before/run.bvh
ls -A
