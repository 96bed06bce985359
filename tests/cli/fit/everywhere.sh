# slow
# Wherever clips are read, --fit brings them to one rig.
take walk run idle
anew run.bvh smpl.bvh names=smpl a-pose
anew idle.bvh daz.bvh names=daz arms-down
echo '-- suggest: one library; the plan names the rig of the first clip for every pair'
anew run.bvh inches.bvh names=smpl inches z-up
anew idle.bvh larger.bvh names=daz larger
dbtool suggest walk.bvh run.bvh idle.bvh --top 3 --format csv -q | cut -d, -f1-7 >expected.csv
dbtool suggest walk.bvh inches.bvh larger.bvh --top 3 --format csv --fit | cut -d, -f1-7 |
    sed 's/inches/run/g; s/larger/idle/g' >found.csv
same found.csv expected.csv
mkdir plans
dbtool suggest walk.bvh smpl.bvh daz.bvh --top 2 --format plan --fit -q -o plans/cuts.json
grep -o '"fit": "[^"]*' plans/cuts.json | sed 's/"[^"]*\//"/'
dbtool batch plans/cuts.json -q && ls plans
# Of two clips every cut begins with the first, whose rig is scaled as the clip is.
dbtool suggest walk.bvh smpl.bvh --scale 2 --fit --top 1 --format csv -q | cut -d, -f8 >double.csv
dbtool suggest walk.bvh smpl.bvh --fit --top 1 --format csv -q | cut -d, -f8 >single.csv
paste single.csv double.csv | awk 'NR > 1 { print "cost x", $2 / $1 }'
dbtool suggest walk.bvh smpl.bvh --scale 2 --fit --top 1 -q | tail -1 | tee command
sed 's/^ *dbtool/dbtool/; s/$/ -q/' command >command.sh && . ./command.sh && grep -m2 OFFSET out.bvh
tries dbtool suggest walk.bvh smpl.bvh daz.bvh --scale 2 --fit --top 1
echo '-- metrics, compare, loop, info, train'
dbtool blend -q walk.bvh smpl.bvh -m cut --at 1 --fit -o out.bvh --metrics a.csv --name x
dbtool metrics out.bvh --at 1 --fit --source walk.bvh --target smpl.bvh --name x -m cut -o b.csv
cut -d, -f1-37 a.csv >a.cut && cut -d, -f1-37 b.csv >b.cut && same a.cut b.cut
dbtool compare -q walk.bvh smpl.bvh --at 1 --fit --methods cut,crossfade --columns '' | tail -3
dbtool loop smpl.bvh --fit=walk.bvh -o loop.bvh -q && sed -n 2p loop.bvh
dbtool info smpl.bvh --fit=walk.bvh | head -1
dbtool train -q walk.bvh smpl.bvh --fit -o m.safetensors --iterations 5 --hidden 4 --layers 1 -j 1
dbtool train -q walk.bvh smpl.bvh --fit=daz.bvh -o n.safetensors --iterations 5 --hidden 4 --layers 1 -j 1
ls *.safetensors
[ "$("$DBTOOL" report 2>&1 x.bvh | grep -c 'built without')" -gt 0 ] ||
    dbtool report walk.bvh smpl.bvh --at 1 --fit -q -o page.html
