# A pipeline of commands.
take walk run kick
dbtool blend -q walk.bvh run.bvh -a 1 | dbtool blend -q - kick.bvh -a 2 | dbtool metrics - --at 1,2 --name piped -o out.csv
cut -d, -f 1,2 out.csv | uniq -c | awk '{ print $1, $2 }'
dbtool blend -q walk.bvh run.bvh -a 1 -o 1.bvh
dbtool blend -q 1.bvh kick.bvh -a 2 -o 2.bvh
dbtool metrics 2.bvh --at 1,2 --name piped -o files.csv
same out.csv files.csv
