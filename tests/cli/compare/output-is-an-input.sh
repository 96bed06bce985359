# An output that is an input is refused under the same name, another spelling, or a link, also for
# limits; and so are two equal outputs.
take walk run
cp walk.bvh before
mkdir kept
cp walk.bvh kept/cut.bvh
ln -s walk.bvh soft.bvh
dbtool info --limits walk.bvh run.bvh -o limits.json
cp limits.json limits
compare() {
    tries dbtool compare "$@" --at 1 -m cut,crossfade
}
compare walk.bvh run.bvh -o walk.bvh
compare walk.bvh run.bvh -o ./kept/../run.bvh
compare walk.bvh run.bvh -o soft.bvh
compare walk.bvh run.bvh --limits limits.json -o limits.json
compare kept/cut.bvh run.bvh --keep kept
compare kept/cut.bvh run.bvh --keep ./kept/.
compare walk.bvh run.bvh --keep kept -o kept/crossfade.bvh
compare walk.bvh run.bvh --keep kept -o ./kept/cut.bvh
dbtool compare - run.bvh --at 1 >>walk.bvh <walk.bvh
echo "exit $?"
cp walk.bvh kept/real
ln -s real kept/crossfade.bvh
ln -sf real kept/cut.bvh
compare walk.bvh run.bvh --keep kept
same walk.bvh before
same kept/real before
same limits.json limits
cmp run.bvh "$DATA/bvh/ok_run.bvh"
ls -A kept
leftovers
