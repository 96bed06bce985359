# Every job is in one shard: those whose index, from 0, is K-1 modulo N.
take walk run
cat >plan.json <<'END'
[{"name": "{blend_time}", "out": "out/{name}.bvh", "blend_time": [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
dbtool batch -q plan.json --metrics all.csv
mv out whole
for k in 1 2 3; do
    echo "shard $k: $(dbtool batch --shard $k/3 -n plan.json | sed 's/{"name": "\([^"]*\)".*/\1/' | xargs)"
    dbtool batch -q --shard $k/3 plan.json --metrics part$k.csv
done
diff -r out whole && ls whole
(head -n 1 all.csv; for k in 1 2 3; do tail -n +2 part$k.csv; done | sort) >parts
(head -n 1 all.csv; tail -n +2 all.csv | sort) >sorted
same parts sorted
tries dbtool batch --shard 9/9 plan.json --metrics none.csv 2>&1 | sed 's/, [0-9.e-]* s$/, SECONDS s/'
wc -l <none.csv
for bad in 0/3 4/3 1/0 -1/3 1 a/b 1/3x 1/ /3 '' 1/4294967300 4294967297/4294967300; do
    tries dbtool batch --shard "$bad" plan.json
done
