# Without a terminal there is nothing on standard output, and no progress in the first ten seconds.
take walk run
seq -s, 0.001 0.001 0.06 >times.txt
echo "[{\"name\": \"{blend_time}\", \"out\": \"o/{name}.bvh\", \"method\": \"dead-halflife\", \"blend_time\": [$(cat times.txt)],
  \"cuts\": [{\"clip\": \"walk.bvh\"}, {\"clip\": \"run.bvh\", \"at\": 1}]}]" >plan.json
dbtool batch -v -j 2 plan.json --metrics m.csv 2>messages
wc -l <messages
sed 's/, [0-9.e-]* s$/, SECONDS s/' messages | tail -n 1
LC_ALL=C grep -c "$(printf '[\r\033]')\|left" messages
dbtool batch -q plan.json --metrics m.csv
dbtool batch plan.json 2>&1 >/dev/null | sed 's/, [0-9.e-]* s$/, SECONDS s/'
