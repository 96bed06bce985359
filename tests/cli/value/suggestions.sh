# Near names, and parts of names, are suggested; others are not.
tries dbtool --verison
tries dbtool --hlep
tries dbtool --nothing
tries dbtool belnd
tries dbtool version
for m in quintic spring decay inertialise-cubic foo; do tries dbtool methods $m; done
tries dbtool help blend batch
