# cmd.exe and PowerShell leave patterns to the program.
mkdir clips
take walk run
mv walk.bvh clips
mv run.bvh clips/RUN.BVH
touch clips/notes.txt
list() { dbtool info "$@" | sed -n 's/: .*joints.*//p'; }
list 'clips\*.bvh'
list 'clips/[rs]*'
list clips
dbtool info 'clips\x*.bvh'
dbtool info clips/nothing.bvh
