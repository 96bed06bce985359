#!/usr/bin/env bash
# test_hardening.sh DBTOOL: the program has the hardening that the flags of compiler and linker ask for.
# shellcheck source=tests/checks.sh
. "$(dirname "$0")/checks.sh"

expect() { # WHAT PATTERN TEXT: checks that a line of TEXT matches
    grep -qE "$2" <<<"$3"
    count $? "$1"
}

command -v readelf >/dev/null || { echo "SKIP readelf is not installed"; exit 0; }
readelf -h "$dbtool" >/dev/null 2>&1 || { echo "SKIP no ELF program"; exit 0; }
symbols=$(readelf -W --dyn-syms "$dbtool")
# Only the default build has them; other builds are recognised by their runtime.
if grep -qE '__(asan|tsan)_init' <<<"$symbols" || readelf -SW "$dbtool" | grep -q __llvm_prf; then
    echo "SKIP not the default build"
    exit 0
fi
[[ $dbtool != *build/debug/* ]] || { echo "SKIP not the default build"; exit 0; }
dynamic=$(readelf -dW "$dbtool")
segments=$(readelf -lW "$dbtool")
expect "position-independent" 'Type: +DYN' "$(readelf -hW "$dbtool")"
expect "relocations are read-only" 'GNU_RELRO' "$segments"
expect "all relocations are done at start" 'FLAGS.*(BIND_NOW|NOW)' "$dynamic"
expect "the stack is not executable" 'GNU_STACK.* RW ' "$segments"
expect "stack protector" '__stack_chk_fail' "$symbols"
expect "checked copies" '__[a-z]+_chk\b' "$(grep -v __stack_chk <<<"$symbols")"
total
