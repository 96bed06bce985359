#!/usr/bin/env bash
# test_manual.sh DBTOOL: runs the examples of the manual beside DBTOOL and of README.md.
#
# A display that begins with '$ ' has commands, each from a '$ ' to the next. The commands of a page run
# in order in one folder, with the clips testdata/bvh/ok_*.bvh. A display that begins with '[' or '{' is
# a plan; its name (.Pa NAME.json) is before it in the same paragraph. A display right after commands
# shows their output: each line, or each part of it between '...', must be printed; blanks and line ends
# may differ.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
work=$scratch
mkdir "$work/bin"
ln -s "$dbtool" "$work/bin/dbtool"
export PATH=$work/bin:$PATH

# Writes the plans of a page into a folder, its commands as example.NN, and what the examples MM to NN
# are shown to print as shown.MM.NN.
write_examples() { # PAGE FOLDER
    sed "s/\\\\(aq/'/g; s/\\\\e/\\\\/g; s/\\\\-/-/g; s/\\\\&//g" "$1" | awk -v folder="$2" '
        /^\.(Pp|Sh|Ss)/ { plan = "" }
        /^\.Pa [^ ]*\.json/ { plan = folder "/" $2 }
        /^\.Bd/ { display = 1; first = 1; file = ""; ran = follows; next }
        /^\.Ed/ { display = 0; follows = is_commands; is_commands = 0; next }
        !display { follows = 0; next }
        first && plan != "" && /^[[{]/ { file = plan }
        first && ran && !/^(\$ |[[{])/ { file = sprintf("%s/shown.%02d.%02d", folder, from, n) }
        first && /^\$ / { is_commands = 1; from = n + 1 }
        /^\$ / { file = sprintf("%s/example.%02d", folder, ++n); $0 = substr($0, 3) }
        { first = 0 }
        file != "" { print >file }'
}

check_shown() { # FILE shown.MM.NN
    local folder=${1%/*} first last n line part printed
    IFS=. read -r _ first last <<<"${1##*/}"
    printed=$(for n in $(seq -w "$first" "$last"); do cat "$folder/log.$n"; done | tr -s ' \n' ' ')
    while IFS= read -r line; do
        tr -s ' ' <<<"${line//.../$'\n'}" | sed 's/^ *//; s/ *$//' | while IFS= read -r part; do
            case $printed in *"$part"*) ;; *) echo "$part" ;; esac
        done
    done <"$1" >"$folder/missing"
    [ ! -s "$folder/missing" ]
    count $? "${folder##*/} shows what its example does not print:" || cat "$folder/missing"
}

run_examples() { # PAGE
    local folder=$work/${1##*/} example log shown
    mkdir "$folder"
    cp "$root"/testdata/bvh/ok_*.bvh "$folder"
    ln -s "${dbtool%/*}" "$folder/build" # for README.md
    ln -s "$root/testdata" "$folder/testdata"
    write_examples "$1" "$folder"
    for example in "$folder"/example.*; do
        [ -e "$example" ] || return
        log=$folder/log.${example##*.}
        (cd "$folder" && bash -eo pipefail "$example") >"$log" 2>&1 </dev/null
        count $? "an example of ${1##*/}" || cat "$example" "$log"
    done
    for shown in "$folder"/shown.*; do
        [ ! -e "$shown" ] || check_shown "$shown"
    done
}

# README.md as a page: its blocks of console, with what they print, and the plan before them.
readme_page() {
    awk '/^```console/ { inside = 1; print ".Bd"; next }
         /^```json/ { inside = 1; print ".Pp\n.Pa plan.json\n.Bd"; next }
         /^```/ { if (inside) print ".Ed"; inside = 0; next }
         inside && !/^\$ / && commands { print ".Ed\n.Bd" }
         inside { commands = /^\$ /; print }' "$root/README.md"
}
mkdir "$work/pages"
readme_page >"$work/pages/README.md"

for page in "${dbtool%/*}"/man/*.[1-9] "$work/pages/README.md"; do
    run_examples "$page"
done
examples=$passed

# Texts from rows of the tables: an option with a range, and in its short form, a list, a key, and a
# parameter with two defaults.
entry() { # PAGE FIRST_WORDS: from there to the next blank line, in one line
    mandoc -T ascii "${dbtool%/*}/man/$1" | col -bx | awk -v first="$2" '
        { line = $0; gsub(/^ +/, "", line) }
        index(line, first) == 1 { inside = 1 }
        inside && line == "" { exit }
        inside { printf "%s%s", n++ ? " " : "", line }' | tr -s ' '
}

expect() { # WHAT FOUND EXPECTED
    [ "$2" = "$3" ]
    count $? "$1" || printf '  %s\n' "$2" "$3"
}

expect "an option" "$(entry dbtool-blend.1 '--fps N')" "--fps N Output's frames per second. The frame time in the file is 1 / N, with seven decimals. Range: 0.000001 to 1000000. Default: the first clip's."
expect "the same option of a command that gives it its own meaning" "$(entry dbtool-suggest.1 '--fps N')" \
    "--fps N Frames per second at which clips are compared. Range: 0.000001 to 1000000. Default: those of the first clip."
expect "the same as a key of plans" "$(entry dbtool-plan.5 'A number' | grep -o 'A number fps,')" "A number fps,"
expect "choices as keys of plans" "$(entry dbtool-plan.5 'A string' | grep -o 'A string root, up, past_end,')" "A string root, up, past_end,"
expect "a list" "$(entry dbtool-plan.5 'take ')" "take In pairs. Which pairs to make. Default: \"all\". all each clip with every \
other clip, in both orders chain each clip with the next one random:N:SEED N different pairs, chosen at random"
expect "a parameter" "$(entry dbtool-methods.7 'relative_velocity')" "relative_velocity Start the offset with the source's velocity \
minus the target's. If false, it starts with the velocity of the source alone. True or false. Default: false; inertialize-cubic: true; inertialize-spring: true."
# Every option of 'COMMAND -h -v' is on its page, or in a section of blend's page that it names.
page_text() { # COMMAND
    mandoc -T ascii "${dbtool%/*}/man/dbtool-$1.1" | col -bx
}
shared_options() { # COMMAND
    { page_text "$1" | tr -s ' \n' ' '; echo; } | sed -n 's/.*all options of \([^.]*\)\..*/\1/p' |
        sed 's/, and each .*//; s/, \| and /\n/g' | while IFS= read -r section; do
        page_text blend | awk -v title="   $section" '
            $0 == title { inside = 1; next }
            /^(   )?[A-Z]/ { inside = 0 }
            inside'
    done
}
for command in $(dbtool help | sed -n 's/^  \([a-z]*\)  *[a-z].*$/\1/p' | grep -vxE 'help|dbtool'); do
    page=$(page_text "$command"; shared_options "$command")
    for option in $(dbtool "$command" -h -v | sed '/^parameters of/,$d' | grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--.*'); do
        expect "dbtool-$command(1) has $option" "$(grep -coE -m 1 -e "$option([^a-z0-9-]|$)" <<<"$page")" 1
    done
    # The sections that it names have options of the command only.
    expect "dbtool-$command(1) names what the command has" "$(shared_options "$command" |
        grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--.*' | sort -u |
        comm -23 - <(dbtool "$command" -h -v | grep -oE -- '--[a-z0-9-]+' | sort -u))" ""
done

# Fewer would mean that they are not found.
[ "$examples" -ge 25 ]
count $? "only $examples examples ran"
total
