dbtool methods dead-decay
