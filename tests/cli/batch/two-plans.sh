# Several plans form one batch, in their order: no two jobs may have the same name or the same
# output.
take walk run
mkdir p q
job='"cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": 1}]'
echo '[{"name": "x", "out": "../x.bvh", '"$job"'}]' >p/plan.json
echo '[{"name": "y", "out": "../y.bvh", '"$job"'}]' >q/plan.json
tries dbtool batch -q p/plan.json q/plan.json --metrics m.csv
ls
cut -d, -f1 m.csv | uniq -c
dbtool diff m.csv m.csv >diff.txt && echo "diff takes the rows"
rm x.bvh y.bvh
# one name, in the plan that comes second
sed 's/"y"/"x"/' q/plan.json >q/name.json
tries dbtool batch p/plan.json q/name.json
# one file, by the same path and by another
sed 's/"x"/"z"/' p/plan.json >p/other.json
tries dbtool batch p/plan.json p/other.json
cp p/other.json q
tries dbtool batch p/plan.json q/other.json
tries dbtool batch p/plan.json nix.json
ls
# an option's file is named by the option, a job's by its name, whatever that is
sed 's/"y"/"--metrics"/; s/y.bvh/m.csv/' q/plan.json >q/clash.json
tries dbtool batch q/clash.json --metrics m.csv
