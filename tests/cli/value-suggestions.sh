# What is near, or a part of it, is suggested; what is neither is not.
tries dbtool --verison
tries dbtool --hlep
tries dbtool --nothing
tries dbtool belnd
tries dbtool version
for m in quintic spring decay inertialise-cubic foo; do tries dbtool methods $m; done
tries dbtool help blend batch
