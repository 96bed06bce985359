# The list as text, with the command that makes its first cut; as JSON; and as a plan that batch and
# report accept, also from another folder.
take walk run
dbtool suggest walk.bvh run.bvh --top 3
$(dbtool suggest walk.bvh run.bvh --top 1 | sed -n 's/^  dbtool /dbtool -q /p' | sed 's/dbtool -q blend/dbtool blend -q/')
ls out.bvh
dbtool suggest walk.bvh run.bvh --top 2 --format json
mkdir plans
dbtool suggest walk.bvh run.bvh --top 2 --format plan | tee plan.json
dbtool suggest walk.bvh run.bvh --top 2 --format plan -o plans/p.json
dbtool batch -q plan.json
dbtool batch -q plans/p.json --metrics m.csv
ls ./*.bvh plans
cut -d, -f1-4 m.csv | sort -u
cmp walk_to_run_1.bvh out.bvh
dbtool report -q plan.json --methods cut -o r.html && ls r.html
