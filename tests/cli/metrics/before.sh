# --before tells where a transition begins, with a method or without: the rows are those of blend.
take walk run
dbtool blend walk.bvh run.bvh --at 1.2 -m inertialize-two-sided -q -o out.bvh --name out --metrics blend.csv
dbtool metrics out.bvh --at 1.2 --before 0.2 --source walk.bvh --target run.bvh -o file.csv
numbers() { cut -d, -f 1,2,4-32 "$1" | sed '1d'; }
numbers blend.csv >blend.txt
numbers file.csv >file.txt
cmp blend.txt file.txt && wc -l <file.txt
sed -n 2p file.csv | cut -d, -f 1-5
dbtool metrics out.bvh --at 1.2 --before 0.2 -q | sed -n 2p | cut -d, -f 1-7
sed -n 2p blend.csv | cut -d, -f 6,7
dbtool metrics out.bvh --at 1.2 --before 0.2 -m cut
