# The cheapest cuts of all pairs together, and those that leave each clip, are the first of the long
# lists of all pairs; at any number of threads, with clips of two rates.
take walk run idle walk_30fps
clips=(walk.bvh run.bvh walk_30fps.bvh idle.bvh)
dbtool suggest "${clips[@]}" --per-pair 20 --format csv -o all.csv
dbtool suggest "${clips[@]}" --top 20 -j 1 --format csv -o top.csv
head -21 all.csv | cmp - top.csv
dbtool suggest "${clips[@]}" --top 20 --memory 0 --format csv | cmp - top.csv
dbtool suggest "${clips[@]}" --top 9 --per-pair 1 -j 3 --format csv | cut -d, -f2- >few.csv
cut -d, -f2- all.csv | awk -F, '!seen[$1, $4]++' | head -10 | cmp - few.csv
dbtool suggest "${clips[@]}" --per-clip 7 -j 2 --format csv | cut -d, -f2- >each.csv
for clip in "${clips[@]}"; do
    cut -d, -f2- all.csv | awk -F, -v clip="$clip" '$1 == clip' | head -7
done | cmp - <(tail -n +2 each.csv)
wc -l <each.csv
# With -v how many costs were computed: of each other clip's frames, but for half a second of each.
dbtool suggest -v walk.bvh run.bvh idle.bvh --top 1 -j 1 -o list 2>&1 | sed 's/computed [^ ]*/computed N/'
# By brute force, as cut_oracle.py checks random ones.
python3 "$TESTS/cut_oracle.py" run.bvh walk.bvh idle.bvh --per-clip 3 --check "$DBTOOL"
dbtool suggest walk.bvh run.bvh idle.bvh --per-clip 1 -q | head -5
dbtool suggest -q walk.bvh run.bvh idle.bvh --per-clip 1 --format json | grep -c '"cost_u"'
dbtool suggest -q walk.bvh run.bvh idle.bvh --per-clip 2 --format plan -o plan.json && dbtool batch -n plan.json | wc -l
dbtool suggest -q walk.bvh run.bvh --per-clip 2 --format csv | cut -d, -f1,2,4,5,7
tries dbtool suggest walk.bvh --per-clip 2
tries dbtool suggest walk.bvh ./walk.bvh --per-clip 2
tries dbtool suggest walk.bvh run.bvh --per-clip 2 --format html
tries dbtool suggest walk.bvh run.bvh idle.bvh --per-clip 2 --top 3
tries dbtool suggest walk.bvh run.bvh idle.bvh --per-clip 0
tries dbtool suggest walk.bvh run.bvh idle.bvh --top 3 --play 9
tries dbtool suggest walk.bvh run.bvh idle.bvh --per-pair 3 --play 1.6
tries dbtool suggest walk.bvh run.bvh idle.bvh --top 3 --at 90
