take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o files.bvh
dbtool blend -q <(cat walk.bvh) <(cat run.bvh) -a 1 -o pipes.bvh
same files.bvh pipes.bvh
mkfifo fifo.bvh
cat run.bvh >fifo.bvh &
dbtool blend -q walk.bvh fifo.bvh -a 1 -o fifo-out.bvh
same files.bvh fifo-out.bvh
