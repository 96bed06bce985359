# The words that can follow, by 'dbtool --complete': the kind on the first line, then the words.
ask() { # WORDS...
    printf -- '-- %s\n' "$*"
    dbtool --complete "$@" | cut -f 1
}
ask lo
ask blend -m dead-h
ask blend -m dead-halflife:curve=smoother
ask blend -m dead-halflife:halflife_m
ask blend --past-end ''
ask blend --past-end=h
ask blend -qt ''
ask blend --preset unreal-
ask blend --relative-velocity f
ask blend --curve l
ask compare --methods cut,inertialize-c
ask compare --methods cut,dead-decay:halflife=0.1,cu
ask diff --column lin_jerk_p
ask diff ''
ask batch ''
ask blend -- -
ask blend --metrics ''
ask compare --keep ''
ask help lo
ask nothing ''
# Every option of the help is offered, and nothing that is none.
for command in $(dbtool help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    dbtool "$command" -h -v | grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--.*' | sort -u >help
    dbtool --complete "$command" -- | tail -n +2 | cut -f 1 | grep -v '^--blend-time$' | sort -u >offered
    grep -v '^--blend-time$' help | diff - offered || echo "$command"
done
