#!/usr/bin/env bash
# test_install.sh DBTOOL: `make install`, `uninstall`, `dist` and `deb`, also with blanks in paths.
unset MAKEFLAGS MAKELEVEL
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"
build=${1%/*}
cd "$(dirname "$0")/.." || exit 2
work=$scratch

expect() { # WHAT FOUND EXPECTED
    [ "$2" = "$3" ]
    count $? "$1" || diff <(echo "$3") <(echo "$2")
}

# Files under a folder, with their modes.
files() {
    (cd "$1" && find . -type f -printf '%m %P\n' | sort -k 2)
}

# 'MODE PATH' of each installed page of the manual.
pages() {
    local page
    for page in man/*.[1-9]; do
        echo "644 share/man/man${page##*.}/${page#man/}"
    done
}

installed=$(sort -k 2 <<END
755 bin/dbtool
644 share/bash-completion/completions/dbtool
644 share/fish/vendor_completions.d/dbtool.fish
$(pages)
644 share/zsh/site-functions/_dbtool
END
)

# ---- install, uninstall ----

to=("DESTDIR=$work/a root" "PREFIX=/opt/my tools" "BUILD=$build")
before=$(stat -c '%Y %i' "$build/dbtool")
make -s install "${to[@]}" CHARTJS=/nowhere/chart.js >"$work/said" 2>&1
expect "install succeeds" "$?" 0
expect "install says what it writes" "$(sed 's/.*my tools.//' "$work/said" | sort)" "$(cut -d ' ' -f 2 <<<"$installed" | sort)"
expect "what is installed" "$(files "$work/a root/opt/my tools")" "$installed"
expect "install builds nothing" "$(stat -c '%Y %i' "$build/dbtool")" "$before"
cmp "$build/dbtool" "$work/a root/opt/my tools/bin/dbtool" >/dev/null
expect "the program that was built" "$?" 0
make -s uninstall "${to[@]}" >/dev/null
expect "uninstall removes it all" "$(files "$work/a root")" ""
make -s install "DESTDIR=$work/none" "BUILD=$work/empty" >"$work/said" 2>&1
expect "nothing built, nothing installed" "$? $(head -n 1 "$work/said") $(ls "$work/none" 2>/dev/null)" \
    "2 nothing is built yet: run make first "

# ---- a Debian package ----

# Only of the default build: other builds need libraries without a package.
if command -v dpkg-deb >/dev/null && [ "$build" = build ]; then
    mkdir "$work/build"
    cp -r "$build/dbtool" "$build/man" "$work/build"
    SOURCE_DATE_EPOCH=1700000000 DEBFULLNAME='A Name' DEBEMAIL=name@debian.org \
        make -s deb "BUILD=$work/build" >"$work/said" 2>&1
    expect "deb succeeds" "$? $(grep -v '^dpkg-deb: building' "$work/said")" "0 "
    deb=$(echo "$work"/build/*.deb)
    dpkg-deb -x "$deb" "$work/x"
    expect "what the package holds" "$(files "$work/x/usr")" "$(sort -k 2 <<END
755 bin/dbtool
644 share/bash-completion/completions/dbtool
644 share/doc/dbtool/CHANGES.md.gz
644 share/doc/dbtool/changelog.gz
644 share/doc/dbtool/copyright
644 share/fish/vendor_completions.d/dbtool.fish
$(pages | sed 's/$/.gz/')
644 share/zsh/vendor-completions/_dbtool
END
    )"
    expect "no marks are left in the pages" "$(zgrep -l '^\.\\" {' "$work"/x/usr/share/man/*/*)" ""
    expect "the packaged program runs" "$("$work/x/usr/bin/dbtool" --version)" "$("$build/dbtool" --version)"
    expect "the package's name and maintainer" "$(dpkg-deb -f "$deb" Package Version Maintainer)" \
        "Package: dbtool
Version: $("$build/dbtool" --version | cut -d ' ' -f 2)
Maintainer: A Name <name@debian.org>"
    expect "it depends on cJSON and xxHash" "$(dpkg-deb -f "$deb" Depends | grep -o 'libcjson1\|libxxhash0')" \
        "libcjson1
libxxhash0"
    (cd "$work/x" && dpkg-deb --ctrl-tarfile "$deb" | tar -xO ./md5sums | md5sum -c --quiet)
    expect "the sums of its files" "$?" 0
    cp "$deb" "$work/first.deb"
    SOURCE_DATE_EPOCH=1700000000 DEBFULLNAME='A Name' DEBEMAIL=name@debian.org \
        make -s deb "BUILD=$work/build" >/dev/null
    cmp "$deb" "$work/first.deb"
    expect "the same package again" "$?" 0
    if command -v lintian >/dev/null; then
        expect "lintian finds no error" "$(lintian --allow-root --fail-on none "$deb" 2>&1 | grep '^E:')" ""
    else
        echo "SKIP lintian is not installed"
    fi
fi

# ---- the sources ----

if git rev-parse -q --verify HEAD >/dev/null 2>&1 && [ "$build" = build ]; then
    make -s dist >/dev/null 2>&1
    mkdir "$work/sources" && tar -xzf build/dbtool-*.tar.gz -C "$work/sources" --strip-components=1
    # With this build's objects only changed files are compiled; linking shows that none is missing.
    mkdir "$work/sources/build" && cp -rp build/src "$work/sources/build" && cp -p build/*.d build/*.o build/*_page.c "$work/sources/build"
    make -s -C "$work/sources" -j2 build/dbtool CFLAGS=-O0 CHARTJS=/nowhere/chart.js >"$work/said" 2>&1
    expect "the sources build without git" "$? $("$work/sources/build/dbtool" --version)" "0 $("$build/dbtool" --version)"
fi

total
