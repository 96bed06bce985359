# How clips are read and seen is passed on; names are quoted for a shell.
take walk run
mv walk.bvh "it's a walk{1}.bvh"
mv -- run.bvh -run.bvh
dbtool suggest --up z --assume-fps 25 --top 1 --root Hips -- "it's a walk{1}.bvh" -run.bvh | tail -1
dbtool suggest --up z --assume-fps 25 --top 1 --format plan -o p.json -- "it's a walk{1}.bvh" -run.bvh
cat p.json
dbtool batch -q p.json && ls
