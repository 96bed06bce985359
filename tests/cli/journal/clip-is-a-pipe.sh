# A clip that is a FIFO is read once, also with a journal. Its bytes are unknown before the job
# reads it, so --resume runs the job again.
take walk run
cat >plan.json <<'END'
{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "fifo", "at": 1.2}]}
{"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "fifo", "at": 1.3}]}
{"name": "c", "out": "c.bvh", "cuts": [{"clip": "walk.bvh"}]}
END
sed 's/fifo/run.bvh/' plan.json >files.json
dbtool batch -q -j 1 files.json --metrics right.csv
sed -i s/,run.bvh$/,fifo/ right.csv # the target column
cp a.bvh right.bvh
mkfifo fifo
piped() { # OPTION...
    rm -f out.csv
    cat run.bvh >fifo &
    tries timeout 600 "$DBTOOL" batch plan.json --metrics out.csv --journal journal "$@" 2>&1 |
        sed 's/, [0-9.e-]* s$//'
    wait
    cmp a.bvh right.bvh && cmp out.csv right.csv
}
piped -j 1
piped -j 1 --resume
piped -j 3 --resume
sed 's/fifo/-/; /"b"/d' plan.json >stdin.json
timeout 600 "$DBTOOL" batch -q stdin.json --journal other --resume <run.bvh
cmp a.bvh right.bvh
cp run.bvh ./- # another file of that name
timeout 600 "$DBTOOL" batch -q stdin.json --journal other --resume <walk.bvh
cmp -s a.bvh right.bvh || echo 'standard input is read again'
echo '== an output that is one'
rm c.bvh
mkfifo c.bvh
sed -n 3p plan.json >c.json
for i in 1 2; do
    cat c.bvh >c$i &
    timeout 600 "$DBTOOL" batch -q c.json --journal piped --resume
    wait
done
same c1 c2
