# The settings and clips of two rows are shown if they differ, with -v always; they are never
# compared.
head='sequence,cut,method,at,joint,ang_vel_jump_deg_s,settings,source,target'
{
    echo "$head"
    echo 'a,1,m,1,*,10,"m:x=1,y=2,z=3",a.bvh,b.bvh'
    echo 'b,1,m,1,*,10,"m:x=1,y=2",a.bvh,b.bvh'
    echo 'c,1,m,1,*,10,m:x=1,a.bvh,b.bvh'
} >old.csv
{
    echo "$head"
    echo 'a,1,m,1,*,30,"m:x=1,y=4,z=3","a ""1"".bvh",b.bvh'
    echo 'b,1,m,1,*,10,"m:x=1,y=3",a.bvh,b.bvh'
    echo 'c,1,m,1,*,20,m:x=1,a.bvh,b.bvh'
} >new.csv
dbtool diff old.csv new.csv
echo "== -v"
dbtool diff old.csv new.csv -v | grep -A1 -- '->'
for format in markdown json junit; do
    echo "== $format"
    dbtool diff old.csv new.csv --format $format --fail-above 5 | grep 'bvh'
done
echo "== a table without them, and the other settings alone"
cut -d, -f1-6 old.csv | sed 's/,m,1/,m,1/' >bare.csv
dbtool diff bare.csv new.csv --top 1
sed 's/y=2/y=7/' old.csv >settings.csv
dbtool diff old.csv settings.csv --fail-above 0
echo "== once a cut"
{
    echo "${head/,settings/,lin_vel_jump_u_s,settings}"
    printf '%s\n' 'a,1,m,1,Hips,10,10,m:x=1,a.bvh,b.bvh' 'a,1,m,1,*,10,10,m:x=1,a.bvh,b.bvh' \
        'a,2,m,1,*,10,10,m:x=1,a.bvh,b.bvh'
} >old.csv
sed 's/,10,10,m:x=1/,30,20,m:x=2/' old.csv >new.csv
dbtool diff old.csv new.csv | sed -n '/, deg/,$p'
