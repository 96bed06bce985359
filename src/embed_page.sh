#!/bin/sh
# embed_page.sh CHARTJS OUT.c [NAME]: the page of `dbtool report`, src/report/page.html, as an
# dbt_page of C (src/report/report_page.h), or with NAME another one, src/report/NAME.html.
# In it
#   @include NAME  becomes the file of that name beside the page, or CHARTJS for chart.js;
#   @policy        the Content-Security-Policy, with the hash of each script and style;
#   @data          is taken out: the place is where dbtool writes a report's data.
# Each has a line of its own. Scripts and styles that run are <script> and <style> without
# attributes. Where CHARTJS is no file the page is empty, which is said in one line.
set -eu
export LC_ALL=C
chartjs=$1 out=$2 name=${3:-report}
here=$(cd "$(dirname "$0")" && pwd)/report
source=$here/${3:-page}.html

fail() {
    echo "embed_page.sh: $*" >&2
    exit 1
}

# Standard input as an array $1 of C, with a zero byte at its end.
write_array() {
    echo "static const unsigned char $1[] = {"
    od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
    echo '0 };'
}

# $page as C, $1 bytes of it before the data.
write_page() {
    {
        echo '#include "report/report_page.h"'
        echo
        head -c "$1" "$page" | write_array head
        tail -c "+$(($1 + 1))" "$page" | write_array tail
        echo "const dbt_page dbt_${name}_page = { (const char *)head, (const char *)tail };"
    } >"$out.new"
    mv "$out.new" "$out"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=$work/page
: >"$page"
if [ ! -f "$chartjs" ] && grep -q '^@include chart.js$' "$source"; then
    echo "no $chartjs (libjs-chart.js): dbtool is built without the page of 'dbtool report'"
    write_page 0
    exit
fi

# With every file in its place.
while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    '@include chart.js') cat "$chartjs" && echo ;;
    '@include '*) cat "$here/${line#@include }" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$source" >"$work/whole"

# Each script and style into a file of its own: script.1, style.2, ...
awk -v work="$work" '
    { text = text $0 "\n" }
    END {
        ORS = ""
        while (match(text, /<(script|style)>/)) {
            tag = substr(text, RSTART + 1, RLENGTH - 2)
            text = substr(text, RSTART + RLENGTH)
            end = index(text, "</" tag ">")
            if (end == 0) exit 1
            file = work "/" tag "." ++n
            print substr(text, 1, end - 1) >file
            close(file)
            text = substr(text, end)
        }
    }' "$work/whole" || fail "${source##*/}: an element without its end"

# sha256 as base64, from the digits that sha256sum prints: bytes by way of octal escapes.
hash_of() {
    octal=$(sha256sum <"$1" | cut -c 1-64 | awk '{
        for (i = 1; i < 64; i += 2) {
            high = index("0123456789abcdef", substr($0, i, 1)) - 1
            byte = 16 * high + index("0123456789abcdef", substr($0, i + 1, 1)) - 1
            printf "\\%03o", byte
        }
    }')
    # shellcheck disable=SC2059 # the escapes are the point
    printf "$octal" | base64
}

hashes() { # script|style
    for element in "$work/$1".*; do
        [ -f "$element" ] || { echo " 'none'"; return; }
        printf " 'sha256-%s'" "$(hash_of "$element")"
    done
}

policy="default-src 'none'; script-src$(hashes script); style-src$(hashes style); img-src data:"
policy="$policy; base-uri 'none'; form-action 'none'" # default-src says nothing of these
policy="<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">"
awk -v policy="$policy" '$0 == "@policy" { print policy; n++; next } { print } END { exit n != 1 }' \
    "$work/whole" >"$work/guarded" || fail "${source##*/}: not one line @policy"
awk -v page="$page" '
    $0 == "@data" { n++; next }
    { print >page }
    !n { size += length($0) + 1 }
    END { print size; exit n != 1 }' "$work/guarded" >"$work/size" || fail "${source##*/}: not one line @data"
write_page "$(cat "$work/size")"
