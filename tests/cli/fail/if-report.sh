# The report of --fail-if for a build. It lists failed jobs in their order, for any -j.
take walk run
cp walk.bvh 'a*b<c>.bvh'
cat >plan.json <<'END'
[{"name": "<&*>.{method}", "out": "{method}.bvh", "method": ["cut", "crossfade"],
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}, {"clip": "walk.bvh", "at": "end"}]},
 {"name": "#1", "out": "failed.bvh", "root": "nobody", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]},
 {"name": "last", "out": "last.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]
END
limits=(--fail-if 'target_error_rms_deg<1e-9' --fail-if 'ang_vel_jump_deg_s>500')
echo '-- a batch'
for format in xml md; do
    for n in 1 4; do
        tries dbtool batch -q -j $n plan.json "${limits[@]}" --gate-report $n.$format 2>said
    done
    same 1.$format 4.$format
done
cat 1.xml 1.md
python3 "$TESTS/junit_schema.py" 1.xml
# each figure that is told is in both
sed -n 's/.*: cut \([0-9]*\) at .*: \([a-z_]*\) is \([^,]*\),.*/\1 \2 \3/p' said >told
for file in 1.xml 1.md; do
    sed 's/\\//g; s/&gt;/>/g' $file | sed -n 's/.*: cut \([0-9]*\) at .*: \([a-z_]*\) is \([^,]*\),.*/\1 \2 \3/p' | same /dev/stdin told
done
echo '-- nothing wrong'
tries dbtool blend -q walk.bvh run.bvh -a 1 -o o.bvh --metrics m.csv --fail-if 'ang_vel_jump_deg_s>1e9' --gate-report g.XML
tries dbtool metrics -q o.bvh --at 1 -o n.csv --fail-if 'ang_vel_jump_deg_s>1e9' --gate-report g.md
tries dbtool loop -q walk.bvh -o loop.bvh --fail-if 'ang_vel_jump_deg_s>1e9' --gate-report loop.md
cat g.XML g.md loop.md
python3 "$TESTS/junit_schema.py" g.XML
echo '-- annotations'
tries dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o 'o,1.bvh' --fail-if 'target_error_rms_deg>=0' --gate-report github 2>said
tries dbtool batch -q plan.json --fail-if 'ang_vel_jump_deg_s>500' --gate-report github 2>said
tries dbtool blend -q walk.bvh run.bvh -a 1 --fail-if 'target_error_rms_deg>=0' --gate-report github
echo '-- many joints'
tries dbtool metrics -q o.bvh --at 1 -o n.csv --joint '*' --fail-if 'ang_vel_jump_deg_s>=0' --gate-report many.md 2>said
wc -l <said
grep -c '^- ' many.md
tail -n 1 many.md
echo '-- mistakes'
rm o.bvh
tries dbtool blend -q walk.bvh run.bvh -a 1 -o o.bvh --gate-report g.xml
tries dbtool blend -q walk.bvh run.bvh -a 1 -o o.bvh --fail-if 'ang_vel_jump_deg_s>1' --gate-report g.txt
tries dbtool blend -q walk.bvh run.bvh -a 1 -o o.md --fail-if 'ang_vel_jump_deg_s>1' --gate-report o.md
tries dbtool blend -q walk.bvh run.bvh -a 1 -o o.bvh --fail-if 'ang_vel_jump_deg_s>1' --gate-report walk.bvh/g.xml
tries dbtool batch -q plan.json --fail-if 'ang_vel_jump_deg_s>1' --gate-report plan.json.md --metrics plan.json.md
ls o.bvh o.md 2>&1
