# While one batch appends to a journal, another one is refused and does not remove an incomplete
# last line, which is being written.
set -m
take walk run
mkfifo wait
echo '[{"name": "slow", "out": "slow.bvh", "cuts": [{"clip": "wait"}]}]' >slow.json
echo '[{"name": "quick", "out": "quick.bvh", "cuts": [{"clip": "run.bvh"}]}]' >quick.json
dbtool batch -q quick.json --journal j
before=$(cksum <j)
"$DBTOOL" batch -q slow.json --journal j --resume &
exec 3>wait # opened by its reader, too: so the journal is
tries dbtool batch quick.json --journal j
tries dbtool batch quick.json --journal ./j --resume
dbtool batch -q quick.json --journal other
printf '{"key": "01' >>j
tries dbtool batch quick.json --journal j
tail -n 1 j
echo
# the lock goes with its holder
interrupt KILL
dbtool batch -q quick.json --journal j --resume
[ "$(cksum <j)" = "$before" ] && echo whole
