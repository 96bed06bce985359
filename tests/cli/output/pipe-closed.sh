# If the reader closes the pipe, the command ends silently; nothing is left behind.
take walk run
dbtool blend -q walk.bvh run.bvh --past-end loop -a 1 --until 200 | head -1
echo "${PIPESTATUS[0]}"
dbtool blend walk.bvh run.bvh --past-end loop -a 1 --until 200 --metrics out.csv | head -1
(sleep 0.1; dbtool methods) | true
(sleep 0.1; dbtool info walk.bvh) | true
ls -A
