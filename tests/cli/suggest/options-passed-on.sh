# Options about reading and comparing clips are passed on to the command; names are quoted for a
# shell.
take walk run
mv walk.bvh "it's a walk{1}.bvh"
mv -- run.bvh -run.bvh
dbtool suggest --up z --assume-fps 25 --top 1 --root Hips -- "it's a walk{1}.bvh" -run.bvh | tail -1
dbtool suggest --up z --assume-fps 25 --top 1 --format plan -o p.json -- "it's a walk{1}.bvh" -run.bvh
cat p.json
dbtool batch -q p.json && ls
dbtool suggest --drop 'Left*' --drop 'Right*' --top 1 -- "it's a walk{1}.bvh" -run.bvh | tail -1
# A value that begins with a dash is no option, and no path.
sed 's/Hips/-my hips/' "it's a walk{1}.bvh" >a.bvh
sed 's/Hips/-my hips/' <-run.bvh >b.bvh
dbtool suggest a.bvh b.bvh --top 1 '--root=-my hips' | tail -1 | tee command
sed 's/^ *dbtool/dbtool/; s/$/ -q/' command >command.sh && . ./command.sh && ls out.bvh
# Controls in a name are shown as such to people alone.
mv a.bvh $'a\eb.bvh'
dbtool suggest $'a\eb.bvh' b.bvh --top 1 | tail -1
dbtool suggest $'a\eb.bvh' b.bvh --top 1 --format json | grep -o '"blend".*'
# Paths of a plan stay as they are where it is written to this folder.
for plan in ./q.json "$PWD/r.json" ../"${PWD##*/}/s.json"; do
    dbtool suggest b.bvh --top 1 --format plan -o "$plan" && grep -o '"clip": [^,}]*' "$plan" | sort -u
done
