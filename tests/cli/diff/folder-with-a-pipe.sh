# Of a folder, and of what a pattern matches, only regular files are read. A pipe would be waited for
# without end; it is left out with a warning, and so is a link that leads nowhere.
take walk run
mkdir old new
for side in old new; do
    dbtool blend -q walk.bvh run.bvh -a 1 -m cut -o /dev/null --metrics $side/a.csv --name same
done
mkfifo old/b.csv
ln -s /dev/zero new/b.csv
ln -s gone.csv old/c.csv
tries timeout 600 "$DBTOOL" diff old new --fail-missing
tries timeout 600 "$DBTOOL" diff -q 'old/?.csv' new
tries timeout 600 "$DBTOOL" diff old 'new/b*'
