# Many cuts from CSV files: the columns are in any order, rows of single joints do not count. All
# expected values are worked out by hand below.
{
    echo joint,sequence,method,cut,at,seam_ratio,displacement_u_s,skate_u
    # sorted seam 1, 1.2, 1.4, 2: median 1.3, 90th percentile 1.4 + 0.7 x 0.6 = 1.82
    # sorted displacement 3, 5, 7, 9: median 6, 90th percentile 7 + 0.7 x 2 = 8.4
    echo '*,one,auto,1,1.5,1.0,5,1'
    echo 'Hips,one,auto,1,1.5,100,100,100'
    echo '*,two,auto,1,0.5,1.4,3,2'
    echo '*,two,auto,2,2.5,1.2,9,'
    echo '*,six,auto,1,1,2.0,7,4'
    # seam 1.5, 1.5, 3, 4: median 2.25, 90th percentile 3.7; displacement 1, 2, 3, 4: 2.5, 3.7
    echo '*,one,mine,1,1.5,1.5,4,'
    echo '*,two,mine,1,0.5,3.0,1,'
    echo '*,two,mine,2,2.5,1.5,3,'
    echo '*,six,mine,1,1,4.0,2,'
} >a.csv
{
    # no method: the file's name. One cut more; `one` is a tie of auto with it
    echo sequence,cut,joint,displacement_u_s,seam_ratio
    echo 'one,1,*,5,1'
    echo 'two,1,*,2,1.6'
    echo 'two,2,*,2,1.51'
    echo 'six,1,*,8,2'
    echo 'other,1,*,1,1'
} >engine.csv
# wins: `one` mine (seamless, 4 under 5), two:1 auto (alone seamless), two:2 mine (3 under 9),
# six auto and engine at seam 2: a tie
dbtool compare a.csv engine.csv
dbtool compare a.csv engine.csv --format csv
dbtool compare a.csv --format json
dbtool compare a.csv --format markdown
echo "by a column, at another limit"
dbtool compare a.csv --rank displacement_u_s
dbtool compare a.csv --smooth 3 --format csv
dbtool compare - --columns lin_jerk_peak_ratio,seam_ratio <<'END'
sequence,cut,method,joint,seam_ratio,displacement_u_s,skate_u,lin_jerk_peak_ratio
x,1,m,*,1.25,2,0,7
END
echo "settings distinguish methods and name presets"
quintic=inertialize-quintic:blend_time=0.25,relative_velocity=false,vector=true
dbtool compare - -o out.txt <<END
sequence,cut,method,joint,seam_ratio,displacement_u_s,skate_u,settings
x,1,dead-decay,*,1,1,0,"dead-decay:blend_time=0.1,curve=smoothstep,halflife=0.25"
x,1,dead-decay,*,2,1,0,"dead-decay:blend_time=0.3,curve=smoothstep,halflife=0.25"
x,1,auto,*,3,1,0,"dead-decay:blend_time=0.3,curve=smoothstep,halflife=0.25"
x,1,inertialize-quintic,*,4,1,0,"$quintic"
END
cut -c1-29 out.txt
