# A method with shared and own parameters gives the same as blend with these settings.
take walk run
dbtool compare walk.bvh run.bvh --at 1 --keep kept -o table -t 0.3 --halflife 0.1 --preset unreal \
    -m cut,dead-decay:halflife=0.2,dead-decay,inertialize-spring
blend() {
    dbtool blend -q walk.bvh run.bvh --at 1 -o out.bvh "${@:2}"
    same out.bvh "kept/$1"
}
blend cut.bvh -m cut
blend dead-decay.halflife=0.2.bvh -m dead-decay -t 0.3 --halflife 0.2
blend dead-decay.bvh -m dead-decay -t 0.3 --halflife 0.1
blend inertialize-spring.bvh -m inertialize-spring --halflife 0.1
blend unreal.bvh --preset unreal -t 0.3
ls -A kept
