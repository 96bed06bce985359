# 'dbtool' alone: the short help on standard error, exit 2.
dbtool 2>short
echo "exit $?"
dbtool help >help
same short help
