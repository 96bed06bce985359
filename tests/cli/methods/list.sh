dbtool methods | awk 'NF == 0 { exit } { print $1 }'
dbtool methods | grep '(the default)'
