# Frames that nothing changes keep their bytes: blanks, exponents, signs. The first clip gives line
# ends, hierarchy and frame time.
{
    printf '  HIERARCHY\r\n\r\nroot  Point\t\r\n{ OFFSET +0 0. 0e0\r\n'
    printf 'channels 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\r\n'
    printf 'End Site { OFFSET 0 1 0 } }\r\nMOTION\r\nFrames:\t 3 \r\nFrame Time:   1.00e-1 \r\n'
} >head
a=('   +1e0 0.  .5 1E1 -0 1' $'2\t0 0   0 0 0  ' '3 0 0 0 0 0')
b=($'\t10 0 0 0 0 0' '+11.000 0 0 -0.0 0 0' '12 1e-320 0 0 0 0')
{ cat head; printf '%s\r\n' "${a[@]}"; } >a.bvh
point 0.1 "${b[@]}" >b.bvh
dbtool blend a.bvh b.bvh --at 2f --align none -m cut -o out.bvh
{ sed 's/ 3 / 5 /' head; printf '%s\r\n' "${a[0]}" "${a[1]}" "${b[@]}"; } >right.bvh
same out.bvh right.bvh
# with a transition of two frames, all but the cut's, which is A's, and the one inside
dbtool blend -q a.bvh b.bvh --at 2f --align none -m crossfade -o out.bvh
cmp <(frames right.bvh | sed 3,4d) <(frames out.bvh | sed 3,4d)
frames out.bvh | sed -n 3,4p | tr -d '\r'
