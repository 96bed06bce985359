/* Shared by the C tests: cmocka with its headers, and comparisons of doubles. */
#ifndef DBT_TESTS_EXPECT_H
#define DBT_TESTS_EXPECT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* TEST(name) { ... } defines a test. run_tests.c runs a file's tests in order. */
#define TEST(name)                                                                                 \
    static void name(void **);                                                                     \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        add_test(#name, name);                                                                     \
    }                                                                                              \
    static void name(void **unused __attribute__((unused)))

/* Functions to call before the first test of a file and after its last; either may be NULL. */
#define AROUND_TESTS(before, after)                                                                \
    __attribute__((constructor)) static void set_around(void)                                      \
    {                                                                                              \
        set_around_tests(before, after);                                                           \
    }

void add_test(const char *name, CMUnitTestFunction function);
void set_around_tests(CMFixtureFunction before, CMFixtureFunction after);

/* Fails, and prints both values, if they differ by more than tolerance. */
#define expect_near(actual, expected, tolerance)                                                   \
    do {                                                                                           \
        const double a_ = (actual), e_ = (expected), t_ = (tolerance);                             \
        if (!(fabs(a_ - e_) <= t_))                                                                \
            fail_msg("%s is %.17g, expected %.17g within %g", #actual, a_, e_, t_);                \
    } while (0)

/* Splitmix64 (S. Vigna): returns 64 pseudorandom bits and advances *state. */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns a uniform random number in [low, high). */
static inline double random_in(uint64_t *state, double low, double high)
{
    return low + (high - low) * (double)(random_bits(state) >> 11) * 0x1p-53;
}

/* Returns the number of random rounds to run: n with THOROUGH=yes, otherwise a quarter. */
static inline int rounds(int n)
{
    const char *thorough = getenv("THOROUGH");
    return thorough && *thorough ? n : (n + 3) / 4;
}

/* Returns a random number below n, which is above 0. */
static inline size_t random_below(uint64_t *state, unsigned n)
{
    return (size_t)(random_bits(state) % n);
}

#endif
