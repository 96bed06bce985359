# Paths longer than MAX_PATH, and names of any script, in arguments, outputs and messages.
take walk run
folder=$(printf 'd%.0s' {1..100})
folder=$folder/$folder/$folder
dbtool blend walk.bvh run.bvh --at 1 -q -o "$folder/o.bvh" && dbtool info "$folder/o.bvh" | grep -c joints
ls -A "$folder"
dbtool blend walk.bvh run.bvh --at 1 -q -o 'Läufer 歩く.bvh'
dbtool info 'Läufer 歩く.bvh' | grep -o '^.*: 21 joints'
dbtool info 'fehlt ü.bvh'
