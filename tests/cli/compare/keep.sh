# Kept files equal those of blend, with any other options; the folder is made. 'all' leaves out
# methods that need a model or a gap.
take walk run kick
dbtool compare walk.bvh run.bvh kick.bvh --at 0.9,1.6 --keep kept -m all,dead-decay:halflife=0.1,curve=linear >table
dbtool compare walk.bvh run.bvh kick.bvh --at 0.9,1.6 -m all,dead-decay:halflife=0.1,curve=linear >unkept
same table unkept
for method in $(dbtool methods | awk '!NF { exit } $1 !~ /-learned$|^bridge-/ { print $1 }') dead-decay:halflife=0.1,curve=linear; do
    dbtool blend -q walk.bvh run.bvh kick.bvh --at 0.9,1.6 -m "$method" -o out.bvh
    same out.bvh "kept/$(echo "$method" | tr ':,' '..').bvh"
done
ls -A kept | wc -l
# a folder that is there, files that are replaced, other files that stay
echo mine >kept/mine
dbtool compare walk.bvh run.bvh --at 1 --precision 2 --joint Head --window 0.5 --keep kept/ -m cut,crossfade \
    --format json --sync | grep -o '"file": [^,]*'
for method in cut crossfade; do
    dbtool blend -q walk.bvh run.bvh --at 1 --precision 2 -m $method -o out.bvh
    same out.bvh kept/$method.bvh
done
cat kept/mine
leftovers
