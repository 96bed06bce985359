#!/usr/bin/env bash
# lint_docs.sh [DBTOOL]: checks that the manual beside DBTOOL, made from man/, names only what exists.
#
# The texts of options, keys and parameters come from dbtool's tables (manual.tsv, src/make_manual.py)
# and need no check. This script checks that every command has a page; that each option, command,
# method, column, key, page and section that a page names exists, and each option of README.md; that
# every column and every method is explained; and that links in texts, and pages and sections that
# sources, tests and texts cite, exist. tests/test_manual.sh runs the examples.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
dbtool=${1:-$root/build/dbtool}
case $dbtool in /*) ;; *) dbtool=$PWD/$dbtool ;; esac
build=${dbtool%/*}
[ -x "$dbtool" ] && [ -f "$build/manual.tsv" ] || { echo "usage: $0 [DBTOOL]" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# each LIST OTHER FORMAT: checks that every line of LIST is one of OTHER; FORMAT is the message, with %s
# for the line.
each() {
    local line
    while IFS= read -r line; do
        failed=$((failed + 1))
        # shellcheck disable=SC2059 # formats are this script's own
        printf "$3\n" "$line"
    done < <(grep -vxF -f "$2" "$1")
    passed=$((passed + $(grep -cxF -f "$2" "$1")))
}

names() { # KIND FORMAT: name and section of each KIND in dbtool's tables, printed by FORMAT
    awk -F '\t' -v kind="$1" -v format="$2\n" '$1 == kind { printf format, $2, $3 }' "$build/manual.tsv" | sort -u
}

for kind in command key param method column; do
    names $kind '%s' >"$scratch/$kind"
done
echo auto >>"$scratch/method"
names option '--%s' >"$scratch/option"
names topic 'dbtool-%s(%s)' >"$scratch/topic"
for kind in command option key param method column topic; do
    [ -s "$scratch/$kind" ] || { echo "manual.tsv has no $kind"; exit 1; }
done
# --complete is for shells, --array and --wrap are sbatch's, --branch and --depth git's
printf '%s\n' --version --complete --array --wrap --branch --depth >>"$scratch/option"

# ---- pages and sections ----

for page in "$build"/man/*.[1-9]; do
    basename "$page"
done | sed 's/\(.*\)\.\(.\)$/\1(\2)/' >"$scratch/pages"
sed 's/.*/dbtool-&(1)/' "$scratch/command" | grep -v '^dbtool-help(1)$' >"$scratch/wanted"
cat "$scratch/topic" >>"$scratch/wanted"
each "$scratch/wanted" "$scratch/pages" "the manual lacks %s"
printf '%s\n' 'dbtool(1)' 'dbtool-methods(7)' >>"$scratch/wanted" # 'help methods' is the command's
each "$scratch/pages" "$scratch/wanted" "'dbtool help' does not open %s"

sections_of() { # PAGE
    sed -n 's/^\.S[hs] //p' "$1" | tr -d '"'
}
for page in "$build"/man/*.[1-9]; do
    name=$(basename "$page" | sed 's/\(.*\)\.\(.\)$/\1(\2)/')
    sections_of "$page" | sed "s/^/$name, /" >>"$scratch/sections"
done

# Citations such as 'dbtool-csv(5), METRICS and SEAMS' or '(METRICS; SEAMS)', one a line.
citations() {
    tr -d '"' | tr -s ' \t\n*#' ' ' | sed 's/\\-/-/g' |
        grep -oE 'dbtool(-[a-z]+)?\([1-9]\)((,| \() ?[A-Z][A-Z]+[A-Z, ;]*( and [A-Z][A-Z]+[A-Z ]*)?)?' |
        awk '{ page = $0; sub(/\).*/, ")", page); rest = substr($0, length(page) + 1)
               print page; gsub(/^[, (]+/, "", rest); n = split(rest, part, /;| and |, /)
               for (i = 1; i <= n; i++) { gsub(/^ +| +$/, "", part[i])
                   if (length(part[i]) > 3) print page ", " part[i] } }'
}

# Sections that a page refers to: the words after each Sx, up to punctuation or the next macro.
linked_sections() { # PAGE
    awk '/^\.\\"/ || !/^\./ { next }
         { line = ""
           for (i = 1; i <= NF; i++) {
               if ($i ~ /^[].,;:)?!]$/ || $i ~ /^(Ns|No)$/) { if (line != "") print line; line = ""; inside = 0 }
               else if ($i == "Sx" || $i == ".Sx") inside = 1
               else if (inside) line = line (line == "" ? "" : " ") $i
           }
           if (line != "") print line
           inside = 0 }' "$1" | tr -d '"' | sort -u
}

for page in "$build"/man/*.[1-9]; do
    base=$(basename "$page")
    linked_sections "$page" >"$scratch/said"
    sections_of "$page" >"$scratch/own"
    each "$scratch/said" "$scratch/own" "$base has no section '%s'"
    mandoc -T ascii -O width=900 "$page" | col -b >"$scratch/$base.text"
    citations <"$scratch/$base.text" | sort -u >"$scratch/said"
    cat "$scratch/pages" "$scratch/sections" >"$scratch/there"
    each "$scratch/said" "$scratch/there" "$base refers to %s, which does not exist"
done
for file in $(cd "$root" && grep -rlE 'dbtool[-a-z\\"]*\([1-9]\)' README.md tests src man/CHANGES.md --include=*.{md,c,h,py,sh,def} |
    grep -v '^tests/lint/'); do
    citations <"$root/$file" | sort -u >"$scratch/said"
    each "$scratch/said" "$scratch/there" "$file cites %s, which does not exist"
done
# The contents of the longest page are its sections, in their order.
internals=$build/man/dbtool-internals.7
awk '/^\.Sh/ { inside = $2 == "DESCRIPTION" } inside && /^\.It Sx/ { print substr($0, 8) }' "$internals" >"$scratch/said"
awk 'seen && /^\.Sh/ { print substr($0, 5) } /^\.Sh DESCRIPTION/ { seen = 1 }' "$internals" >"$scratch/own"
cmp -s "$scratch/said" "$scratch/own" || { failed=$((failed + 1)); echo "the contents of dbtool-internals.7 are not its sections"; }

# ---- names ----

# Options in macros (Fl -name), in text and in displays (--name).
options_of() {
    sed 's/\\-/-/g' "$1" | awk '
        /^\.\\"/ { next }
        /^\./ { for (i = 1; i < NF; i++) if ($i == "Fl" && $(i + 1) ~ /^-./) print "-" $(i + 1); next }
        { while (match($0, /(^|[^a-z-])--[a-z][a-z0-9-]*/)) {
              word = substr($0, RSTART, RLENGTH); sub(/^[^-]/, "", word); print word
              $0 = substr($0, RSTART + RLENGTH) } }' | sort -u
}

# Commands in examples: the first word after dbtool, where a line or a part of a pipe begins with it.
commands_of() {
    sed -n '/^\.Bd/,/^\.Ed/p' "$1" | sed 's/\\-/-/g' | grep -oE '(^|\$ |\| *|run: )dbtool [a-z]+' | sed 's/.* //' | sort -u
}

for page in "$build"/man/*.[1-9]; do
    base=$(basename "$page")
    options_of "$page" >"$scratch/said"
    each "$scratch/said" "$scratch/option" "$base names the option '%s', no command has it"
    commands_of "$page" >"$scratch/said"
    each "$scratch/said" "$scratch/command" "$base names the command '%s', which does not exist"
    grep -oE '\b(ang|lin)_[a-z]+_[a-z0-9_]*[a-z0-9]|\b(overshoot|displacement|skate|sink|float|limit_excess|target_error)_[a-z0-9_]*[a-z0-9]|\bseam_[a-z]+\b' \
        "$scratch/$base.text" | sed 's/_median$//; s/_p90$//' | sort -u >"$scratch/said"
    each "$scratch/said" "$scratch/column" "$base names the column '%s', which does not exist"
    grep -oE '\b(dead|inertialize|bridge)-[a-z]+(-sided)?\b' "$scratch/$base.text" | sort -u >"$scratch/said"
    each "$scratch/said" "$scratch/method" "$base names the method '%s', which does not exist"
done

options_of "$root/README.md" >"$scratch/said"
each "$scratch/said" "$scratch/option" "README.md names the option '%s', no command has it"

# Keys of plans are bold words with '_', or alone in a page about plans.
{ cat "$scratch/key" "$scratch/param" "$scratch/method" "$scratch/command" "$scratch/column"
  printf '%s\n' blend_time true false; } >"$scratch/known"
grep -oE '(Cm |\\fB)[a-z]+(_[a-z0-9]+)+' "$build/man/dbtool-plan.5" | sed 's/^Cm //; s/^.fB//' | sort -u >"$scratch/said"
each "$scratch/said" "$scratch/known" "dbtool-plan.5 names the key '%s', which does not exist"

# ---- columns and methods ----

columns_of() { # PAGE
    awk '/^\.Sh/ { inside = $2 == "METRICS" }
         inside && /^\.It Li/ && !/ Ta / { for (i = 2; i <= NF; i++) if ($(i - 1) == "Li") print $i }' "$1"
}
for page in dbtool-csv.5 dbtool-internals.7; do
    columns_of "$build/man/$page" >"$scratch/said"
    each "$scratch/said" "$scratch/column" "$page has the column '%s', the tool has not"
    each "$scratch/column" "$scratch/said" "$page lacks the column '%s'"
done
awk '/^\.Sh/ { inside = $2 == "METHODS" } inside && /^\.Ss/ { print $2 }' "$build/man/dbtool-methods.7" >"$scratch/said"
each "$scratch/said" "$scratch/method" "dbtool-methods.7 has the method '%s', the tool has not"
each "$scratch/method" "$scratch/said" "dbtool-methods.7 lacks the method '%s'"

# ---- links ----

for page in README.md man/CHANGES.md tests/README.md testdata/README.md; do
    grep -o '](\(\.\|[^)h]\)[^)]*)' "$root/$page" | sed 's/^](//; s/)$//; s/#.*//' | while IFS= read -r link; do
        [ -e "$root/$(dirname "$page")/$link" ] || echo "$page links to '$link', which does not exist"
    done >>"$scratch/broken"
done
if [ -s "$scratch/broken" ]; then
    cat "$scratch/broken"
    failed=$((failed + 1))
fi
[ "$(wc -l <"$root/README.md")" -le 150 ] || { failed=$((failed + 1)); echo "README.md has more than 150 lines"; }

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
