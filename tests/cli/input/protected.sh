# Inputs and their folder only need read permission.
take walk run
mkdir out
chmod 777 out
chmod 444 walk.bvh run.bvh
chmod 555 .
unprivileged blend -q walk.bvh run.bvh -a 1 -o out/out.bvh && ls -A out
