dbtool methods | awk 'NF == 0 { exit } { print $1 }'
dbtool methods | grep -c '(the default)'
