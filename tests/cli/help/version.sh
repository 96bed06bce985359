dbtool --version | grep -c '^dbtool [0-9]*\.[0-9]*\.[0-9]*$'
