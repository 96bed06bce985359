# Cuts without a time are at the end of the clip before.
take walk run kick
for format in text markdown csv json; do
    dbtool compare walk.bvh run.bvh kick.bvh --format $format -m cut,crossfade >left-out
    dbtool compare walk.bvh run.bvh kick.bvh --format $format -m cut,crossfade --at end,end >end
    same left-out end
done
head -n 1 left-out | grep -o '"at": [0-9.]*'
