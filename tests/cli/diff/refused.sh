# A file that is not a table of metrics is refused with line and column, on either side.
head=sequence,cut,method,at,joint,skate_u
printf '%s\n' "$head" 'a,1,cut,1,*,1' >good.csv
: >empty.csv
printf '%s\n' 'sequence,cut,method,at,bone,skate_u' 'a,1,cut,1,*,1' >header.csv
printf '%s\n' "$head" 'a,1,cut,1,*,abc' >text.csv
printf '%s\n' "$head" 'a,1,cut,1,*' >short.csv
printf '%s\n' "$head" 'a,1,cut,1,*,1,' >long.csv
printf '%s\n' "$head" 'a,1,cut,1,"*,1' >open.csv
printf '%s\n' "$head" >alone.csv
printf '%s\n' sequence,cut,joint >keys.csv
iconv -f UTF-8 -t UTF-16LE good.csv >utf16.csv
for file in empty header text short long open keys utf16; do
    tries dbtool diff good.csv $file.csv
    tries dbtool diff $file.csv good.csv
done
tries dbtool diff alone.csv alone.csv --fail-missing
tries dbtool diff good.csv good.csv --column 'scate_u'
tries dbtool diff good.csv good.csv --column 'x*'
tries dbtool diff good.csv good.csv --column 'ang*'
tries dbtool diff good.csv good.csv --column 'ang*' --column skate_u
tries dbtool diff good.csv good.csv --joint Hips
tries dbtool diff good.csv good.csv --floor deg/s4=3
tries dbtool diff good.csv good.csv --floor skate=3
tries dbtool diff good.csv good.csv --floor zzzzzzz=3
tries dbtool diff good.csv good.csv --floor u
tries dbtool diff good.csv good.csv --floor u=-1
tries dbtool diff good.csv good.csv --floor u=1e999
tries dbtool diff good.csv good.csv --fail-above -1
tries dbtool diff good.csv good.csv --top many
tries dbtool diff good.csv good.csv --format xml
tries dbtool diff good.csv good.csv --colum x
echo '{"jobs": []}' >plan.json
printf '\n [{"clip": "a.bvh"}]' >list.json
take walk
tries dbtool diff plan.json good.csv
tries dbtool diff good.csv list.json
tries dbtool diff good.csv walk.bvh
