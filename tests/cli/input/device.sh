# A device without an end is refused as whatever file it is given, before it fills the memory. An
# empty one is an empty file.
take walk run
endless() { # ARGUMENT...
    tries timeout 600 "$DBTOOL" "$@"
}
endless info /dev/zero
endless info - </dev/urandom
endless blend walk.bvh /dev/zero --at 1 -o out.bvh
endless compare /dev/zero walk.bvh --at 1
endless suggest walk.bvh /dev/zero
endless batch /dev/zero
endless diff /dev/zero /dev/zero
endless blend walk.bvh run.bvh --at 1 --limits /dev/zero -o out.bvh
endless blend walk.bvh run.bvh --at 1 --rename /dev/zero -o out.bvh
endless blend walk.bvh run.bvh --at 1 -m dead-learned:model=/dev/zero -o out.bvh
endless info /dev/null
ls
