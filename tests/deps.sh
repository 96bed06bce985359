#!/bin/sh
# deps.sh [--install] GROUP...: prints missing packages and the command that installs them.
# Exits with status 1 if a package is missing. With --install, it installs them with apt-get,
# if this needs no password. The groups:
#
#   build       for building dbtool
#   page        Chart.js, for `dbtool report`; if it is missing, only a note is printed
#   check       for the tests
#   browser     for the tests of the report's page
#   lint        for the lints
#   html        for `make html`
#   deb         for `make deb`
#   static      for `make static`, in addition to build
#   windows     for `make windows`, in addition to build
#   wine        for `make check-windows`, in addition to windows
#   fuzz        for the fuzzers, `make coverage` and clang's sanitizers
#   clang, mips
#               compilers and an emulator for `make same-bytes`
set -u
install=
[ "${1:-}" != --install ] || { install=yes; shift; }
here=$(cd "$(dirname "$0")" && pwd)

# has_header FILE: whether the compiler finds a header.
has_header() {
    printf '#include <stddef.h>\n#include <stdarg.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" |
        ${CC:-cc} -E -x c - >/dev/null 2>&1
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

# Whether clang has its run-time libraries, such as sanitizers.
has_clang_runtime() {
    [ -f "$(clang --rtlib=compiler-rt -print-libgcc-file-name 2>/dev/null)" ]
}

# Prints the prefix of commands that need root. Fails if it would ask for a password.
as_root() {
    [ "$(id -u)" != 0 ] || return 0
    echo sudo
    has_command sudo && sudo -n true 2>/dev/null
}

# has_font FILE: whether a font is installed. The page is tested with fonts of several widths.
has_font() {
    find /usr/share/fonts /usr/local/share/fonts "${HOME:-}/.fonts" -name "$1" 2>/dev/null | grep -q .
}

# need APT DNF PACMAN BREW: adds the names of missing packages in each package manager; -: none.
missing_apt='' missing_dnf='' missing_pacman='' missing_brew=''
need() {
    missing_apt="$missing_apt $1" missing_dnf="$missing_dnf $2"
    missing_pacman="$missing_pacman $3" missing_brew="$missing_brew $4"
}

npm=
for group in "$@"; do
    case $group in
    build)
        has_command make || need make make make make
        has_command "${CC:-cc}" || need 'gcc libc6-dev' gcc gcc gcc
        has_header cjson/cJSON.h || need libcjson-dev cjson-devel cjson cjson
        has_header stb/stb_ds.h || need libstb-dev stb-devel stb stb
        has_header xxhash.h || need libxxhash-dev xxhash-devel xxhash xxhash
        has_command python3 || need python3 python3 python python3 # generates the manual
        ;;
    page) # only Debian has a package
        chartjs=${CHARTJS:-/usr/share/javascript/chart.js/chart.min.js}
        [ ! -f "$chartjs" ] || continue
        if [ -n "$install" ] && has_command apt-get && as_root >/dev/null; then
            need libjs-chart.js - - -
        else
            echo "note: no $chartjs, so dbtool is built without 'dbtool report'." \
                "To have it: make CHARTJS=FILE$(has_command apt-get && echo ", or install libjs-chart.js")"
        fi
        ;;
    browser)
        has_command chromium || need chromium chromium chromium chromium
        has_command npm || need npm npm npm npm
        has_font DejaVuSans.ttf || need fonts-dejavu-core dejavu-sans-fonts ttf-dejavu font-dejavu
        has_font DejaVuSans-ExtraLight.ttf || need fonts-dejavu-extra dejavu-sans-fonts ttf-dejavu font-dejavu
        has_font LiberationSans-Regular.ttf || need fonts-liberation liberation-sans-fonts ttf-liberation font-liberation
        [ -d "$here/report/node_modules/playwright-core" ] || npm=yes
        ;;
    check)
        has_header cmocka.h || need libcmocka-dev libcmocka-devel cmocka cmocka
        has_command tmux || need tmux tmux tmux tmux
        ! has_command apt-get || has_command lintian || need 'lintian dpkg-dev' - - -
        has_command zsh || need zsh zsh zsh zsh
        has_command fish || need fish fish fish fish
        has_command localedef || need locales glibc-common glibc gettext
        ;;
    lint)
        has_command clang-format || need clang-format clang-tools-extra clang clang-format
        has_command clang || need clang clang clang llvm
        has_command cppcheck || need cppcheck cppcheck cppcheck cppcheck
        has_command mandoc || need mandoc mandoc mandoc mandoc
        has_command clang-tidy || need clang-tidy clang-tools-extra clang llvm
        has_command shellcheck || need shellcheck ShellCheck shellcheck shellcheck
        ;;
    html) has_command mandoc || need mandoc mandoc mandoc mandoc ;;
    deb) # only on Debian
        has_command dpkg-deb && has_command dpkg-shlibdeps || need dpkg-dev - - -
        ;;
    static) # Debian has no static library of cJSON; it is built from the source package
        [ -f "$(${CC:-cc} -print-file-name=libc.a)" ] || need libc6-dev glibc-static - -
        [ -f "$(${CC:-cc} -print-file-name=libcjson.a)" ] || has_command dpkg-source || need dpkg-dev - - -
        [ -f "$(${CC:-cc} -print-file-name=libxxhash.a)" ] || need libxxhash-dev - - -
        ;;
    windows) # cJSON is built from source, as for `make static`
        has_command x86_64-w64-mingw32-gcc ||
            need gcc-mingw-w64-x86-64-win32 mingw64-gcc mingw-w64-gcc mingw-w64
        [ -f "$(x86_64-w64-mingw32-gcc -print-file-name=libcjson.a 2>/dev/null)" ] ||
            has_command dpkg-source || need dpkg-dev - - -
        ;;
    wine) has_command wine && { wine --version || has_command wine64; } >/dev/null 2>&1 || need 'wine wine64' wine wine wine-stable ;;
    fuzz)
        has_command clang && has_command llvm-profdata && has_clang_runtime ||
            need 'clang llvm libclang-rt-dev' 'clang llvm compiler-rt' 'clang llvm compiler-rt' llvm
        ;;
    clang) has_command clang || need clang clang clang llvm ;;
    mips) # only Debian has packages; cJSON and cmocka are built from source
        has_command apt-get || continue
        has_command mips-linux-gnu-gcc || need 'gcc-mips-linux-gnu libc6-dev-mips-cross' - - -
        has_command qemu-mips-static || need qemu-user-static - - -
        has_command dpkg-source || need dpkg-dev - - -
        ;;
    *) echo "deps.sh: unknown group '$group'" >&2; exit 2 ;;
    esac
done
root=$(as_root)
may_install=$?
if has_command apt-get; then
    missing=$missing_apt command="${root:+$root }apt-get install -y --no-install-recommends"
elif has_command dnf; then
    missing=$missing_dnf command="${root:+$root }dnf install"
elif has_command pacman; then
    missing=$missing_pacman command="${root:+$root }pacman -S"
elif has_command brew; then
    missing=$missing_brew command='brew install'
else
    missing=$missing_apt command='install, under the names of Debian:'
fi
# Removes duplicates, and packages that the package manager lacks.
missing=$(echo "$missing" | tr ' ' '\n' | awk 'NF && $0 != "-" && !seen[$0]++' | tr '\n' ' ')
missing=${missing% }

if [ -n "$missing_apt" ]; then
    echo "missing: $missing" >&2
    if [ -z "$install" ] || [ $may_install -ne 0 ] || ! has_command apt-get; then
        echo "install it with: $command $missing" >&2
        exit 1
    fi
    while sleep 15 >/dev/null 2>&1; do echo "installing" >&2; done &
    teller=$!
    # shellcheck disable=SC2086 # lists of words
    ${root:+$root -n} apt-get update -q >/dev/null &&
        ${root:+$root -n} env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
            ${CI:+-o Dpkg::Options::=--force-unsafe-io} $missing >/dev/null
    status=$?
    kill $teller
    [ $status -eq 0 ] || { echo "apt-get failed; by hand: $command $missing" >&2; exit 1; }
fi

# The browser's driver comes from npm and is installed into tests/report.
[ -n "$npm" ] || exit 0
if [ -z "$install" ]; then
    echo "missing: playwright-core" >&2
    echo "install it with: npm ci --prefix tests/report" >&2
    exit 1
fi
echo "missing: playwright-core" >&2
npm ci --prefix "$here/report" --no-audit --no-fund --loglevel=error >&2
