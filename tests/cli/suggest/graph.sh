# A point that moves 1, 2, 3, 4 per frame, and again: only its speed counts. Cuts of cost 0: 1 to 4,
# 2 to 5, 3 to 6, 4 to 7, 5 to 0, 6 to 1, 7 to 2 and 8 to 3. Of the first six, the third and the
# fourth enter where no way leads on.
slide 0 1 3 6 10 11 13 16 20 >a.bvh
dbtool suggest --graph a.bvh --play 0 --apart 0 --min 0.2 --per-pair 6 --below 0
dbtool suggest --graph a.bvh --play 0 --apart 0 --min 0.2 --per-pair 6 --below 0 --format dot -q
# Half of what is listed, unless told otherwise.
dbtool suggest --graph a.bvh --play 0 --apart 0 --min 0.2 --per-pair 60 -o g.json
# Any number of threads; a clip twice is one.
take walk run idle
dbtool suggest --graph walk.bvh run.bvh idle.bvh -j 1 -q >one
dbtool suggest --graph walk.bvh run.bvh ./walk.bvh idle.bvh -j 4 -q >four && same one four
grep -c cost_u one
mv walk.bvh 'a "walk\".bvh'
dbtool suggest --graph 'a "walk\".bvh' --format dot -q | grep label= | head -1
