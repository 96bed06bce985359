/* For functions that the compiler specialises for a constant argument, and for those that would
 * take registers from a loop. */
#ifndef DBT_BASE_INLINE_H
#define DBT_BASE_INLINE_H

#if defined(__GNUC__)
#define DBT_ALWAYS_INLINE inline __attribute__((always_inline))
#define DBT_NEVER_INLINE  __attribute__((noinline))
#else
#define DBT_ALWAYS_INLINE inline
#define DBT_NEVER_INLINE
#endif

#endif
