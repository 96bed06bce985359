# Paths of a server's share: opened, made, and one file by whatever name.
take walk run
share=$WINEPREFIX/dosdevices/unc/server/share
mkdir -p "${share%/*}"
ln -sfn "$PWD" "$share"
dbtool info '\\server\share\walk.bvh' | grep -o '^.*: 21 joints'
dbtool blend '\\server\share\walk.bvh' //server/share/run.bvh --at 1 -q -o '\\server\share\new\out.bvh'
ls new
tries dbtool blend '\\server\share\walk.bvh' run.bvh --at 1 -q -o '//server/share/WALK.BVH'
tries dbtool blend walk.bvh run.bvh --at 1 -q -o '\\SERVER\share\run.bvh'
tries dbtool info '\\server\nothing\walk.bvh'
rm "$share"
