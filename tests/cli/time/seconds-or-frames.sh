# A whole number of seconds past the end, 10 or more, that the clip has as a frame: the error asks whether
# frames were meant. Not for what no frame of the clip is, for frames, for ends, and for small numbers.
take walk run
for at in 72 128 10 129 9 72.5 200f end-72; do
    tries dbtool blend walk.bvh run.bvh --at "$at" -n
done
tries dbtool blend walk.bvh run.bvh --from 30 -n
tries dbtool blend walk.bvh run.bvh --from 3 -n
tries dbtool blend walk.bvh run.bvh --at 1.2 --until 150 -n
tries dbtool metrics walk.bvh --at 72
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 72}]' | tries dbtool batch -q - -o x.bvh
