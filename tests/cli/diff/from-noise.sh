# A percentage of a value below the floor has no meaning: the change is from 0.
printf '%s\n' sequence,cut,joint,overshoot_deg 'a,1,A,1.9e-06' 'a,2,A,0.009' 'a,3,A,10' >old.csv
printf '%s\n' sequence,cut,joint,overshoot_deg 'a,1,A,2.69' 'a,2,A,3' 'a,3,A,70' >new.csv
tries dbtool diff old.csv new.csv --fail-above 1000
tries dbtool diff old.csv new.csv --format markdown | grep -F 'from 0'
dbtool diff old.csv new.csv --format json | grep -c '"percent": null'
tries dbtool diff old.csv new.csv --floor deg=1e-9 --top 1
