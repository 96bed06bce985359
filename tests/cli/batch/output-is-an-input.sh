# No job may overwrite a clip, a plan or another input, under any of its names; and --metrics may
# not overwrite an output.
take walk run
ln -s walk.bvh link.bvh
mkdir before
cp walk.bvh before
check() { # WHAT JOBS OPTION...
    local what=$1 status
    echo "$2" >plan.json
    cp plan.json before
    shift 2
    dbtool batch -j 1 plan.json "$@" >messages 2>&1
    status=$?
    cmp walk.bvh before/walk.bvh
    cmp plan.json before/plan.json
    [ $status -ne 0 ] && [ -s messages ] && echo "$what: refused" || echo "$what: exit $status"
    rm -f b.bvh link.bvh
    cp before/walk.bvh .
    ln -s walk.bvh link.bvh
}
run='"cuts": [{"clip": "run.bvh"}]'
reads_walk='{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}'
check "its own clip" '[{"out": "walk.bvh", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 1}]}]'
cat messages
check "another job's" "[{\"out\": \"walk.bvh\", $run}, $reads_walk]"
check "its own layer's" "[{\"out\": \"walk.bvh\", $run, \"layers\":
    [{\"joints\": [\"Head\"], \"clips\": [{\"clip\": \"walk.bvh\", \"at\": 0}]}]}]"
check "its own, by another path" '[{"out": "./walk.bvh", "cuts": [{"clip": "walk.bvh"}]}]'
check "another job's, by another path" "[{\"out\": \"./walk.bvh\", $run}, $reads_walk]"
check "another job's, through a link" "[{\"out\": \"link.bvh\", $run}, $reads_walk]"
check "another job's layer's" "[{\"out\": \"walk.bvh\", $run}, {\"out\": \"b.bvh\", \"name\": \"b\", $run, \"layers\":
    [{\"joints\": [\"Head\"], \"clips\": [{\"clip\": \"walk.bvh\", \"at\": 0}]}]}]"
check "the plan" '[{"out": "plan.json", "cuts": [{"clip": "walk.bvh"}]}]'
check "metrics over a clip" "[$reads_walk]" --metrics walk.bvh
check "metrics over the plan" "[$reads_walk]" --metrics plan.json
ln walk.bvh hard.bvh
check "metrics over a clip's hard link" "[$reads_walk]" --metrics hard.bvh
cat messages
check "another job's, by a hard link" "[{\"out\": \"hard.bvh\", $run}, $reads_walk]"
check "journal over a clip's hard link" "[$reads_walk]" --journal hard.bvh
cmp hard.bvh walk.bvh
ln plan.json hard.json
check "metrics over the plan's hard link" "[$reads_walk]" --metrics hard.json
cmp hard.json plan.json
check "metrics over an output" "[$reads_walk]" --metrics b.bvh
check "metrics over the journal" "[$reads_walk]" --metrics j --journal j
check "journal over an output" "[$reads_walk]" --journal b.bvh
