take walk run
dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics out.csv 2>summary
dbtool blend walk.bvh run.bvh -a 1 -o out2.bvh --metrics - >stdout.csv 2>summary2
same out.csv stdout.csv
same out.bvh out2.bvh
cut -d' ' -f 2- summary >1
cut -d' ' -f 2- summary2 >2
same 1 2
