# fish completion of dbtool: asks 'dbtool --complete', which knows every option and method.

function __dbtool_complete
    set -l token (commandline -ct)
    set -l words (commandline -opc) $token
    set -l reply ($words[1] --complete $words[2..-1] 2>/dev/null)
    set -l kind (string split ' ' -- $reply[1])
    set -l head (string match -r '^--[a-z-]+=' -- $token)
    set -l path (string replace -- "$head" '' $token)
    switch $kind[1]
        case words
            string join \n -- $reply[2..-1]
        case folders
            __fish_complete_directories $path | string replace -r '^' -- "$head"
        case files
            set -l endings (string join '|' -- $kind[2..-1])
            test -n "$endings"; or set endings '.*'
            __fish_complete_path $path | string match -r -- ".*(?:/|\.(?:$endings))(?:\t.*)?\$" |
                string replace -r '^' -- "$head"
    end
end

complete -c dbtool -f -a '(__dbtool_complete)'
