# The first interrupt of a batch lets the running jobs finish, prints what is left and keeps the
# rows measured so far. The third job waits for its clip.
set -m
take walk run
mkfifo wait.bvh
cat >plan.json <<'END'
[{"name": "{blend_time}", "out": "o/{name}.bvh", "blend_time": [0.1, 0.2],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "waits", "out": "o/{name}.bvh",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "wait.bvh", "at": 1}]},
 {"name": "{blend_time}", "out": "o/{name}.bvh", "blend_time": [0.3, 0.4],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
jobs_with_rows() {
    sed 1d m.csv | cut -d, -f1 | uniq | paste -sd' '
}
is_stopping() {
    grep -qs again said
}
# starts OPTION...: a batch that is in its third job, at descriptor 7, and was interrupted
starts() {
    rm -rf o said
    "$DBTOOL" batch -v -j 1 plan.json --metrics m.csv "$@" 2>said &
    exec 7>wait.bvh
    kill -INT $!
    until_true is_stopping
}
# stops OPTION...: and then gets the clip
stops() {
    starts "$@"
    cat run.bvh >&7
    exec 7>&-
    wait $!
    echo "died of $(kill -l $?)"
    cat said
    (cd o && echo *)
    leftovers
} 2>/dev/null
echo '-- rows so far'
stops
jobs_with_rows
cp m.csv some.csv
echo '-- with a journal the CSV stays as it was'
echo old >m.csv
stops --journal j
cat m.csv
stops --journal j --resume
echo '-- and the same command goes on'
rm wait.bvh
cp run.bvh wait.bvh
dbtool batch plan.json --metrics m.csv --journal j --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
jobs_with_rows
head -n "$(wc -l <some.csv)" m.csv >begin.csv
same some.csv begin.csv
echo '-- the second interrupt ends it at once'
rm wait.bvh
mkfifo wait.bvh
echo old >m.csv
starts
interrupt INT
exec 7>&-
cat m.csv
leftovers
echo '-- a job that failed'
sed -i 's/"waits"/"fails", "root": "nobody"/' plan.json
stops
