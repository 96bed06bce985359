# bash completion of dbtool: asks 'dbtool --complete', which knows every option and method.

_dbtool() {
    local line=${COMP_LINE:0:COMP_POINT} last=${COMP_WORDS[COMP_CWORD]} words reply kind endings head word
    read -ra words <<<"$line"
    [[ $line != *[[:blank:]] ]] || words+=('')
    reply=$("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null) || return
    { read -r kind endings; } <<<"$reply"
    # bash completes what stands after the last '=' or ':' alone.
    case $last in = | :) last='' ;; esac
    head=${words[-1]%"$last"}
    COMPREPLY=()
    case $kind in
    words)
        while IFS=$'\t' read -r word _; do
            [ -z "$word" ] || COMPREPLY+=("${word#"$head"}")
        done < <(tail -n +2 <<<"$reply")
        [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
        ;;
    folders)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$last")
        ;;
    files)
        compopt -o filenames
        while IFS= read -r word; do
            [[ -d $word || -z $endings || " $endings " == *" ${word##*.} "* ]] && COMPREPLY+=("$word")
        done < <(compgen -f -- "$last")
        ;;
    esac
}

complete -F _dbtool dbtool
