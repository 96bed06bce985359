# Colour only on a terminal, and not with NO_COLOR.
printf '%s\n' sequence,cut,joint,skate_u 'a,1,*,1' >old.csv
printf '%s\n' sequence,cut,joint,skate_u 'a,1,*,2' >new.csv
on_a_terminal() {
    python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "$DBTOOL" diff old.csv new.csv --fail-above 5 "$@" |
        LC_ALL=C grep -c "$(printf '\033')"
}
on_a_terminal
NO_COLOR='' on_a_terminal
NO_COLOR=1 on_a_terminal
on_a_terminal --format markdown
on_a_terminal -o -
on_a_terminal -q -o report.txt
LC_ALL=C grep -c "$(printf '\033')" report.txt
dbtool diff old.csv new.csv --fail-above 5 | LC_ALL=C grep -c "$(printf '\033')"
true
