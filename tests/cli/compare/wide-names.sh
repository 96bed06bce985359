# A name whose letters take two bytes does not shift its row: all columns end where the names' do.
take walk run
cp walk.bvh ééééééééé.bvh
cp walk.bvh eeeeeeeee.bvh
dbtool compare walk.bvh run.bvh --at 1.2 -m cut,crossfade --with ééééééééé.bvh --with eeeeeeeee.bvh -q >table
grep -E '^(é|e)' table | sed 's/é/e/g' | uniq | wc -l
