# The completion of zsh; what it would give to zsh's own functions is printed instead.
ln -s "$DBTOOL" dbtool
cat >lines.zsh <<'END'
_describe() { print -rl -- describe "${(@P)4}"; }
compadd() { print -r -- compadd "$@"; }
compset() { }
_files() { print -r -- files "$@"; }
complete_words() {
    words=("$@") CURRENT=$#
    source "$script"
}
script=$1
complete_words ./dbtool lo
complete_words ./dbtool blend --past-end ''
complete_words ./dbtool blend -m dead-halflife:cur
complete_words ./dbtool blend -m dead-halflife:curve=l
complete_words ./dbtool blend 'my\ '
complete_words ./dbtool report ''
complete_words ./dbtool compare --keep ''
complete_words ./dbtool blend --limits ''
END
zsh -f lines.zsh "$TESTS/../src/completion/_dbtool"
