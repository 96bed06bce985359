# All JSON output is strictly valid for any input: numbers at both ends of the range of a double,
# and names of any bytes. A strict parser in Python reads it.
file=$'"q\\<b>\x01\xff.bvh'
extreme 1.7e308 Left >huge.bvh
extreme 4.9e-324 Left >tiny.bvh
extreme 90 "$odd_name" >"$file"
cp "$file" other.bvh
sed -i 's/Frame Time: .*/Frame Time: 1e6/' huge.bvh
sed 's/Frame Time: .*/Frame Time: 1e-6/' tiny.bvh >fast.bvh

dbtool info -q --format json huge.bvh tiny.bvh fast.bvh "$file" >info.json
dbtool info -q --limits huge.bvh >limits-huge.json
dbtool info -q --limits tiny.bvh >limits-tiny.json
dbtool methods --format json >methods.json
one_sided=cut,crossfade,inertialize-spring,dead-halflife,dead-bounce # sums on both sides overflow
for clip in huge tiny; do
    tries dbtool compare -q -v $clip.bvh $clip.bvh --at 3f --methods "$one_sided" --format json >compare-$clip.json 2>said
    dbtool blend -q $clip.bvh $clip.bvh --at 3f --name same -o out.bvh --metrics $clip.csv
done
dbtool compare -q "$file" other.bvh --at 3f --name "$odd_name" --format json >compare-names.json
dbtool blend -q "$file" other.bvh --at 3f --name "$odd_name" -o out.bvh --metrics names.csv
dbtool diff huge.csv tiny.csv --format json >diff.json
dbtool diff huge.csv huge.csv --fail-above 1e9 --floor u=1e-300 --format json >diff-huge.json
dbtool diff names.csv huge.csv --format json >diff-names.json
extreme 90 "${odd_name/$'\xff\xed\xa0\x80'/}" >named.bvh # a model's names are UTF-8
dbtool train -q -j 1 named.bvh --hidden 4 --layers 1 --iterations 2 --window 0.05 -o model.safetensors

python3 - "$odd_name" "$file" >plan.json <<'END'
import json, sys
odd, file = (a.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for a in sys.argv[1:])
cuts = [{"clip": "other.bvh"}, {"clip": "other.bvh", "at": "3f", "profile": {"a*": 1e-300, "R*": 0.5}}]
print(json.dumps({"jobs": [
    {"name": odd, "out": "1.bvh", "cuts": cuts, "contact_height": 1e-9, "contact_speed": 1e9},
    {"name": "{{" + file, "out": "2.bvh", "cuts": cuts, "method": "cut", "window": 1e100}]}))
END
dbtool batch -n plan.json >plan.lines
dbtool batch -q plan.json --journal journal.lines
dbtool report -q plan.json -o report.html

python3 "$TESTS/strict_json.py" ./*.json *.lines report.html model.safetensors && echo 'all strict'
