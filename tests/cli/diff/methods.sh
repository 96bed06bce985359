# One method against another, in one table or in two, with any characters in their names.
cat >m.csv <<'END'
sequence,cut,method,at,joint,skate_u
jump-cut,1,cut,1,*,1
jump-cut,1,dead-decay,1,*,2
jump,1,inertialize-spring,1,*,3
jump-cut,1,"dead-decay:halflife=0.1,curve=linear",1,*,4
END
tries dbtool diff m.csv --methods cut,dead-decay
tries dbtool diff m.csv m.csv --methods cut,inertialize-spring
tries dbtool diff m.csv --methods 'dead-decay:halflife=0.1,curve=linear,cut'
tries dbtool diff m.csv --methods 'cut,dead-decay:halflife=0.1,curve=linear'
tries dbtool diff - --methods cut,dead-decay --fail-above 100 <m.csv
tries dbtool diff m.csv --methods cut
tries dbtool diff m.csv --methods cut,
tries dbtool diff m.csv --methods ,cut
tries dbtool diff m.csv --methods cut,spring,dead-decay
tries dbtool diff m.csv --methods cut,dead-decoy
tries dbtool diff m.csv
tries dbtool diff m.csv m.csv | head -n 1
# the rows of a seventeenth method are other joints'
{ echo sequence,cut,method,at,joint,ang_vel_jump_deg_s; for k in $(seq 18); do echo "s,1,m$k,1,*,$k"; done; } >many.csv
tries dbtool diff many.csv --methods m18,m1 --joint '*Foot'
tries dbtool diff many.csv --methods m18,m19
