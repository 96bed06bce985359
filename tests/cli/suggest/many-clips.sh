# All ordered pairs of different clips; within one clip frames stay apart.
take walk run idle
dbtool suggest walk.bvh run.bvh idle.bvh --per-pair 1 --format csv | cut -d, -f1,2,4,5,7 | sort >one
dbtool suggest walk.bvh run.bvh idle.bvh --per-pair 1 -j 1 --format csv | cut -d, -f1,2,4,5,7 | sort | cmp - one
cat one
dbtool suggest walk.bvh run.bvh idle.bvh --top 2 --format csv | wc -l
# A clip that is named again, whatever it is called, adds nothing.
ln -s walk.bvh link.bvh
dbtool suggest walk.bvh run.bvh ./walk.bvh link.bvh run.bvh --per-pair 1 --format csv | cut -d, -f1,2,4,5,7
# Clips that had no room are read again.
dbtool suggest walk.bvh run.bvh idle.bvh --memory 0 --per-pair 1 --format csv | cut -d, -f1,2,4,5,7 | sort | cmp - one
dbtool suggest --memory 1K - run.bvh idle.bvh --per-pair 1 --format csv <walk.bvh | cut -d, -f1,2,4,5,7 | sed 's/-/walk.bvh/' | sort | cmp - one
dbtool suggest walk.bvh --top 100 --format csv | awk -F, 'NR > 1 { d = $3 - $6; if (d * d < 0.39 * 0.39) print }'
dbtool suggest walk.bvh <(cat run.bvh) --memory 0 --top 1 --format csv | cut -d, -f1,2,4,7
# Columns are as wide as names look.
mv run.bvh größer.bvh
dbtool suggest walk.bvh größer.bvh idle.bvh --per-pair 1 | head -8
# Clips of several rates are compared at that of the first: commands and plans name it.
take walk_30fps
dbtool suggest -q walk_30fps.bvh walk.bvh idle.bvh --top 1 --at 1.5 --from 0.5 | tail -1
dbtool suggest -q walk_30fps.bvh walk.bvh idle.bvh --top 30 --format plan -o mixed.json
grep '"fps"' mixed.json && dbtool batch -q -n mixed.json | wc -l
