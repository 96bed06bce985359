# Names of the greatest length for a file system, which leave no room for a suffix.
take walk run
long=$(printf '%0246d' 7)
dbtool blend -q walk.bvh run.bvh -a 1 -o "a$long.bvh" --metrics "b$long.csv"
dbtool blend -q walk.bvh run.bvh -a 1 -o short.bvh --metrics short.csv
cmp "a$long.bvh" short.bvh
cmp "b$long.csv" short.csv
leftovers
tries dbtool blend walk.bvh run.bvh -a 1 -o "aaaaaaaaaaa$long.bvh" 2>&1 | sed 's/0000*/0../'
