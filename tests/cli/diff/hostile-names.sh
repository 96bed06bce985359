# Names from files cannot control a terminal, a table, HTML, XML or JSON.
printf 'sequence,cut,method,at,joint,skate_u,"\033[2Jbad|<col>"\n' | tee old.csv >new.csv
name='"<script>&""a|b`*_\'$'\n\r\t\033[31m\001''%s"'
printf "$name,1,cut,1,$name,%s,\n" '' '' 1 >>old.csv
printf "$name,1,cut,1,$name,%s,\n" '' '' 2 >>new.csv
printf "$name,1,cut,1,B\377\357\277\277,1,\n" '' >>new.csv
for format in text markdown json junit; do
    dbtool diff old.csv new.csv --format $format --fail-above 5 >report.$format
    LC_ALL=C grep -c "$(printf '[\001\033\r\t]')" report.$format
    cat report.$format
done | sed 's/timestamp="[^"]*"/timestamp=""/'
python3 - <<'END'
import json, xml.dom.minidom
report = json.load(open("report.json", encoding="utf-8"))
print(report["columns"][0]["worst"][0]["joint"] == '<script>&"a|b`*_\\\n\r\t\x1b[31m\x01')
xml.dom.minidom.parse("report.junit")
END
dbtool diff old.csv new.csv -o "$(printf 'r\033[2J.txt')"
