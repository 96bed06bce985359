# An input is edited in place while a command runs: the command fails, and its outputs stay as they
# were.
take_old walk run
cp -p walk.bvh rig.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -o blended.bvh --metrics old.csv
dbtool info --limits walk.bvh run.bvh -o limits.json
dbtool train -q walk.bvh run.bvh -o model.safetensors -j 1 --hidden 4 --layers 1 --window 0.1 --iterations 2 \
    --batch 4
touch -d '2001-01-01' blended.bvh old.csv limits.json model.safetensors
mkfifo pipe
mkdir kept
ls -A >before
check() { # FILE COMMAND...: which reads it, then waits for the pipe
    local file=$1
    shift
    cp -p "$file" whole
    "$DBTOOL" "$@" -q -o "${out:-out}" &
    exec 3>pipe
    edit "$file"
    cat "$input" >&3
    exec 3>&-
    wait $! || echo "exit $?"
    cp -p whole "$file"
}
echo old >out
input=run.bvh
check walk.bvh metrics walk.bvh pipe --at 0.5
check walk.bvh info walk.bvh pipe
check walk.bvh info --limits walk.bvh pipe
check walk.bvh blend walk.bvh pipe -a 0.5
check walk.bvh compare walk.bvh pipe -a 0.5 -m cut,crossfade --keep kept
out=- check walk.bvh compare walk.bvh pipe -a 0.5 -m cut,crossfade
check walk.bvh report walk.bvh pipe -a 0.5 -m cut
input=old.csv
check old.csv diff old.csv pipe
input=limits.json
check walk.bvh blend walk.bvh run.bvh -a 1 -m dead-clamp --limits pipe

# While it waits to write.
waits() { # FILE COMMAND...
    local file=$1
    shift
    cp -p "$file" whole
    "$DBTOOL" "$@" -q -o out --metrics pipe &
    until_true has_leftovers
    edit "$file"
    drain pipe
    cp -p whole "$file"
}
waits run.bvh blend walk.bvh run.bvh -a 1
waits rig.bvh blend walk.bvh run.bvh -a 1 --fit=rig.bvh
waits limits.json blend walk.bvh run.bvh -a 1 -m dead-clamp --limits limits.json
waits model.safetensors blend walk.bvh run.bvh -a 1 -m dead-learned:model=model.safetensors
cat out
rm out whole
ls -A kept
ls -A | diff before -
