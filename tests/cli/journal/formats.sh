# A journal of format 1, without checksums, is refused and not changed. One of format 2 is read.
take walk run
cat >plan.json <<'END'
{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}
END
resume() { # JOURNAL: what it has stays
    cp "$1" journal
    tries dbtool batch plan.json --metrics out.csv --journal journal --resume 2>&1 |
        sed 's/, [0-9.e-]* s$//'
    head -c "$(wc -c <"$1")" journal | cmp - "$1"
}
resume "$DATA/journal/format_1.journal"
cmp journal "$DATA/journal/format_1.journal" && ls
resume "$DATA/journal/format_2.journal"
sed 's/Hips/hips/' "$DATA/journal/format_2.journal" >damaged
rm a.bvh
resume damaged
sed 's/2}/3}/' "$DATA/journal/format_2.journal" >format_3
resume format_3
for header in 'HIERARCHY' '{"dbtool journal": 2} ' '' '{}' ' {"dbtool journal": 2}'; do
    { printf '%s\n' "$header" && tail -n +2 "$DATA/journal/format_2.journal"; } >other
    resume other
done
echo '== torn in its first line, or none yet'
for begin in '' '{' '{"dbtool journal": 2}'; do
    printf '%s' "$begin" >journal
    dbtool batch -q plan.json --journal journal --resume
    head -n 1 journal
done
echo '== a torn line of another file stays'
printf '{"key": "0' >torn
resume torn
printf 'HIERARCHY' >torn
resume torn
