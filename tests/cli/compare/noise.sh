# Rounding noise is a tie of a column, which the target error decides: between two clips at rest in
# one place, every method has only noise.
take walk
slide 0 0 0 0 0 >a.bvh
dbtool compare a.bvh a.bvh --align none --columns '' -m dead-linear,cut,crossfade
dbtool compare walk.bvh walk.bvh -a 1 --from 1 -m cut,crossfade,inertialize-cubic \
    --rank overshoot_deg --columns skate_u
