# A FIFO is read like a file with the same bytes, except a journal, which is read and then written.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv --name same
dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o /dev/null --metrics new.csv --name same
dbtool info --limits walk.bvh run.bvh -o limits.json
echo '[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
mkfifo fifo
piped() { # FILE COMMAND...: the same with the file, and with the FIFO in its place
    local file=$1
    shift
    "$DBTOOL" "$@" >one.txt
    cat "$file" >fifo &
    "$DBTOOL" "${@/#$file/fifo}" | sed "s/fifo/${file//./\\.}/g" >other.txt
    wait
    cmp one.txt other.txt && echo "$1 $file: $(wc -c <one.txt | tr -d ' ') bytes" | sed 's/: 0 bytes/: nothing/; s/: [1-9].*/: the same/'
}
piped run.bvh blend -q walk.bvh run.bvh -a 1
piped limits.json blend -q walk.bvh run.bvh -a 1 -m dead-clamp --limits limits.json
piped out.bvh metrics out.bvh --at 1 --name same
piped walk.bvh compare walk.bvh run.bvh --at 1 -m cut,crossfade --name same
piped old.csv diff old.csv new.csv
piped new.csv diff old.csv new.csv
piped walk.bvh info --limits walk.bvh run.bvh
piped plan.json batch -n plan.json
tries timeout 600 "$DBTOOL" batch -q plan.json --journal fifo
tries timeout 600 "$DBTOOL" batch -q plan.json --journal /dev/null
ls
