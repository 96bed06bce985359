#!/bin/sh
# lint_maths.sh LIBRARY: of libm, the objects of LIBRARY call only functions whose result is exact or
# correctly rounded: roots, rounding, remainders, powers of two, signs, comparisons. Results of other
# functions differ between C libraries, and so would outputs: src/base has its own (trig, exponential).
exact='sqrt|sqrtf|floor|ceil|trunc|round|rint|nearbyint|fabs|ldexp|frexp|ilogb|copysign|fmod|fminf?|fmaxf?'
mathematics=$(nm -D --defined-only "$("${CC:-cc}" -print-file-name=libm.so.6)" | sed 's/.* //; s/@.*//')
[ -n "$mathematics" ] || { echo 'found no libm.so.6'; exit 1; }
called=$(nm -u "$1" | sed -n 's/^ *U //p' | sort -u | grep -vxE "$exact" | grep -xF "$mathematics")
[ -z "$called" ] || { printf 'src calls libm functions whose results differ between C libraries:\n%s\n' "$called"; exit 1; }
