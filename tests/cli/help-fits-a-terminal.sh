# Every help is on standard output, within 80 columns, without trailing blanks.
dbtool help >general
commands=$(sed -n 's/^  \([a-z]*\)  .*/\1/p' general)
[ "$(wc -w <<<"$commands")" -gt 7 ] || echo "few commands: $commands"
for command in $commands; do
    dbtool help $command >"$command" || echo "exit $?"
    dbtool $command -h >"$command-h" || echo "exit $?"
    dbtool $command --help >"$command-help" || echo "exit $?"
    cmp "$command" "$command-h"
    cmp "$command" "$command-help"
    awk -v c="$command" 'length > 80 || / $/ { print c ":" NR ": " $0 }' "$command"
    [ "$(wc -l <"$command")" -gt 8 ] || echo "$command: little help"
done
dbtool --help >general-help
dbtool -h >general-h
cmp general general-help
cmp general general-h
awk 'length > 80 || / $/ { print "general:" NR ": " $0 }' general
