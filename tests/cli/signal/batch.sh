# The first interrupt of a batch lets the running jobs finish, prints what is left and keeps the
# rows measured so far. The third job waits until its output is taken. A job that waits for a clip
# would never finish: it is given up.
set -m
take_old walk run
cat >plan.json <<'JSON'
[{"name": "{blend_time}", "sequence": "{name}", "out": "o/{name}.bvh", "method": "dead-halflife", "blend_time": [0.1, 0.2],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "waits", "out": "o/{name}.bvh", "method": "dead-halflife", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "{blend_time}", "sequence": "{name}", "out": "o/{name}.bvh", "method": "dead-halflife", "blend_time": [0.3, 0.4],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
JSON
jobs_with_rows() {
    sed 1d m.csv | cut -d, -f1 | uniq | paste -sd' '
}
is_stopping() {
    grep -qs again said
}
# starts OPTION...: a batch that is in its third job, at descriptor 7, and was interrupted
starts() {
    rm -rf o said
    mkdir o
    mkfifo o/waits.bvh
    "$DBTOOL" batch -v -j 1 plan.json --metrics m.csv "$@" 2>said &
    exec 7<o/waits.bvh
    kill -INT $!
    until_true is_stopping
}
# ends: waits for it, and prints how it ended
ends() {
    wait $!
    echo "died of $(kill -l $?)"
    cat said
    (cd o && echo *)
    leftovers
}
# stops OPTION...: and then its output is taken
stops() {
    starts "$@"
    cat <&7 >o/waits
    exec 7>&-
    mv o/waits o/waits.bvh
    ends
} 2>/dev/null
echo '-- rows so far'
stops
jobs_with_rows
cp m.csv some.csv
echo '-- with a journal the CSV stays as it was'
echo old >m.csv
stops --journal j
cat m.csv
cp -r o before
stops --journal j --resume
echo '-- and the same command goes on'
rm -r o
mv before o
dbtool batch plan.json --metrics m.csv --journal j --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
jobs_with_rows
head -n "$(wc -l <some.csv)" m.csv >begin.csv
same some.csv begin.csv
echo '-- the second interrupt ends it at once'
echo old >m.csv
starts
interrupt INT
exec 7>&-
cat m.csv
leftovers
echo '-- a job that failed'
{
    starts
    edit run.bvh
    cat <&7 >/dev/null
    exec 7>&-
    ends
} 2>/dev/null
echo '-- a job that waits for a clip'
take_old run
mkfifo wait.bvh
sed -i '3s/run/wait/' plan.json
for waits_for in writer bytes; do
    rm -rf o
    "$DBTOOL" batch -v -j 1 plan.json --metrics m.csv 2>said &
    until_true test -e o/0.2.bvh
    [ $waits_for = writer ] || exec 7>wait.bvh
    kill -TERM $!
    ends
    jobs_with_rows
done 2>/dev/null
exec 7>&-
