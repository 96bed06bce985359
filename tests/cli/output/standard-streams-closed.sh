# With closed standard streams, an opened file must not become standard output or standard error.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o right.bvh --metrics right.csv
dbtool blend walk.bvh run.bvh -a 1 -o out.bvh --metrics out.csv 2>&-
same right.bvh out.bvh
same right.csv out.csv
dbtool blend -q walk.bvh run.bvh -a 1 -o out2.bvh --metrics out2.csv <&- >&-
same right.bvh out2.bvh
same right.csv out2.csv
cp "$DATA/bvh/warn_glued_numbers.bvh" glued.bvh
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 '0 0 0 0 0 0  0 0 10  0 0 0' >b.bvh
pair '2 Xrotation Zrotation' '0' 0.1 '0 0 0 0 0 0  0 0' >a.bvh
dbtool blend -q a.bvh b.bvh -m cut -o right.bvh
dbtool blend a.bvh b.bvh -m cut -o out.bvh 2>&-
same right.bvh out.bvh
dbtool blend walk.bvh run.bvh -a 1 --metrics mixed.csv 2>/dev/null >&-
echo "exit $?"
ls -A mixed* .mixed* 2>/dev/null
true
