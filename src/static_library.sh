#!/bin/sh
# static_library.sh CC OUT.a PACKAGE SOURCE [CFLAGS...]: makes a static library of one source file, for
# `make static` and `make windows`: cjson cJSON.c, or cmocka src/cmocka.c.
#
# The compiler's own library, where there is one. Debian has none: there the package's source is
# downloaded beside OUT.a, checked and patched by Debian's tools, and compiled; the lists of
# packages of the system stay as they are.
set -eu
cc=$1 out=$2 package=$3 source=$4
shift 4
folder=$(cd "$(dirname "$out")" && pwd)
name=${out##*/}
own=$("$cc" -print-file-name="$name")
if [ -f "$own" ]; then
    ln -sf "$own" "$out"
    exit 0
fi

fail() {
    echo "no static library of $package: $1" >&2
    echo "put a $name where $cc finds it, or at $out" >&2
    exit 1
}

command -v apt-get >/dev/null && command -v dpkg-source >/dev/null || fail "neither $name, nor apt-get and dpkg-source to make it"
work=$folder/$package
rm -rf "$work"
mkdir -p "$work/lists/partial" "$work/lists.d" "$work/source"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do # deb becomes deb-src
    case $list in
    *.list) sed 's/^deb[[:blank:]]/deb-src /' "$list" >"$work/lists.d/${list##*/}" 2>/dev/null || continue ;;
    *.sources) sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/lists.d/${list##*/}" ;;
    esac
done
lists() {
    (cd "$work/source" && apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/lists.d" \
        -o "Dir::State::lists=$work/lists" -o Acquire::Languages=none -o APT::Sandbox::User=root "$@") >>"$work/log" 2>&1
}
lists update || true # a list that is missing counts only if the package is
lists source --download-only "$package" || fail "apt-get source $package: $(grep -m 1 -E "^(W: Failed|E:)" "$work/log")"
dpkg-source -x "$work"/source/*.dsc "$work/unpacked" >>"$work/log" 2>&1 || fail "dpkg-source: $(tail -n 1 "$work/log")"
"$cc" "$@" -I"$work/unpacked/include" -c -o "$work/object.o" "$work/unpacked/$source"
rm -f "$out"
ar rcs "$out" "$work/object.o"
