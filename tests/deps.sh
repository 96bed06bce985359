#!/bin/sh
# deps.sh GROUP...: installs what is missing for building (build), for the page of
# reports (page: only where nobody has to be asked, as dbtool is built without it, too),
# testing (check), testing that page (browser), the lints (lint), the fuzzers (fuzz) and
# other machines' programs (clang, 32-bit, big-endian), or says which one command would.
set -u

# Is a header there for the compiler that will be used?
has_header() {
    printf '#include <stddef.h>\n#include <stdarg.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" |
        ${CC:-cc} -E -x c - >/dev/null 2>&1
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

may_install() {
    [ "$(id -u)" = 0 ] || { has_command sudo && sudo -n true 2>/dev/null; }
}

# What each thing is called by each package manager: need CHECK APT DNF PACMAN BREW
missing_apt='' missing_dnf='' missing_pacman='' missing_brew=''
need() {
    missing_apt="$missing_apt $1" missing_dnf="$missing_dnf $2"
    missing_pacman="$missing_pacman $3" missing_brew="$missing_brew $4"
}

for group in "$@"; do
    case $group in
    build)
        has_command "${CC:-cc}" || need 'gcc libc6-dev' gcc gcc gcc
        has_header cjson/cJSON.h || need libcjson-dev cjson-devel cjson cjson
        has_header stb/stb_ds.h || need libstb-dev stb-devel stb stb
        ;;
    page) # only Debian names it
        [ -f "${CHARTJS:-/usr/share/javascript/chart.js/chart.min.js}" ] && continue
        has_command apt-get && may_install || continue
        need libjs-chart.js - - -
        ;;
    browser)
        has_command chromium || need chromium chromium chromium chromium
        has_command npm || need npm npm npm npm
        ;;
    check)
        has_header cmocka.h || need libcmocka-dev libcmocka-devel cmocka cmocka
        has_command python3 || need python3 python3 python python3
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
    fuzz)
        has_command clang && has_command llvm-profdata || need 'clang llvm' 'clang llvm compiler-rt' \
            'clang llvm compiler-rt' llvm
        ;;
    clang) has_command clang || need clang clang clang llvm ;;
    32-bit) # where the processor runs it, no emulator is needed; only Debian names these
        has_command apt-get || continue
        has_command i686-linux-gnu-gcc || need 'gcc-i686-linux-gnu libc6-dev-i386-cross' - - -
        [ "$(uname -m)" = x86_64 ] || has_command qemu-i386-static || need qemu-user-static - - -
        ;;
    big-endian)
        has_command apt-get || continue
        has_command s390x-linux-gnu-gcc || need 'gcc-s390x-linux-gnu libc6-dev-s390x-cross' - - -
        has_command qemu-s390x-static || need qemu-user-static - - -
        ;;
    *) echo "deps.sh: unknown group '$group'" >&2; exit 2 ;;
    esac
done
[ -n "$missing_apt" ] || exit 0

if has_command apt-get; then
    echo "missing:$missing_apt"
    if [ "$(id -u)" = 0 ]; then
        root=''
    elif has_command sudo && sudo -n true 2>/dev/null; then
        root='sudo -n'
    else
        echo "install it with: sudo apt-get install -y$missing_apt" >&2
        exit 1
    fi
    # shellcheck disable=SC2086 # lists of words
    $root apt-get update -q >/dev/null &&
        $root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y $missing_apt >/dev/null && exit 0
    echo "apt-get failed; by hand: sudo apt-get install -y$missing_apt" >&2
    exit 1
fi
if has_command dnf; then
    echo "install it with: sudo dnf install -y$missing_dnf" >&2
elif has_command pacman; then
    echo "install it with: sudo pacman -S$missing_pacman" >&2
elif has_command brew; then
    echo "install it with: brew install$missing_brew" >&2
else
    echo "missing (names of Debian's packages):$missing_apt" >&2
fi
exit 1
