# A changed line of a journal is ignored: a warning names it, its job runs again, and the result is
# the same.
take walk run
cat >plan.json <<'END'
{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2}]}
{"name": "b", "out": "b.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.3}]}
END
resume() {
    tries dbtool batch plan.json --metrics out.csv --journal journal --resume "$@" 2>&1 |
        sed 's/, [0-9.e-]* s$//'
}
resume -j 1
cp out.csv once.csv
cp a.bvh once.bvh
cp journal whole
check() { # OPTION...
    resume --fail-if 'ang_vel_jump_deg_s>1e9' -j 1 "$@"
    cmp out.csv once.csv && cmp a.bvh once.bvh
}
damage() { # SED-SCRIPT: of the second job's line, and what is done then
    sed "3 $1" whole >journal
    echo "== $1"
    check
}
damage 's/\(.*\),[0-9.]*,\\"dead/\1,abc,\\"dead/'
damage 's/\(.*\),[0-9.]*,\\"dead/\1,1,\\"dead/'
damage 's/"rows": ".*", "c/"rows": "", "c/'
damage 's/"done"/"dome"/'
damage 's/"done"/"failed"/'
damage 's/"size": /"size": 1/'
damage 's/"out": "b/"out": "a/'
damage 's/"out"/"oot"/'
damage 's/"check": "./"check": "/'
damage 's/, "check".*/}/'
damage 's/}$/} /'
damage 's/.*/{}/'
damage 's/.*/[]/'
echo '== both lines'
sed '2,3 s/"status"/"stetus"/' whole >journal
check
echo '== lines that changed places, and one twice'
sed -n '1p; 3p' whole >journal
sed -n '2,3p' whole >>journal
check
echo '== two journals in one'
cat whole whole >journal
check
echo '== NULs at the end, as a crash of the machine may leave them'
cp whole journal
head -c 100 /dev/zero >>journal
check
cmp journal whole
echo '== -q'
sed '3 s/1/2/' whole >journal
check -q
