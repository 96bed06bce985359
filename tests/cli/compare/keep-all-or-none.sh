# If anything fails, nothing is written, and no new folder is left.
take walk run
compare() {
    tries dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade "$@"
}
compare --keep new -o /dev/full
compare --keep new -o walk.bvh/table
compare --keep walk.bvh/where
compare --keep ''
compare --keep walk.bvh
compare --keep new --limits nowhere.json
compare --keep new --until 9
mkdir kept kept/cut.bvh
compare --keep kept
rmdir kept/cut.bvh
echo old >kept/cut.bvh
compare --keep kept -o /dev/full
compare --keep kept -o walk.bvh/table
tries into /dev/full dbtool compare walk.bvh run.bvh --at 1 --keep kept
cat kept/cut.bvh
mkdir closed
echo old >closed/cut.bvh
chmod 555 closed
chmod 777 .
unprivileged compare walk.bvh run.bvh --at 1 --keep closed -o table
echo "exit $?"
unprivileged compare walk.bvh run.bvh --at 1 -o closed/table
echo "exit $?"
cat closed/cut.bvh
(ulimit -f 8; tries "$DBTOOL" compare walk.bvh run.bvh --at 1 -m cut --keep kept -o table)
cat kept/cut.bvh
ls -A . kept closed
leftovers
