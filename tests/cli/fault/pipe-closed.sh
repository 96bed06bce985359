# If the reader closes the pipe, every command ends silently by the signal.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh --metrics old.csv --name same
dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o cut.bvh --metrics new.csv --name same
echo '[{"out": "b.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >plan.json
deaf() { # into a pipe of which nobody has the other end any more
    exec 4> >(exec true)
    wait $!
    ("$DBTOOL" "$@" >&4)
    echo "$1 $?"
    exec 4>&-
}
deaf blend -q walk.bvh run.bvh -a 1
deaf blend walk.bvh run.bvh -a 1 -o second.bvh --metrics -
deaf metrics out.bvh --at 1
deaf compare walk.bvh run.bvh --at 1 -m cut,crossfade --keep kept
deaf diff old.csv new.csv
deaf diff old.csv new.csv --format junit
deaf info walk.bvh
deaf info --limits walk.bvh
deaf batch -n plan.json
deaf batch -q plan.json --metrics -
deaf methods
deaf help
# Whoever ignores that signal gets the failure as an error of writing.
trap '' PIPE
deaf diff old.csv new.csv
trap - PIPE
# one that goes after the first byte of more than a pipe holds
mkfifo fifo
head -c 1 <fifo >/dev/null &
dbtool blend -q walk.bvh run.bvh -a 1 -o fifo --metrics out.csv
echo "fifo $?"
rmdir kept # made, and nothing was put in it
ls -A
