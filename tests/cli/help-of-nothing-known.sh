dbtool help blned
