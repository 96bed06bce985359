# A gate that compared nothing does not pass, in every format.
head=sequence,cut,method,at,joint,skate_u
printf '%s\n' "$head" >none.csv
printf '%s\n' "$head" 'a,1,cut,1,*,1' 'b,1,cut,1,*,1' >old.csv
printf '%s\n' "$head" 'c,1,cut,1,*,1' >others.csv
printf '%s\n' "$head" 'a,1,cut,1,*,' 'b,1,cut,1,*,' >empty.csv
for new in none others empty; do
    tries dbtool diff old.csv $new.csv --fail-above 5 | tail -n 2
    tries dbtool diff $new.csv old.csv --fail-above 5 --fail-missing | tail -n 2
    tries dbtool diff old.csv $new.csv | tail -n 1
done
tries dbtool diff empty.csv empty.csv --fail-above 5
tries dbtool diff none.csv none.csv --fail-missing
tries dbtool diff none.csv none.csv
tries dbtool diff none.csv none.csv --fail-above 5
tries dbtool diff none.csv none.csv --fail-above 5 --format markdown
tries dbtool diff none.csv none.csv --fail-above 5 --format json | grep -E 'compared"|"ok"'
for new in none others; do
    tries dbtool diff old.csv $new.csv --fail-above 5 --format junit -o report.xml
    sed 's/timestamp="[^"]*"/timestamp=""/' report.xml
    python3 "$DATA/../tests/junit_schema.py" report.xml
done
