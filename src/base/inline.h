/* Attributes of functions that control how the compiler inlines and clones them. */
#ifndef DBT_BASE_INLINE_H
#define DBT_BASE_INLINE_H

/* Always inline: functions specialised for a constant argument or a processor. Never inline:
 * functions that would occupy the registers of a loop. */
#if defined(__GNUC__)
#define DBT_ALWAYS_INLINE inline __attribute__((always_inline))
#define DBT_NEVER_INLINE  __attribute__((noinline))
#else
#define DBT_ALWAYS_INLINE inline
#define DBT_NEVER_INLINE
#endif

/* A pure function that reads only its arguments: the compiler may move calls out of a loop. */
#if defined(__GNUC__)
#define DBT_CONST __attribute__((const))
#else
#define DBT_CONST
#endif

/* Compiles a second copy of a function for processors with AVX2, chosen when the program starts.
 * For functions on vector types: both copies add in the same order, so results are equal to the
 * bit. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define DBT_WIDER __attribute__((target_clones("avx2", "default")))
#else
#define DBT_WIDER
#endif

#endif
