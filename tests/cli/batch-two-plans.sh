# Several plans are one batch, in their order; no two of its jobs write one file.
take walk run
mkdir p q
echo '[{"name": "x", "out": "../x.bvh", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": 1}]}]' >p/plan.json
sed 's/x\.bvh/y.bvh/' p/plan.json >q/plan.json
tries dbtool batch -q p/plan.json q/plan.json --metrics m.csv
ls
cut -d, -f1 m.csv | uniq -c
rm x.bvh y.bvh
cp p/plan.json p/other.json
tries dbtool batch p/plan.json p/other.json
tries dbtool batch p/plan.json nix.json
ls
cp p/plan.json q/plan.json
dbtool batch p/plan.json q/plan.json 2>/dev/null || echo "the same file by another path: refused"
