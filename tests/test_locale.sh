#!/usr/bin/env bash
# test_locale.sh DBTOOL
#
# The output has the same bytes in a locale with a decimal comma. The test uses an installed
# one or makes one; if neither works, it prints SKIP.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
data=$root/testdata/bvh

# has_comma LOCALE: whether it has a decimal comma.
has_comma() {
    [ "$(LC_ALL=$1 locale decimal_point 2>/dev/null)" = , ]
}

# Prints a locale with a decimal comma, installed, or made in $scratch/locales.
find_locale() {
    local name
    for name in $(locale -a 2>/dev/null | grep -i -e '^de' -e '^fr' -e '^es' -e '^it' -e '^nl' -e '^pl' -e '^ru'); do
        has_comma "$name" && echo "$name" && return
    done
    mkdir "$scratch/locales"
    for name in de_DE fr_FR; do
        localedef -i $name -f UTF-8 "$scratch/locales/$name.UTF-8" >"$scratch/localedef" 2>&1 ||
            localedef -c -i $name -f UTF-8 "$scratch/locales/$name.UTF-8" >"$scratch/localedef" 2>&1
        LOCPATH=$scratch/locales has_comma $name.UTF-8 && echo $name.UTF-8 && return
    done
    return 1
}

if ! comma=$(find_locale); then
    echo "SKIP no locale with a decimal comma, and none can be made: $(tail -1 "$scratch/localedef" 2>&1)"
    exit 0
fi
[ -d "$scratch/locales" ] && export LOCPATH=$scratch/locales

# in_both WHAT ARGUMENT...: checks that files, standard output, standard error and status are equal in
# both locales, and that the status is $expected, or 0.
in_both() {
    local what=$1 locale kind problem=
    shift
    for locale in C "$comma"; do
        mkdir -p "$scratch/$locale"
        (
            cd "$scratch/$locale" || exit 2
            LC_ALL=$locale LANG=$locale "$dbtool" "$@" >stdout 2>stderr </dev/null
            echo $? >status
        )
    done
    for kind in $(cd "$scratch/C" && ls); do
        cmp "$scratch/C/$kind" "$scratch/$comma/$kind" >&2 || problem+=" $kind"
    done
    [ -z "$problem" ] && [ "$(cat "$scratch/C/status")" = "${expected-0}" ]
    count $? "$what in $comma: ${problem:- exit status $(cat "$scratch/C/status")}"
    rm -rf "$scratch/C" "${scratch:?}/$comma"
}

walk=$data/ok_walk.bvh
run=$data/ok_run.bvh
slow=$data/ok_walk_30fps.bvh

for method in dead-halflife inertialize-quintic crossfade dead-bounce:bounce=12.5; do
    in_both "blend $method" blend "$walk" "$run" -a 1.25 -m "$method" -o out.bvh --metrics out.csv
done
in_both "blend with parameters" blend "$walk" "$run" "$slow" -a 0.75,1.5s --from 12.5ms,0.25 -t 0.35 -m dead-halflife \
    --halflife-max 0.75 --profile 'Left*=1.5' --precision 15 --window 0.45 -o out.bvh --metrics out.csv
in_both "metrics" metrics "$walk" --at 0.5 --window 0.25
in_both "info" info "$walk" "$slow"
in_both "info --format json" info --format json "$walk" "$slow"
in_both "info --limits" info --limits "$walk" "$run"
in_both "methods" methods dead-halflife
in_both "methods --format json" methods --format json
in_both "response" methods dead-decay --response x0=1.5,v0=-2.5
# numbers of errors: the parameter out of order, the time past the end
expected=2
in_both "half-lives" blend "$walk" "$run" -m dead-halflife:halflife_min=0.75,halflife_max=0.5 -o out.bvh
in_both "past the end" blend "$walk" "$run" -a 3.5 -o out.bvh
in_both "decimal comma in an option" blend "$walk" "$run" -a 1 -t 0,5 -o out.bvh
in_both "decimal comma in a file" info "$data/bad_number_decimal_comma.bvh"

total
