# No name can control a terminal or turn a line around: control characters, also C1 and lone bytes,
# and characters that set the direction of writing.
take walk
for bytes in '\033[2J' '\302\233' '\233' '\342\200\256' '\342\201\246' '\342\200\217' '\330\234' '\177'; do
    # shellcheck disable=SC2059
    name=$(printf "a${bytes}b")
    dbtool info "$name"
    sed "1,3s/ROOT .*/ROOT $name/" walk.bvh >named.bvh
    dbtool info -v named.bvh 2>&1 | grep -ao 'a[^ ]*b: position'
    dbtool blend walk.bvh walk.bvh --at 1 -o "$name.bvh"
    printf 'sequence,cut,joint,skate_u\n%s,1,j,1\n' "$name" >old.csv
    sed s/,1$/,2/ old.csv >new.csv
    dbtool diff old.csv new.csv --fail-above 5 -o "$name.txt"
    dbtool diff old.csv new.csv --format markdown | grep -o 'a.*b '
done 2>&1 | LC_ALL=C cat -v
# other characters stay
tries dbtool info "$(printf 'a\303\244\342\200\223\344\275\240\377z')"
# and in files they stay what they are: CSV is data
name=$(printf 'a\033[2J\342\200\256b')
sed "1,3s/ROOT .*/ROOT $name/" walk.bvh >named.bvh
dbtool blend -q named.bvh named.bvh --at 1 -o out.bvh --metrics out.csv
grep -cF ",$name," out.csv
grep -cxF "ROOT $name" out.bvh
