# The completion of bash, with its words split as readline splits them.
touch walk.bvh run.bvh 'my clip.bvh' plan.json
mkdir sub
ln -s "$DBTOOL" dbtool
complete_line() { # LINE WORDS AS READLINE HAS THEM...
    COMP_LINE=$1 COMP_POINT=${#1}
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _dbtool
    printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd '|'
}
compopt() { echo "compopt $*"; }
complete() { echo "complete $*"; }
source "$TESTS/../src/completion/dbtool.bash"
complete_line './dbtool lo' ./dbtool lo
complete_line './dbtool blend --past-end=' ./dbtool blend --past-end =
complete_line './dbtool blend --past-end=h' ./dbtool blend --past-end = h
complete_line './dbtool blend -m dead-halflife:cur' ./dbtool blend -m dead-halflife : cur
complete_line './dbtool blend walk.bvh ' ./dbtool blend walk.bvh ''
complete_line './dbtool batch ' ./dbtool batch ''
complete_line './dbtool compare --keep ' ./dbtool compare --keep ''
complete_line './dbtool blend --limits p' ./dbtool blend --limits p
complete_line './dbtool nothing ' ./dbtool nothing ''
complete_line './dbtool blend --nothing wal' ./dbtool blend --nothing wal
complete_line './dbtool blend --plant wal' ./dbtool blend --plant wal
