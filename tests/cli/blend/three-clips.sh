# Three unchanged clips: the middle clip's text is the second third of the output.
take walk run kick
dbtool blend -q walk.bvh run.bvh kick.bvh -a 60f,120f --from 10f,20f -m cut --align none -o out.bvh
{
    frames walk.bvh | head -60
    frames run.bvh | sed -n 11,70p
    frames kick.bvh | tail -n +21
} >right
frames out.bvh >got
same got right
