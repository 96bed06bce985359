# A plan that batch and report accept; the same seed gives the same walk.
take walk run idle
mkdir plans
dbtool graph walk.bvh run.bvh idle.bvh --walk 12 --seed 4 -o plans/p.json
dbtool graph walk.bvh run.bvh idle.bvh --walk 12 --seed 4 -q -j 1 --format plan >p.json
sed "s|\"[^\"]*$PWD/|\"|" plans/p.json | cmp - p.json
cat p.json
dbtool graph walk.bvh run.bvh idle.bvh --walk 12 -q | cmp -s - p.json || echo 'another seed, another walk'
dbtool graph walk.bvh run.bvh idle.bvh --walk 12 -q --seed 1 >q.json
dbtool batch -q p.json --metrics m.csv && grep Frames: random_walk_4.bvh
cut -d, -f1,2,4 m.csv | sort -u | wc -l
dbtool report -q p.json -o r.html && ls r.html
# What clips are read and seen by stands in it; a short walk may have no cut.
dbtool graph walk.bvh --assume-fps 30 --root Hips --walk 0.1 -q
