# Every help is on standard output, within 80 columns and without trailing blanks; 'COMMAND -h' fits
# a screen, and 'COMMAND -h -v' has all options.
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
    lines=$(wc -l <"$command")
    [ "$lines" -gt 8 ] && [ "$lines" -le 50 ] || echo "$command: $lines lines of help"

    dbtool $command -h -v >"$command-all" || echo "exit $?"
    for all in "$command -hv" "$command --verbose --help" "$command -q -vh" "help -v $command"; do
        dbtool $all >"$command-other" || echo "exit $?"
        cmp "$command-all" "$command-other"
    done
    awk -v c="$command" 'length > 80 || / $/ { print c " -v:" NR ": " $0 }' "$command-all"
    named=$(sed -n 's/^\([0-9]*\) more options.*/\1/p' "$command")
    options='^  (-., |    )--'
    left_out=$(($(sed '/^parameters of/,$d' "$command-all" | grep -cE "$options") - $(grep -cE "$options" "$command")))
    [ "${named:-0}" -eq "$left_out" ] || echo "$command: $left_out options left out, $named named"
    grep -E "$options" "$command" | while IFS= read -r line; do
        grep -qxF -e "$line" "$command-all" || echo "$command -v lacks: $line"
    done
done
[ "$(grep -c -- --limit-margin blend blend-all | tr '\n' ' ')" = "blend:0 blend-all:1 " ] || echo "parameters"
dbtool --help >general-help
dbtool -h >general-h
cmp general general-help
cmp general general-h
awk 'length > 80 || / $/ { print "general:" NR ": " $0 }' general
