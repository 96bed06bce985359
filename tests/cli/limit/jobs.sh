# slow
# The jobs of sweeps are counted before they are made; the error has its place in the plan.
cut='{"clip": "a.bvh"}'
sweep() { # TEXT...: a job with it
    printf '{"defaults": {},\n "jobs": [{"name": "{halflife_min}{halflife_max}", "out": "{name}.bvh", "method": "dead-halflife", %s,\n' "$1"
    printf '  "halflife_min": [0.1, 0.2, 0.3], "halflife_max": [0.4, 0.5]}]}\n'
}
sweep "\"cuts\": [$cut, $cut]" >six.json
tries dbtool batch --validate --preflight none six.json --max-jobs 5
tries dbtool batch --validate --preflight none six.json --max-jobs 6
printf '{"name": "%s", "out": "%s.bvh", "cuts": [{"clip": "a.bvh"}]}\n' 1 1 2 2 3 3 >three.json
tries dbtool batch --validate --preflight none three.json --max-jobs 2
tries dbtool batch --validate --preflight none three.json --max-jobs 3
# a name that placeholders make long
root=$(printf 'x%.0s' $(seq 2000))
printf '[{"name": "%s", "out": "a.bvh", "root": "%s",\n  "cuts": [%s]}]\n' "$(printf '{root}%.0s' 1 2 3 4 5 6 7 8 9)" "$root" "$cut" >name.json
tries dbtool batch --validate --preflight none name.json
tries dbtool batch --validate --preflight none six.json --max-jobs 0
# a plan of many jobs that are written out needs no option
for i in $(seq 3000); do printf '{"name": "%d", "out": "%d.bvh", "cuts": [%s, %s, %s, %s, %s]}\n' "$i" "$i" "$cut" "$cut" "$cut" "$cut" "$cut"; done >long.json
tries dbtool batch --validate --preflight none long.json --max-jobs 3000
# By default as many as a person asks for, or as a plan writes out.
list() { seq -s, -f "$1" "$2"; }
echo "[{\"name\":\"{halflife}_{blend_time}\",\"out\":\"o{name}\",\"method\":\"dead-decay\",
\"halflife\":[$(list 0.1%03g 201)],\"blend_time\":[$(list 0.1%03g 200)],\"cuts\":[{\"clip\":\"a\"},{\"clip\":\"b\"}]}]" >many.json
tries dbtool batch --validate --preflight none many.json
tries dbtool batch --validate --preflight none many.json --max-jobs 40200
seq -f '{"name":"%.0f","out":"o{name}","cuts":[{"clip":"a"}]}' 41000 >written.json
tries dbtool batch --validate --preflight none written.json
