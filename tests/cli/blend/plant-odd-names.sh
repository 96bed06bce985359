# The warning about missing legs says what was looked for, or what was found instead.
take walk
sed 's/Foot/Paw/; s/ToeBase/Claw/' walk.bvh >paws.bvh
dbtool blend paws.bvh paws.bvh --at 1 -n --plant -m cut
dbtool blend paws.bvh paws.bvh --at 1 -n --plant -m cut --feet LeftLeg
dbtool blend paws.bvh paws.bvh --at 1 -n --plant -m cut --feet '*Leg' --feet Hips
dbtool blend paws.bvh paws.bvh --at 1 -n --plant -m cut --feet '*Paw' # legs
dbtool info paws.bvh | grep leg
dbtool info paws.bvh --feet '*UpLeg' | grep leg
