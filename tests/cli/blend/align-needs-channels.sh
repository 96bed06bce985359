# A ROOT that cannot be moved or turned is an error.
for channels in '3 Zrotation Xrotation Yrotation' '3 Xposition Yposition Zposition'; do
    point 0.1 | sed "s/CHANNELS.*/CHANNELS $channels/; s/Frames: 0/Frames: 2/" >a.bvh
    printf '0 0 0\n1 2 3\n' >>a.bvh
    tries dbtool blend a.bvh a.bvh -o out.bvh
    dbtool blend -q a.bvh a.bvh --align none -m cut -o out.bvh
    frames out.bvh
    rm out.bvh
done
