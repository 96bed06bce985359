# Impossible conditions are errors before any work.
take walk run
fails() {
    dbtool blend walk.bvh run.bvh -a 1 -o out.bvh "$@"
    echo "status $?"
}
fails --fail-if 'ang_vel_jmp_deg_s>1'
fails --fail-if 'ang_vel_jump_deg_s=1'
fails --fail-if seam_ratio>as-without-quotes
ls as-without-quotes
fails --fail-if 'ang_vel_jump_deg_s>'
fails --fail-if 'ang_vel_jump_deg_s>1,5'
fails --fail-if '>1'
fails --fail-if 'skate_u>1e999'
fails --joint Head
[ ! -e out.bvh ] && echo "nothing written"
dbtool metrics walk.bvh --at 1 --fail-if 'skate_u>1'
echo "status $?"
# Limits that would be written over.
dbtool info --limits walk.bvh >limits.json
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh
cp limits.json kept.json
dbtool metrics out.bvh --at 1 --source walk.bvh --target run.bvh --limits limits.json -o limits.json
echo "status $?"
same limits.json kept.json
dbtool metrics walk.bvh --at 1 --fail-if 'skate_u>1' --fail-if 'seam_ratio>1'
