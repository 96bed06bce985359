# Both lists, rows of one side, a missing value, an unknown column.
cat >old.csv <<'END'
sequence,cut,method,at,joint,ang_vel_jump_deg_s,lin_jerk_peak_u_s3,skate_u
walk+run,1,cut,1.2,Hips,10,1000,1
walk+run,1,cut,1.2,*,20,4000,1
walk+run,2,cut,1.5,Hips,0,4000,1
walk+run,2,cut,1.5,*,5,200000,1
walk+kick,1,cut,1.2,*,5,1,1
END
cat >new.csv <<'END'
joint,sequence,cut,method,at,lin_jerk_peak_u_s3,ang_vel_jump_deg_s,mood
*,walk+run,2,cut,1.6,190000,5.05,3
Hips,walk+run,1,cut,1.2,1600,9,4
*,walk+run,1,cut,1.2,4000,,5
Hips,walk+run,2,cut,1.5,4499,0.25,6
*,turn,1,cut,1.2,0,0,7
END
tries dbtool diff old.csv new.csv
tries dbtool diff old.csv new.csv -v --column 'ang*' --top 0
tries dbtool diff old.csv old.csv
tries dbtool diff old.csv old.csv --fail-above 0
