# A side is a file, a folder, a glob or standard input.
mkdir old new none
row() { printf 'sequence,cut,joint,skate_u\n%s,1,*,%s\n' "$1" "$2"; }
row a 1 >old/a.csv
row b 1 >old/b.csv
row a 2 >new/2.csv
row b 3 >new/10.csv
row c 4 >new/.hidden.csv
row c 4 >new/notes.txt
row a 9 >'[ab].csv'
mkdir new/x.csv
tries dbtool diff old new
tries dbtool diff old/ 'new/[0-9]*.csv' | head -n 1
tries dbtool diff 'old/[ab].csv' new --format json | sed -n '2,3p'
tries dbtool diff '[ab].csv' old/a.csv | tail -n 1
tries dbtool diff - new <old/a.csv | head -n 1
tries dbtool diff old - <new/2.csv | head -n 1
tries dbtool diff - - <old/a.csv
tries dbtool diff none new
tries dbtool diff old 'new/*.tsv'
tries dbtool diff old absent.csv
tries dbtool diff old new new
tries dbtool diff old
tries dbtool diff
tries dbtool diff old 'new/n*' -o new/notes.txt
