# Each parameter with its unit and default, and the source of the method.
dbtool methods dead-decay | awk '/^  [a-z]/ { print $1, $2, $3 } /^Source: / { print $1 }'
dbtool methods cut | grep -c '^Source: '
