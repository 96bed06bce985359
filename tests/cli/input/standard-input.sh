take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o files.bvh
dbtool blend -q - run.bvh -a 1 -o first.bvh <walk.bvh
dbtool blend -q walk.bvh - -a 1 <run.bvh >second.bvh
cat walk.bvh | dbtool blend -q - run.bvh -a 1 -o - >pipe.bvh
for i in first second pipe; do
    same files.bvh $i.bvh
done
dbtool info - <walk.bvh | head -1
dbtool metrics - --at 1 <files.bvh >a.csv
dbtool metrics files.bvh --at 1 --name - >b.csv
same a.csv b.csv
