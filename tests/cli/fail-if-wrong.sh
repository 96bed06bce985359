# Conditions that cannot be are errors before any work.
take walk run
fails() {
    dbtool blend walk.bvh run.bvh -a 1 -o out.bvh "$@"
    echo "status $?"
}
fails --fail-if 'ang_vel_jmp_deg_s>1'
fails --fail-if 'ang_vel_jump_deg_s=1'
fails --fail-if 'ang_vel_jump_deg_s>'
fails --fail-if 'ang_vel_jump_deg_s>1,5'
fails --fail-if '>1'
fails --joint Head
[ ! -e out.bvh ] && echo "nothing written"
dbtool metrics walk.bvh --at 1 --fail-if 'skate_u>1'
echo "status $?"
