for command in $(dbtool help | awk '/^  [a-z]/ { print $1 }' | grep -v dbtool); do
    dbtool "$command" -h >/dev/null && echo "$command"
done
