dbtool methods
