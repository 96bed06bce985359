#!/usr/bin/env bash
# lint_docs.sh [DBTOOL]: whether the manual in man/ and the tool agree.
#
# Every command, every option that 'COMMAND -h' lists (with its letter and whether
# it takes a value), every method and every parameter with default, range and unit,
# every column of the metrics (in dbtool.1, with its formula in dbtool-internals.7), and
# every key of plans with its places must be in the manual. The manual must name none that the tool lacks, and its examples must run.
# Links in the texts for readers of the source must exist, and so must the sections of
# dbtool-internals.7 that tests cite. Prints what is wrong.
#
# In dbtool.1 each command is a '.Ss' of '.Sh COMMANDS' and each of its options is an
# '.It Fl'; a command also has the options of those '.Ss' of '.Sh SHARED OPTIONS' that it
# names by '.Sx'. The contents, '.It Sx' in its DESCRIPTION and in that of dbtool-internals.7,
# list the sections below. In dbtool-methods.7 each method is a '.Ss' of '.Sh METHODS', and
# below each '.It Cm PARAMETER' a line repeats what the tool says of it. In the EXAMPLES of
# dbtool-plan.5 a display that begins with '[' or '{' is the plan of the name that stands
# before it, and one that begins with '$ ' holds commands.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
dbtool=${1:-$root/build/dbtool}
case $dbtool in /*) ;; *) dbtool=$PWD/$dbtool ;; esac
commands=$root/man/dbtool.1 methods=$root/man/dbtool-methods.7 plans=$root/man/dbtool-plan.5
internals=$root/man/dbtool-internals.7
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# check PROBLEM COMMAND...: counts a check; prints PROBLEM where COMMAND fails.
check() {
    local problem=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$problem"
    fi
}

has_line() { # FILE LINE
    grep -qxF -e "$2" "$1"
}

# each LIST OTHER FORMAT: every line of LIST is one of OTHER; FORMAT says what is
# wrong, with %s for the line.
each() {
    local line problem
    while IFS= read -r line; do
        # shellcheck disable=SC2059 # formats are this script's own
        printf -v problem "$3" "$line"
        check "$problem" has_line "$2" "$line"
    done <"$1"
}

# ---- options ----

# Options in the help of a command: '-o --output value', '- --sync' and the like.
options_of_tool() {
    "$dbtool" "$1" -h -v | sed -n 's/^  \(-.\), \(--[a-z-]*\)\(.*\)$/\1 \2\3/p
                                s/^      \(--[a-z-]*\)\(.*\)$/- \1\2/p' |
        awk '{ sub(/\[=[A-Za-z.]*\]/, " VALUE", $2); $0 = $0
               print $1, $2, ($3 ~ /^\[?[A-Z]/ || $3 ~ /\|/ || $3 ~ /^x0=/ ? "value" : "alone") }' | sort
}

# The same from the manual: those of a '.Ss', or with 'named' those of the ones
# that it names.
options_of_manual() {
    awk -v command="$1" '
        /^\.Sh/ { inside = $2 == "COMMANDS" || $2 == "SHARED"; part = "" }
        !inside { next }
        /^\.Ss/ { part = substr($0, 5); next }
        /^\.Sx/ && part == command { name = substr($0, 5); sub(/ [.,;]$/, "", name); named[name] = 1 }
        /^\.It Fl/ {
            letter = "-"; long = ""; value = "alone"
            for (i = 2; i <= NF; i++) {
                if ($i == "Fl" && $(i + 1) ~ /^-/) long = "-" $(i + 1)
                else if ($i == "Fl") letter = "-" $(i + 1)
                if ($i == "Ar" || $i == "Cm") value = "value"
            }
            options[part] = options[part] letter " " long " " value "\n"
        }
        END {
            printf "%s", options[command]
            for (name in named) printf "%s", options[name]
        }' "$commands" | sort
}

# Options that some text mentions: '--name' in examples and Fl -name in macros.
options_mentioned() {
    sed 's/\\-/-/g' "$@" | awk '
        /^\.\\"/ { next }
        /^\./ { for (i = 1; i < NF; i++) if ($i == "Fl" && $(i + 1) ~ /^-./) print "-" $(i + 1); next }
        { while (match($0, /(^|[^a-z-])--[a-z][a-z-]*/)) {
              word = substr($0, RSTART, RLENGTH); sub(/^[^-]/, "", word); print word
              $0 = substr($0, RSTART + RLENGTH) } }' | sort -u
}

check_options() {
    local command
    "$dbtool" help | sed -n 's/^  \([a-z]*\)  *[a-z].*$/\1/p' | grep -v '^dbtool$' >"$scratch/commands"
    check "'dbtool help' lists no commands" test -s "$scratch/commands"
    awk '/^\.Sh/ { inside = $2 == "COMMANDS" } inside && /^\.Ss [a-z]/ { print $2 }' \
        "$commands" >"$scratch/commands.man"
    each "$scratch/commands" "$scratch/commands.man" "dbtool.1 lacks the command '%s'"
    each "$scratch/commands.man" "$scratch/commands" "dbtool.1 has a command '%s', the tool has not"
    awk '/^\.Sh/ { inside = $2 == "SYNOPSIS" } inside && /^\.Cm/ { print $2 }' \
        "$commands" >"$scratch/synopsis"
    each "$scratch/commands" "$scratch/synopsis" "dbtool.1's synopsis lacks the command '%s'"

    # --complete is for shells, --array and --wrap are sbatch's, --branch and --depth git's
    printf '%s\n' --version --complete --array --wrap --branch --depth >"$scratch/all"
    while IFS= read -r command; do
        options_of_tool "$command" >"$scratch/options"
        options_of_manual "$command" >"$scratch/options.man"
        each "$scratch/options" "$scratch/options.man" "dbtool.1 lacks of '$command': %s"
        each "$scratch/options.man" "$scratch/options" "dbtool.1 has of '$command', the tool has not: %s"
        awk '{ print $2 }' "$scratch/options" >>"$scratch/all"
    done <"$scratch/commands"
    options_mentioned "$commands" "$methods" "$plans" "$internals" >"$scratch/mentioned"
    each "$scratch/mentioned" "$scratch/all" "the manual mentions '%s', no command has it"
}

# ---- contents ----

sections_of() { # PAGE
    awk 'seen && /^\.Sh/ { print substr($0, 5) } /^\.Sh DESCRIPTION/ { seen = 1 }' "$1"
}

check_contents() { # PAGE
    awk '/^\.Sh/ { inside = $2 == "DESCRIPTION" } inside && /^\.It Sx/ { print substr($0, 8) }' \
        "$1" >"$scratch/contents"
    sections_of "$1" >"$scratch/sections"
    check "the contents of ${1##*/} are not its sections, in their order:
$(diff "$scratch/contents" "$scratch/sections")" cmp -s "$scratch/contents" "$scratch/sections"
}

# What follows the page's name in tests: '(7) (METRICS; FEET)' or '(7), METRICS'.
check_citations() {
    sections_of "$internals" >"$scratch/sections"
    grep -rhoE --include='*.py' --include='*.[ch]' --include='*.sh' \
        'dbtool-internals\(7\)(,| \() ?[A-Z][A-Z ;,]*[A-Z]' "$root/tests" |
        sed 's/^[^)]*)[, (]*//' | tr ';,' '[\n*]' | sed 's/^ *//' | sort -u >"$scratch/cited"
    check "tests cite no section of dbtool-internals.7" test -s "$scratch/cited"
    each "$scratch/cited" "$scratch/sections" "tests cite '%s', which is no section of dbtool-internals.7"
}

# ---- methods ----

# 'METHOD PARAMETER the line that the manual must have', from the listing as JSON, which has
# one parameter per line.
parameters_of_tool() {
    "$dbtool" methods --format json | awk '
        function field(key,  at, rest) {
            at = index($0, "\"" key "\": ")
            if (!at) return ""
            rest = substr($0, at + length(key) + 4)
            if (rest ~ /^"/) { rest = substr(rest, 2); return substr(rest, 1, index(rest, "\"") - 1) }
            if (rest ~ /^\[/) { rest = substr(rest, 2, index(rest, "]") - 2); gsub(/"/, "", rest); return rest }
            sub(/[,}].*/, "", rest)
            return rest
        }
        /"summary": / { method = field("name"); next }
        /"type": / {
            text = "Default " field("default") ", "
            if (field("type") == "boolean") text = text "true or false."
            else if (field("type") == "file") text = "Required, a file."
            else if (field("type") == "choice") text = text "one of " field("choices") "."
            else {
                max = field("max"); unit = field("unit")
                text = text "range " field("min") (max == "null" ? " or more, or none" : " to " max)
                text = text (unit == "null" ? ", no unit." : ", unit " unit ".")
            }
            print method, field("name"), text
        }'
}

parameters_of_manual() {
    sed 's/\\(ha/^/g' "$methods" | awk '
        /^\.Sh/ { inside = $2 == "METHODS" }
        !inside { next }
        /^\.Ss/ { method = $2 }
        name != "" { print method, name, $0; name = "" }
        /^\.It Cm/ { name = $3 }'
}

check_methods() {
    "$dbtool" methods | awk '!NF { exit } { print $1 }' >"$scratch/methods"
    check "'dbtool methods' lists no methods" test -s "$scratch/methods"
    awk '/^\.Sh/ { inside = $2 == "METHODS" } inside && /^\.Ss/ { print $2 }' \
        "$methods" >"$scratch/methods.man"
    each "$scratch/methods" "$scratch/methods.man" "dbtool-methods.7 lacks the method '%s'"
    each "$scratch/methods.man" "$scratch/methods" "dbtool-methods.7 has a method '%s', the tool has not"
    parameters_of_tool >"$scratch/params"
    parameters_of_manual >"$scratch/params.man"
    check "'dbtool methods --format json' lists no parameters" test -s "$scratch/params"
    each "$scratch/params" "$scratch/params.man" "dbtool-methods.7 lacks: %s"
    each "$scratch/params.man" "$scratch/params" "dbtool-methods.7 has, the tool has not: %s"
}

# ---- columns ----

columns_of_manual() { # PAGE
    awk '/^\.Sh/ { inside = $2 == "METRICS" }
         inside && /^\.It/ { for (i = 2; i <= NF; i++) if ($(i - 1) == "Li") print $i }' "$1"
}

check_columns() {
    "$dbtool" metrics "$root/testdata/bvh/ok_plain.bvh" --at 0 2>/dev/null | head -n 1 |
        tr ',' '\n' >"$scratch/columns"
    check "'dbtool metrics' writes no header" test -s "$scratch/columns"
    columns_of_manual "$commands" >"$scratch/columns.man"
    each "$scratch/columns" "$scratch/columns.man" "dbtool.1 lacks the column '%s'"
    each "$scratch/columns.man" "$scratch/columns" "dbtool.1 has a column '%s', the tool has not"
    sed '1,/^joint$/d; /^settings$/,$d' "$scratch/columns" >"$scratch/metrics"
    columns_of_manual "$internals" >"$scratch/metrics.man"
    each "$scratch/metrics" "$scratch/metrics.man" "dbtool-internals.7 lacks the metric '%s'"
    each "$scratch/metrics.man" "$scratch/metrics" "dbtool-internals.7 has a metric '%s', the tool has not"
}

# ---- plans ----

# The plans, and the commands as example.NN, into the folder $1.
write_plans() {
    sed "s/\\\\(aq/'/g; s/\\\\e/\\\\/g; s/\\\\-/-/g" "$plans" | awk -v folder="$1" '
        /^\.Sh/ { inside = $2 == "EXAMPLES" }
        !inside { next }
        /^\.Pa .*\.json/ { plan = folder "/" $2 }
        /^\.Bd/ { display = 1; file = ""; next }
        /^\.Ed/ { display = 0 }
        !display { next }
        file == "" { file = /^\$ / ? sprintf("%s/example.%02d", folder, ++n) : plan }
        { if (file != plan) sub(/^\$ /, ""); print >file }'
}

check_plans() {
    local example plan
    mkdir "$scratch/plans"
    cp "$root"/testdata/bvh/ok_*.bvh "$scratch/plans"
    write_plans "$scratch/plans"
    check "dbtool-plan.5 has fewer than three plans" \
        test "$(find "$scratch/plans" -name '*.json' | wc -l)" -ge 3
    for plan in "$scratch"/plans/*.json; do
        check "no command of dbtool-plan.5 runs ${plan##*/}" \
            grep -qF "dbtool batch ${plan##*/}" "$scratch"/plans/example.*
    done
    for example in "$scratch"/plans/example.*; do
        run_example dbtool-plan.5 "$example" "$scratch/plans"
    done
}

# ---- examples ----

run_example() { # PAGE FILE FOLDER
    local status
    (cd "$3" && PATH=$scratch/bin:$PATH bash -eo pipefail "$2") >"$scratch/log" 2>&1 </dev/null
    status=$?
    check "an example of $1 fails:
$(cat "$2" "$scratch/log")" test $status -eq 0
}

# Each starts with '$ ' in a display of EXAMPLES and runs on to the next, or to the
# end of the display; all run in one folder, in turn, one file each.
write_examples() {
    sed "s/\\\\(aq/'/g; s/\\\\e/\\\\/g; s/\\\\-/-/g" "$commands" | awk -v folder="$scratch" '
        /^\.Sh/ { inside = /EXAMPLES$/ }
        /^\.Bd/ { display = inside; file = "" }
        /^\.Ed/ { display = 0 }
        display && /^\$ / { file = sprintf("%s/example.%02d", folder, ++n); $0 = substr($0, 3) }
        display && file != "" && !/^\./ { print >file }'
}

check_examples() {
    local example
    mkdir "$scratch/work"
    cp "$root"/testdata/bvh/ok_*.bvh "$scratch/work"
    write_examples
    check "dbtool.1 has no examples" test -e "$scratch/example.01"
    for example in "$scratch"/example.*; do
        [ -e "$example" ] || continue
        run_example dbtool.1 "$example" "$scratch/work"
    done
}

# ---- links ----

# Links in the texts exist, and README is short.
check_links() {
    local page link
    for page in README.md man/CHANGES.md tests/README.md testdata/README.md; do
        while IFS= read -r link; do
            check "$page links to '$link', which is not there" test -e "$root/$(dirname "$page")/${link%%#*}"
        done < <(grep -o '](\(\.\|[^)h]\)[^)]*)' "$root/$page" | sed 's/^](//; s/)$//')
    done
    check "README.md has more than 180 lines" test "$(wc -l <"$root/README.md")" -le 180
}

[ -x "$dbtool" ] || { echo "usage: $0 [DBTOOL]" >&2; exit 2; }
mkdir "$scratch/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$dbtool" >"$scratch/bin/dbtool"
chmod +x "$scratch/bin/dbtool"
check_options
check_contents "$commands"
check_contents "$internals"
check_citations
check_methods
check_columns
check_plans
check_examples
check_links
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
