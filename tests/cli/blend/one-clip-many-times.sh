take walk
dbtool blend walk.bvh walk.bvh ./walk.bvh walk.bvh walk.bvh walk.bvh walk.bvh -a 20f,40f,60f,80f,100f,120f -o out.bvh --metrics out.csv
cut -d, -f 2 out.csv | sort -n | uniq -c | awk '{ print $2, $1 }'
