# A point that moves 1, 2, 3, 4 per frame, and again: only its speed counts. Cuts of cost 0: 1 to 4,
# 2 to 5, 3 to 6, 4 to 7, 5 to 0, 6 to 1, 7 to 2 and 8 to 3. Of the first six, the third and the
# fourth enter where no way leads on.
slide 0 1 3 6 10 11 13 16 20 >a.bvh
dbtool graph a.bvh --play 0 --apart 0 --min 0.2 --per-pair 6 --below 0
# Half of what is listed, unless told otherwise.
dbtool graph a.bvh --play 0 --apart 0 --min 0.2 --per-pair 60 -o g.json
# Any number of threads; a clip twice is one.
take walk run idle
dbtool graph walk.bvh run.bvh idle.bvh -j 1 -q >one
dbtool graph walk.bvh run.bvh ./walk.bvh idle.bvh -j 4 -q >four && same one four
grep -c cost_u one
# In little memory the clips that are entered are searched in blocks.
for memory in 3G 500K 0; do
    dbtool graph -q walk.bvh run.bvh idle.bvh --memory $memory -o "graph-$memory"
done
cmp graph-3G graph-500K
cmp graph-3G graph-0
# Clips of several rates are compared at that of the first, which the plan of a walk names.
take walk_30fps
dbtool graph -q walk_30fps.bvh walk.bvh --walk 5 -o mixed.json
grep '"fps"' mixed.json && dbtool batch -q mixed.json && grep 'Frame' random_walk_1.bvh
