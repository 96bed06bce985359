# Names that are not UTF-8 are those of the files: in plans that dbtool writes, and in the journal.
take walk run
old=$'caf\xe9'
mkdir "$old"
mv walk.bvh "$old/w$old.bvh"
echo '-- a plan of suggest, and of a walk'
dbtool suggest -q "$old/w$old.bvh" run.bvh --top 2 --format plan -o "$old/plan.json"
grep -o '"clip": "[^"]*"' "$old/plan.json" | sed 's|"/.*/case/|".../|' | sort -u
dbtool batch -q -j1 "$old/plan.json"
ls "$old" | od -An -c | tr -d ' \n' && echo
dbtool graph -q "$old/w$old.bvh" run.bvh --walk 5 --seed 1 -o walk.json
grep -o '"clip": "c[^"]*"' walk.json | sort -u
dbtool batch -q -j1 walk.json && ls random_walk_1.bvh
echo '-- lists of suggest: in JSON the command names the file; CSV cannot'
dbtool suggest -q "$old/w$old.bvh" run.bvh --top 1 --format json >list.json
grep -o '"[ab]": "[^"]*"' list.json
python3 -c 'import json, os, sys; sys.stdout.buffer.write(os.fsencode(json.load(sys.stdin)[0]["blend"]))' <list.json >command.sh
(dbtool() { "$DBTOOL" "$@" -q; }; source ./command.sh) && ls out.bvh
dbtool graph -q "$old/w$old.bvh" | grep -o -m 1 '"clip": "c[^"]*"'
tries dbtool suggest -q "$old/w$old.bvh" run.bvh --format csv
echo '-- a long name is cut between two characters'
long=$(printf 'x%.0s' {1..98})
for name in "$long" "${long}x" "${long#x}"; do
    cp run.bvh "$name"$'\xc3\xa9\xc3\xa9.bvh'
    dbtool suggest -q "$name"$'\xc3\xa9\xc3\xa9.bvh' run.bvh --top 1 --format plan | grep -o '"name": "[^"]*"'
done
rm -f "$long"* "${long#x}"*
echo '-- the jobs of a plan over a pattern, printed and run'
cat >plan.json <<'P'
[{"name": "{clip}", "out": "out/{folder}/{clip}.bvh", "method": "cut",
  "cuts": [{"clip": "caf*/w*.bvh"}, {"clip": "run.bvh", "at": 1}]}]
P
dbtool batch -n plan.json >jobs.json
grep -o '"\(name\|out\|clip\)": "[^"]*"' jobs.json
dbtool batch -q -j1 plan.json && mv "out/$old/w$old.bvh" first.bvh
dbtool batch -q -j1 jobs.json && same "out/$old/w$old.bvh" first.bvh | od -An -c | tr -d ' \n' && echo
echo '-- the journal'
python3 -c 'import json, os, sys; print(*(os.fsencode(json.loads(line)["out"]) for line in sys.stdin if "out" in line))' < <(
    dbtool batch -q -j1 --journal j plan.json
    cat j)
batch() { # PLAN
    dbtool batch -j1 --journal j --resume "$1" 2>&1 | sed 's/, [0-9.e-]* s$//'
}
batch plan.json
batch jobs.json
# Another name that would look the same is another file.
mv "$old" $'caf\xe8'
mv $'caf\xe8/w'"$old.bvh" $'caf\xe8/wcaf\xe8.bvh'
batch plan.json
batch plan.json
rm -rf out
batch plan.json
