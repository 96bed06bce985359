# -v lists the columns that did not change, too.
printf 'sequence,cut,joint,skate_u,overshoot_deg\na,1,*,1,2\n' >old.csv
printf 'sequence,cut,joint,skate_u,overshoot_deg\na,1,*,1,3\n' >new.csv
tries dbtool diff old.csv new.csv
tries dbtool diff -v old.csv new.csv
