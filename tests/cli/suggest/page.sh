# The page for one or two clips is self-contained; names in it cannot end a script.
take walk run
mv walk.bvh '<!--<script>.bvh'
dbtool suggest '<!--<script>.bvh' run.bvh --format html -o a.html -j 1
dbtool suggest '<!--<script>.bvh' run.bvh --format html -o b.html -j 4
cmp a.html b.html
grep -c '<!--' a.html
grep -c 'http-equiv="Content-Security-Policy"' a.html
dbtool suggest run.bvh --format html >c.html && grep -c '"cuts":' c.html
tries dbtool suggest run.bvh run.bvh run.bvh --format html
