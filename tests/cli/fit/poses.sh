# The up axis belongs to the rig, not to a pose; who walks on four legs is not fitted.
python3 "$TESTS/make/make_rigs.py" walker crawler sitter acrobat bat dog
echo '-- a clip of the same rig stays as it is, however its body lies'
for clip in crawler sitter acrobat bat; do
    dbtool blend walker.bvh $clip.bvh --at 1 -m cut -o plain.bvh --strict
    dbtool blend walker.bvh $clip.bvh --at 1 -m cut -o fitted.bvh --strict --fit
    cmp plain.bvh fitted.bvh
done
echo '-- on another rig it keeps its axis'
for clip in crawler sitter acrobat; do
    sed 's/Left/L_/; s/Right/R_/; s/OFFSET 0 -45 0/OFFSET 0 -44 0/' $clip.bvh >other.bvh
    dbtool blend other.bvh --fit=walker.bvh -o out.bvh
done
echo '-- four legs'
tries dbtool blend dog.bvh --fit=walker.bvh -o no.bvh
tries dbtool blend walker.bvh --fit=dog.bvh -o no.bvh
dbtool blend dog.bvh -o out.bvh --strict
dbtool info --roles dog.bvh | grep -e likely -e fitted
echo '-- what is found'
dbtool info --format list *er.bvh acrobat.bvh bat.bvh dog.bvh
dbtool info bat.bvh acrobat.bvh | grep likely
echo '-- upside down: feet to be locked do not stand'
dbtool blend bat.bvh --plant -o out.bvh && same out.bvh bat.bvh
dbtool blend bat.bvh -o out.bvh --strict
