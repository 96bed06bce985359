# A blend time of 0 behaves like cut.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o cut.bvh
for method in crossfade cached-pose inertialize-quintic inertialize-cubic dead-linear dead-decay dead-clamp \
    dead-bounce dead-halflife; do
    dbtool blend -q walk.bvh run.bvh -a 1 -m $method -t 0 -o out.bvh
    cmp out.bvh cut.bvh
done
dbtool blend -q walk.bvh run.bvh -a 1 --skip '*' -o out.bvh
same out.bvh cut.bvh
