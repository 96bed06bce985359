# The second loop point of three repetitions, as metrics measures a file with them, also against the
# clips. The report shows it.
take turn
dbtool loop turn.bvh -q --repeat 3 --metrics a.csv --name t --report r.html -o t.bvh
cut -d, -f1-5 a.csv | sed -n '1,2p;$p'
dbtool metrics t.bvh --at 128f,256f -m inertialize-two-sided | grep '^t,2' | cut -d, -f1-17 >b
grep '^t,2' a.csv | cut -d, -f1-17 | cmp - b
grep -c ',,' a.csv
tail -1 a.csv | sed 's/.*,"/"/'
grep -c '<title>' r.html
# In place or not, the loop point is the same.
dbtool loop turn.bvh -q --in-place --name t --metrics c.csv -o i.bvh && cmp a.csv c.csv
dbtool loop turn.bvh -q -j 1 --repeat 3 --report s.html -o s.bvh && cmp s.bvh t.bvh && wc -c r.html s.html | awk '{ print $1 }' | uniq | wc -l
tries dbtool loop turn.bvh -q -n --fail-if 'ang_vel_jump_deg_s>1'
dbtool loop - -q -o o.bvh --metrics - <turn.bvh | tail -1 | cut -d, -f1-5
# What is measured is longer than what is written, and not what --max-frames is for.
dbtool loop turn.bvh -q --name t --max-frames 128 --metrics d.csv -o d.bvh && cmp a.csv d.csv
dbtool loop turn.bvh --dry-run && ls
