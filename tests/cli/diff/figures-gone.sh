# With --fail-missing, whatever NEW lacks of OLD fails, in every format: a value of every row, of
# one row, a whole column, columns that were asked for.
row='sequence,cut,method,at,joint,ang_vel_jump_deg_s'
printf '%s\n' "$row,skate_u,overshoot_u" 'a,1,cut,1,*,5,1,2' 'b,1,cut,1,*,5,1,2' 'c,1,cut,1,*,5,1,2' >old.csv
printf '%s\n' "$row,skate_u,overshoot_u" 'a,1,cut,1,*,5,,2' 'b,1,cut,1,*,5,,2' 'c,1,cut,1,*,5,,2' >empty.csv
printf '%s\n' "$row,skate_u,overshoot_u" 'a,1,cut,1,*,5,1,2' 'b,1,cut,1,*,9,,2' >some.csv
printf '%s\n' "$row,mood" 'a,1,cut,1,*,5,1' 'b,1,cut,1,*,5,1' 'c,1,cut,1,*,5,1' >less.csv
gate() {
    tries dbtool diff "$@" --joint '\*' --fail-above 5 --fail-missing
}
for new in empty some less; do
    gate old.csv $new.csv
    tries dbtool diff old.csv $new.csv | tail -n 1
    tries dbtool diff old.csv $new.csv --fail-missing | tail -n 1
    gate $new.csv old.csv | tail -n 1
    gate old.csv $new.csv --format markdown | head -n 1
    gate old.csv $new.csv --format json | tail -n 5
    gate old.csv $new.csv --format junit -o report.xml
    grep -A 3 -E '<testsuite |<testcase' report.xml
    python3 "$DATA/../tests/junit_schema.py" report.xml
done | sed 's/timestamp="[^"]*"/timestamp=""/'
gate old.csv less.csv --column 'ang*' | tail -n 1
gate old.csv less.csv --column 'ang*' --column skate_u | tail -n 1
gate old.csv less.csv --column 'skate*'
tries dbtool diff old.csv less.csv --column 'skate*' --fail-above 5
