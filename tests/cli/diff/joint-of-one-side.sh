# A pattern that matches in one table alone is no mistake; one that matches in none is.
rows() { # JOINT...
    echo sequence,cut,joint,skate_u
    for joint; do echo "a,1,$joint,1"; done
}
rows Hips Hand >old.csv
rows Hips Foot >new.csv
for joint in Hand Foot Head; do
    tries dbtool diff old.csv new.csv --joint $joint --joint Hips
done
