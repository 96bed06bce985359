# A value at the limit passes; noise never fails; exit statuses 0, 1 and 2.
echo sequence,cut,joint,ang_vel_jump_deg_s | tee old.csv new.csv worse.csv less.csv >/dev/null
printf '%s\n' 'a,1,A,100' 'a,1,B,0.3' 'a,1,*,0' >>old.csv
printf '%s\n' 'a,1,A,105' 'a,1,B,0.39' 'a,1,*,0.1' >>new.csv
printf '%s\n' 'a,1,A,105.01' 'a,1,B,0.6' 'a,1,*,0.11' >>worse.csv
printf '%s\n' 'a,1,A,100' 'a,1,*,0' >>less.csv
verdict() {
    tries dbtool diff "$@" | grep -E '^(OK|FAIL|exit)'
}
verdict old.csv new.csv --fail-above 5
verdict old.csv new.csv --fail-above 4.9
verdict old.csv worse.csv --fail-above 5
verdict old.csv worse.csv --fail-above 5 --floor deg/s=0.35
verdict old.csv worse.csv --fail-above 5 --floor ang_vel_jump_deg_s=6 --floor deg/s=0
verdict old.csv worse.csv --fail-above 5 --joint '\*'
verdict old.csv less.csv --fail-above 5
verdict old.csv less.csv --fail-above 5 --fail-missing
verdict old.csv less.csv --fail-missing
verdict less.csv old.csv --fail-missing
verdict less.csv worse.csv --fail-above 5 --fail-missing
verdict worse.csv less.csv --fail-above 0 --fail-missing
verdict old.csv worse.csv --fail-above 5 --top 0
tries dbtool diff old.csv worse.csv >/dev/null
tries dbtool diff old.csv worse.csv --fail-above 5 -o report.txt
tail -n 1 report.txt
tries dbtool diff old.csv worse.csv --fail-above 5 -q -o report.txt
tries dbtool diff old.csv worse.csv --fail-above 5 -o old.csv
tries dbtool diff old.csv worse.csv -o old.csv/report.txt
ls
