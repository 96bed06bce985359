# The first five rows that only one table has, in its order, and how many more there are.
rows() {
    echo sequence,cut,joint,skate_u
    for cut; do echo "a,$cut,*,1"; done
}
rows 9 1 2 3 4 5 6 7 8 >old.csv
rows 9 14 13 12 11 10 >new.csv
tries dbtool diff old.csv new.csv
tries dbtool diff old.csv new.csv --format markdown
