# An input with the temporary's name loses neither its bytes nor its name.
take walk run
cp walk.bvh before
ln walk.bvh .out.bvh.dbtool-tmp
tries dbtool blend walk.bvh run.bvh -a 1 -o out.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -n -o out.bvh
tries dbtool metrics walk.bvh --at 1 -o out.bvh
tries dbtool info walk.bvh -o out.bvh
tries dbtool compare walk.bvh run.bvh --at 1 -m cut -o out.bvh
tries dbtool blend .out.bvh.dbtool-tmp run.bvh -a 1 -o out.bvh
tries dbtool blend - run.bvh -a 1 -o out.bvh <.out.bvh.dbtool-tmp
same walk.bvh before
rm walk.bvh
tries dbtool blend .out.bvh.dbtool-tmp run.bvh -a 1 -o out.bvh
tries dbtool blend - run.bvh -a 1 -o out.bvh <.out.bvh.dbtool-tmp
ln -s .out.bvh.dbtool-tmp soft.bvh
tries dbtool blend soft.bvh run.bvh -a 1 -o out.bvh
plan='[{"name": "a", "out": "out.bvh", "cuts": [{"clip": "run.bvh"}]},
       {"name": "b", "out": "b.bvh", "cuts": [{"clip": "CLIP"}]}]'
for clip in .out.bvh.dbtool-tmp soft.bvh; do
    echo "${plan/CLIP/$clip}" >plan.json
    tries dbtool batch -q plan.json
done
echo "${plan/CLIP/run.bvh}" >.m.csv.dbtool-tmp
tries dbtool batch -q .m.csv.dbtool-tmp --metrics m.csv
tries dbtool batch -q - --metrics m.csv <.m.csv.dbtool-tmp
same .out.bvh.dbtool-tmp before
ls -A
