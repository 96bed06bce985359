# A file that is compared with its clips must have their size and should have their up axis.
take walk run
dbtool blend walk.bvh run.bvh -q --at 1 -m cut -o made.bvh
awk '/OFFSET/ { for (i = 2; i <= 4; i++) $i *= 0.01 } 1' made.bvh >metres.bvh
tries dbtool metrics metres.bvh --at 1 --source walk.bvh --target run.bvh
dbtool metrics metres.bvh --at 1 --source walk.bvh --target run.bvh --scale 0.01 | wc -l
take walk_zup
dbtool metrics walk_zup.bvh --at 1 --source walk.bvh --target run.bvh | wc -l
