dbtool blned
echo "exit $?"
dbtool frobnicate
