# Valid by the two published schemas, as far as junit_schema.py checks them; one testcase per cut,
# in the order of OLD, then those that only NEW has.
cat >old.csv <<'END'
sequence,cut,method,at,joint,ang_vel_jump_deg_s,skate_u
walk,1,cut,1,Hips,10,1
walk,1,cut,1,*,10,1
walk,2,cut,1,*,10,1
run,1,cut,1,Hips,10,1
run,1,cut,1,*,10,1
gone,1,cut,1,*,10,1
half,1,cut,1,Hips,10,1
half,1,cut,1,*,10,1
END
cat >new.csv <<'END'
sequence,cut,method,at,joint,ang_vel_jump_deg_s,skate_u
added,1,cut,1,*,10,1
run,1,cut,1,*,20,1
walk,1,cut,1,Hips,9,1
walk,1,cut,1,*,10,
walk,2,cut,1,*,10.05,1
run,1,cut,1,Hips,11,2
half,1,cut,1,*,10,1
END
TZ=Asia/Tokyo touch -d '2024-02-29T21:34:56Z' new.csv
sed 's/,cut,/,fade,/' old.csv | tail -n +2 | cat old.csv - >both.csv
touch -d '2020-01-01T00:00:00Z' both.csv
check() {
    tries dbtool diff -q "$@" --format junit -o report.xml
    cat report.xml
    python3 "$DATA/../tests/junit_schema.py" report.xml
}
check old.csv new.csv --fail-above 5
check old.csv new.csv --fail-missing
check old.csv new.csv | tail -n 12
check both.csv both.csv --fail-above 5 | grep -c '<testcase name="cut [12], \(cut\|fade\)"'
check old.csv both.csv | grep timestamp
check - new.csv <old.csv | grep -c timestamp=.2024-02-29T21:34:56
check old.csv - < <(cat new.csv) | grep -c timestamp=.1970-01-01T00:00:00
head -n 1 old.csv >none.csv
check none.csv none.csv | sed 's/timestamp="[^"]*"/timestamp=""/'
