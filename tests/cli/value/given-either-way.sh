# A parameter as an option or as part of -m; with units, or without.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-decay:halflife=0.15,blend_time=0.3 -o 1.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-decay --halflife 0.15 -t 0.3 -o 2.bvh
dbtool blend -q walk.bvh run.bvh -a 1 --method=dead-decay --halflife=150ms --blend-time=0.3s -o 3.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -mdead-decay:halflife=9 --halflife 0.15 -t0.3 -o4.bvh
dbtool blend -q -a1 -m dead-decay:halflife=.15 -t 3e-1 -o 5.bvh -- walk.bvh run.bvh
for i in 2 3 4 5; do
    same 1.bvh $i.bvh
done
# words in upper or lower case
dbtool info --format json walk.bvh >1.txt
dbtool info --format JSON walk.bvh >2.txt
same 1.txt 2.txt
