take walk run kick
for i in 1 2; do
    dbtool blend -q walk.bvh run.bvh kick.bvh --at 1.2,1.3 -o $i.bvh --metrics $i.csv --name x
done
same 1.bvh 2.bvh
same 1.csv 2.csv
