# The length of texts is limited, also of names made from clips, and of names in rows.
long() { printf "$1%.0s" $(seq "$2"); }
cut='{"clip": "a.bvh"}, {"clip": "b.bvh"}'
plan() { # TEXT...: a job with it, and its mistakes
    printf '[{"name": "a", "out": "o.bvh", "cuts": [%s],\n  %s}]\n' "$cut" "$1" >plan.json
    tries dbtool batch --validate --preflight none plan.json
}
plan "\"at\": \"$(long 0 16385)\""
plan "\"at\": \"$(long 0 16384)\""
plan "\"method\": \"crossfade:$(long blend_time=1, 1500)blend_time=1\""
plan "\"profile\": {\"$(long a 16385)\": 1}"
plan "\"limits\": \"$(long a 16380)\""
mkdir folder
cp plan.json folder
tries dbtool batch --validate --preflight none folder/plan.json
# as `batch -n` writes it, a brace of the folder is two bytes
mkdir 'f{r'
for n in 16379 16380; do
    printf '[{"name": "a", "out": "%s", "cuts": [%s]}]\n' "$(long a $n)" "$cut" >'f{r/plan.json'
    tries dbtool batch -n 'f{r/plan.json' | wc -l
done
# the clips' names
cuts=$(long "$cut, " 5000)
clip=$(long x 15)
named() { # N: a job of N clips
    printf '[{"out": "o.bvh", "cuts": [%s{"clip": "%s"}]}]\n' "$(long "{\"clip\": \"$clip\"}, " $(($1 - 1)))" "$clip"
}
named 1024 >named.json
tries dbtool batch --validate --preflight none named.json
named 1025 >named.json
tries dbtool batch --validate --preflight none named.json
tries dbtool batch --validate --preflight none named.json --metrics m.csv
named 513 >named.json
tries dbtool batch --validate --preflight none named.json --metrics m.csv
printf '[{"name": "%s", "out": "o.bvh", "cuts": [%s%s]}]\n' "$(long n 2000)" "$cuts" "$cut" >rows.json
tries dbtool batch --validate --preflight none rows.json
tries dbtool batch --validate --preflight none rows.json --metrics m.csv
tries dbtool batch --validate --preflight none rows.json --journal j
tries dbtool batch --validate --preflight none rows.json --fail-if 'ang_jerk_peak_ratio>3'
clips=$(for _ in $(seq 200); do printf 'a.bvh '; done)
tries dbtool blend $clips --name "$(long n 42155)" --metrics m.csv -o o.bvh
